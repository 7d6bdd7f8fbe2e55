// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_difference.h"

#include <optional>
#include <vector>

namespace nervure {

/// Two values of which one was put in the other's place.
struct ValuePair {
    Entry before;
    Entry after;
    std::optional<std::size_t> result; ///< the number of the result that it is
};

/// Which values of two graphs ought to be equal, in the order in which the graph after computes them: the
/// results by their number, what nodes read that were left alone, and outputs of nodes that are still the
/// same. A node that has taken over another's work (a scale in its weights) is beside that one, since its
/// readers say so. Variables are left out, but for results.
[[nodiscard]] std::vector<ValuePair> valuePairs(const IndexedGraph &before,
                                                const IndexedGraph &after,
                                                const Provenance &provenance);

/// Nodes of the graph after, by their place in it, that no pass has touched: the node before, or none.
[[nodiscard]] std::vector<NodeId> untouchedNodes(const IndexedGraph &before,
                                                 const IndexedGraph &after,
                                                 const Provenance &provenance);

} // namespace nervure
