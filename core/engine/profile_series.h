// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/execution_request.h"
#include "core/execution/profile/comparison.h"
#include "core/support/result.h"

#include <span>
#include <string>
#include <vector>

namespace nervure {

/// Something that was not the same where two profiles were made.
struct EnvironmentDifference {
    std::string what; ///< "driver"
    std::string first;
    std::string second;
};

/// Device, driver, model, inputs, options, program and machine, where they differ. What one of them does not
/// say is no difference.
[[nodiscard]] std::vector<EnvironmentDifference> environmentDifferences(
    const ProfileReport &first, const ProfileReport &second);

/// Layers of several profiles that run the same nodes of the document: one of each where all were fused alike,
/// else the least sets of layers that cover the same nodes.
struct SeriesLayers {
    std::vector<std::vector<std::string>>
        roots; ///< of the layers of each profile; none where it runs none of the nodes
    std::vector<std::string> nodes;  ///< all that they run, in the order of the first profile
    std::vector<ComparedTime> times; ///< of each profile but the first, beside the first
};

/// A profile beside the first of a series.
struct SeriesMember {
    std::string title;
    ComparedTime wall;
    ComparedTime device; ///< sum over layers
    /// Geometric mean of the ratios of the layers that are in both and have times; 1 without any.
    double geometricMean = 1;
    std::vector<EnvironmentDifference> environment;
    std::size_t things = 0; ///< how many comparisons the correction is for
};

/// Several models, or one in several ways, beside the first of them.
struct ProfileSeries {
    std::string firstTitle;
    std::vector<SeriesMember> others;
    std::size_t processes = 1;        ///< of each; more than one take turns
    bool isByRounds = false;          ///< it is rounds of one process that take turns
    ComparisonRule rule;              ///< for each pair; what is promised holds for all together
    std::vector<SeriesLayers> layers; ///< those called different first, then the largest difference

    /// Whether anything is called different.
    [[nodiscard]] bool isDifferent() const;
    /// Whether anything is called slower than the first, by more than that part of its time: 0.05 is 5 %.
    [[nodiscard]] bool isSlowerBy(double part) const;
    /// True if the whole run of one of them may be slower by more than that part, and nothing would have shown it.
    [[nodiscard]] bool mayMiss(double part) const;
};

/// Whether a time is called slower, by more than that part of it.
[[nodiscard]] bool isSlowerBy(const ComparedTime &time, double part);
/// True if a time may be slower by more than that part, and is not called so because too little was measured or
/// it varies too much.
[[nodiscard]] bool mayMiss(const ComparedTime &time, double part);

/// Compares the profiles of at least two models with those of the first. Profiles of interleaved processes are in
/// the order they were made, as many of each; one of each are compared as results that were saved, or by their rounds
/// where they were measured together: see core/execution/profile/comparison.h. Fails where processes of one model ran other layers than the first of them.
[[nodiscard]] Result<ProfileSeries> compareSeries(
    std::span<const std::span<const ProfileReport>> profiles);

} // namespace nervure
