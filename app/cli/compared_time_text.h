// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/junit.h"
#include "core/engine/profile_series.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nervure::cli {

/// "+12.3 %" of a ratio of 1.123.
[[nodiscard]] std::string changeText(double ratio);
/// "12 %" of 0.12; nothing of what is not finite.
[[nodiscard]] std::string percentText(double part);

/// first_ms, second_ms, change_ms, ratio, ratio_interval, p, least_effect, verdict.
[[nodiscard]] nlohmann::ordered_json timeJson(const ComparedTime &time);
[[nodiscard]] nlohmann::ordered_json environmentJson(
    const std::vector<EnvironmentDifference> &differences);
/// How a series was tested.
[[nodiscard]] nlohmann::ordered_json ruleJson(const ComparisonRule &rule, std::size_t processes,
                                              std::size_t things);
/// "the fastest runs of 8 processes of each, by turns; Holm's correction …".
[[nodiscard]] std::string ruleText(std::size_t processes, std::size_t things,
                                   bool isByRounds = false);

/// Fails where the time is different, with `failOver` where it is slower by more than that part.
[[nodiscard]] JunitCase timeCase(std::string name, const ComparedTime &time,
                                 std::optional<double> failOver);

} // namespace nervure::cli
