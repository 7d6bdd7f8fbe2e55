// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_difference.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace nervure {

/// What two nodes were taken for one by.
enum class MatchKind : std::uint8_t {
    Name,      ///< the name, which nobody else has
    Structure, ///< the operator, its attributes, and what is around them
    Neighbor,  ///< their place beside nodes that are one
    Order,     ///< their order among several that are alike
    Kernel,    ///< the kernel that came of the node computes it, too
    Told,      ///< the file says where its nodes came from
};
/// "name", "structure", "neighbor", "order", "kernel", "told".
[[nodiscard]] std::string_view matchName(MatchKind kind);

/// How sure that is. What is certain agrees in every respect: name or surroundings, operator, attributes, and
/// all that it reads and that reads it.
enum class Certainty : std::uint8_t { Certain, Likely, Guess };
/// "certain", "likely", "guess".
[[nodiscard]] std::string_view certaintyName(Certainty certainty);

/// A node of each of two graphs that are taken for the same one.
struct NodeMatch {
    NodeId before;
    NodeId after;
    MatchKind kind = MatchKind::Name;
    Certainty certainty = Certainty::Certain;
};

/// A node without a counterpart.
struct UnmatchedNode {
    NodeId node;
    std::size_t alike =
        0; ///< nodes of the other graph that it may be: several, none of them sooner
};

/// Which nodes of two graphs are the same, where nothing but the graphs tells.
struct GraphMatch {
    /// In the order of the graph after. A node is in one at most, but for those of a kernel: several nodes
    /// before that went into one.
    std::vector<NodeMatch> matches;
    std::vector<UnmatchedNode> onlyBefore;
    std::vector<UnmatchedNode> onlyAfter;
    std::size_t doubleNames = 0; ///< names that several nodes of one graph have, which tell nothing

    [[nodiscard]] std::size_t countOf(Certainty certainty) const;
};

/// Matches nodes by name, and where names say nothing or what the structure contradicts, by operator,
/// attributes and place. Takes well under a second for 10 000 nodes.
[[nodiscard]] GraphMatch matchGraphs(const KnownGraph &before, const KnownGraph &after);

/// The match as passes tell it.
[[nodiscard]] Provenance provenanceOf(const GraphMatch &match);

} // namespace nervure
