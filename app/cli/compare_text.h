// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/junit.h"
#include "app/cli/table.h"
#include "core/engine/profile_compare.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nervure::cli {

/// What `compare` says of profiles.
struct ComparisonTexts {
    Table table; ///< a row for each set of layers, then all layers and the whole run
    std::string
        summary; ///< what was beside what, how it was tested, and what would have been called a change
    nlohmann::ordered_json
        json; ///< of two: first, second; of more: runs; and rule, wall, device, layers
    /// A case for each set of layers, for all of them and for the whole run. What is different fails; where that
    /// is asked, what is slower by more than a part.
    std::vector<JunitCase> cases;
};

/// With `failOver` only what is slower by more than that part fails.
[[nodiscard]] ComparisonTexts comparisonTexts(const ProfileSeries &series,
                                              std::optional<double> failOver);

/// The table and the summary as Markdown.
[[nodiscard]] std::string comparisonMarkdown(const ComparisonTexts &texts);

[[nodiscard]] Table outputsTable(std::span<const ComparedOutput> outputs);
/// The document of `compare` for runs: outputs.
[[nodiscard]] nlohmann::ordered_json outputsJson(std::span<const ComparedOutput> outputs);
/// A case for each output.
[[nodiscard]] std::vector<JunitCase> outputCases(std::span<const ComparedOutput> outputs);

} // namespace nervure::cli
