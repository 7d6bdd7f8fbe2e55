// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/model_comparison.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// {verdict "identical" | "equal" | "different", assumed, invented, seeds, output_counts {first, second}, outputs [value], values [value], first_difference value,
///  non_finite {first, second}, match, variables {shared, own}}; a value: comparedJson(). What
/// `compare --numeric --json` prints and the worker's `compare` answers.
[[nodiscard]] nlohmann::ordered_json modelsJson(const ModelComparison &models);

/// Of a comparison what such a document tells, without the graphs.
struct ToldComparison {
    ValueComparison values;
    ProofVerdict verdict = ProofVerdict::NotRun;
    std::vector<std::string> assumed{}; ///< as ModelComparison has them
    std::vector<std::string> invented{};
    std::size_t matchedNodes = 0;
    std::size_t unmatchedNodes = 0; ///< of both
    std::size_t sharedVariables = 0;
    std::vector<std::string> ownVariables;
};

/// Nothing where it is no such document.
[[nodiscard]] std::optional<ToldComparison> comparisonFrom(const nlohmann::ordered_json &json);

/// The values that are results, by their numbers.
[[nodiscard]] std::vector<const ComparedValue *> resultsOf(const ValueComparison &values);

} // namespace nervure
