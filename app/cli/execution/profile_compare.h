// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace nervure::cli {

/// A time in milliseconds with what it may as well be, at 95 %.
struct MeasuredTime {
    double ms = 0;
    double below = 0; ///< from the lower end to `ms`
    double above = 0; ///< from `ms` to the upper end

    /// The sum of two that were measured apart: distances add up in quadrature.
    [[nodiscard]] MeasuredTime operator+(const MeasuredTime &other) const;
};

/// How the second of two times compares with the first.
enum class Change { Same, Faster, Slower };
/// "same within noise", "faster", "slower".
[[nodiscard]] std::string_view changeName(Change change);

/// Two times, and the interval in which their difference (second less first) lies.
struct TimeDifference {
    MeasuredTime first;
    MeasuredTime second;

    [[nodiscard]] double ms() const { return second.ms - first.ms; }
    [[nodiscard]] double low() const;
    [[nodiscard]] double high() const;
    /// Same unless the interval leaves out zero.
    [[nodiscard]] Change change() const;
};

/// Layers of two profiles that run the same nodes of the document: one of each where both were fused
/// alike, else the least sets of layers that cover the same nodes.
struct ComparedLayers {
    std::vector<std::string> first; ///< roots of the layers
    std::vector<std::string> second;
    std::vector<std::string> nodes; ///< all that they run, in the order of the first profile
    TimeDifference time;
    [[nodiscard]] bool isInBoth() const { return !first.empty() && !second.empty(); }
};

/// Two documents of `profile --json` beside each other.
struct ComparedProfiles {
    std::string firstTitle; ///< device, pipeline and mode
    std::string secondTitle;
    TimeDifference wall;
    TimeDifference device;              ///< sum over layers
    std::vector<ComparedLayers> layers; ///< the largest difference first
};

/// Fails on a document that is no profile.
[[nodiscard]] Result<ComparedProfiles> compareProfiles(const nlohmann::ordered_json &first,
                                                       const nlohmann::ordered_json &second);

/// How far an output of two runs is apart.
struct ComparedOutput {
    std::string name;
    double largest = 0; ///< absolute difference
    double relative =
        0; ///< to the largest element of the first; infinite if they cannot be compared
    std::string remark; ///< why not
};
/// The outputs of two documents of `run --json` by name. Fails on a document that is no run, and on
/// files of outputs that cannot be read.
[[nodiscard]] Result<std::vector<ComparedOutput>> compareRuns(const nlohmann::ordered_json &first,
                                                              const nlohmann::ordered_json &second);

} // namespace nervure::cli
