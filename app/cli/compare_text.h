// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/junit.h"
#include "app/cli/table.h"
#include "core/engine/profile_compare.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace nervure::cli {

/// A row for each set of layers, then all layers and the whole run.
[[nodiscard]] Table comparisonTable(const ComparedProfiles &compared);

/// What was beside what, how it was tested, and the least change that would have been called one.
[[nodiscard]] std::string comparisonSummary(const ComparedProfiles &compared);

/// The document of `compare` for profiles: first, second, verdict, rule, wall, device, layers.
[[nodiscard]] nlohmann::ordered_json comparisonJson(const ComparedProfiles &compared);

/// A case for each set of layers, for all of them and for the whole run. What is different fails; with
/// `failOver` what is slower by more than that part.
[[nodiscard]] std::vector<JunitCase> comparisonCases(const ComparedProfiles &compared,
                                                     std::optional<double> failOver = std::nullopt);

/// The table, what was beside what, and what differs in the environment, as Markdown.
[[nodiscard]] std::string comparisonMarkdown(const ComparedProfiles &compared);

[[nodiscard]] Table outputsTable(std::span<const ComparedOutput> outputs);
/// The document of `compare` for runs: outputs.
[[nodiscard]] nlohmann::ordered_json outputsJson(std::span<const ComparedOutput> outputs);
/// A case for each output.
[[nodiscard]] std::vector<JunitCase> outputCases(std::span<const ComparedOutput> outputs);

} // namespace nervure::cli
