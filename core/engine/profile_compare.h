// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/profile_series.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Fails with the code "other-model" unless both documents (of `profile` or `run`) are of the same model
/// with the same inputs. Documents that do not say what they are of are a warning in `diagnostics`.
[[nodiscard]] Status checkSameModel(const nlohmann::ordered_json &first,
                                    const nlohmann::ordered_json &second, Diagnostics &diagnostics);

/// Layers of two profiles that run the same nodes of the document: one of each where both were fused
/// alike, else the least sets of layers that cover the same nodes.
struct ComparedLayers {
    std::vector<std::string> first; ///< roots of the layers
    std::vector<std::string> second;
    std::vector<std::string> nodes; ///< all that they run, in the order of the first profile
    ComparedTime time;
    [[nodiscard]] bool isInBoth() const { return !first.empty() && !second.empty(); }
};

/// Two models, or one in two ways, beside each other.
struct ComparedProfiles {
    std::string firstTitle;
    std::string secondTitle;
    std::size_t processes = 1; ///< of each side; more than one take turns
    bool isByRounds = false;   ///< it is rounds of one process that take turns
    std::size_t things = 0;    ///< how many comparisons the correction is for
    ComparisonRule rule;
    ComparedTime wall;
    ComparedTime device;                ///< sum over layers
    std::vector<ComparedLayers> layers; ///< in the order of the series
    /// Geometric mean of the ratios of the layers that are in both and have times; 1 without any.
    double geometricMean = 1;
    std::vector<EnvironmentDifference> environment;

    /// Whether anything is called different.
    [[nodiscard]] bool isDifferent() const;
};

/// The second of a series beside the first.
[[nodiscard]] ComparedProfiles pairOf(ProfileSeries series);

/// compareSeries() of two.
[[nodiscard]] Result<ComparedProfiles> compareProfiles(std::span<const ProfileReport> first,
                                                       std::span<const ProfileReport> second);

/// How far an output of two runs is apart.
struct ComparedOutput {
    std::string name;
    double largest = 0; ///< absolute difference
    double relative =
        0; ///< to the largest element of the first; infinite if they cannot be compared
    double tolerance = 0; ///< the largest relative difference that rounding explains
    std::string remark;   ///< why not

    [[nodiscard]] bool isEqual() const { return relative <= tolerance; }
};
/// The outputs of two documents of `run --json` by name. `tolerance` stands for what rounding explains,
/// which else depends on the type of an output. Fails on a document that is no run, on files of outputs
/// that cannot be read and on outputs whose elements were not kept.
[[nodiscard]] Result<std::vector<ComparedOutput>> compareRuns(
    const nlohmann::ordered_json &first, const nlohmann::ordered_json &second,
    std::optional<double> tolerance = std::nullopt);

} // namespace nervure
