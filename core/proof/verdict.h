// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_difference.h"
#include "core/proof/value_comparison.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// What is known of two graphs beside each other. Each of them rests on evidence: see verdictOf().
enum class ProofVerdict : std::uint8_t {
    Identical, ///< the graphs and the values that their files hold are equal: nothing had to be run
    Equal,     ///< the outputs were computed and are equal within the tolerance
    Joined, ///< the graph cannot be run, but that of a later step can: it was compared with that one
    Different, ///< an output differs, or the graphs do where nothing is run
    Broken,    ///< the graph cannot be run any more, or what is said of it is not so
    NotRun,    ///< nothing was compared, for a reason that is given
    NotAsked,  ///< nobody wanted to know: BisectOptions::only
};
/// "identical", "equal", "joined", "different", "broken", "not run", "not asked".
[[nodiscard]] std::string_view verdictName(ProofVerdict verdict);
/// The one that is called so.
[[nodiscard]] std::optional<ProofVerdict> verdictOfName(std::string_view name);

/// The word for several things of which some were not compared and none differs.
inline constexpr std::string_view incompleteWord = "incomplete";

/// What a verdict is made of.
struct Evidence {
    /// How the graphs and their stored values differ, where that was looked at.
    const GraphDifference *difference = nullptr;
    /// What both compute, where it was computed.
    const ValueComparison *values = nullptr;
    /// Values were to be computed; without them no difference of graphs decides.
    bool asksForValues = true;
};

/// The one place where a verdict is made, for `diff`, `steps`, `compare`, `bisect` and the window. What was computed
/// decides before what is read: an output that differs is Different. Equal graphs with equal stored values
/// are Identical. Where neither is known the verdict is NotRun.
[[nodiscard]] ProofVerdict verdictOf(const Evidence &evidence);

/// Why two graphs whose difference is empty are not identical: the first stored value that could not be
/// compared, in words. Empty: they are, or they differ.
[[nodiscard]] std::string whyNotIdentical(const GraphDifference &difference, const Graph &after);

} // namespace nervure
