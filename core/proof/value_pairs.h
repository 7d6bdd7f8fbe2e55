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
    bool isBoundary = false; ///< it is read by an operator that was cut out of both graphs
};

/// Which heads of two graphs belong together.
struct PairedHeads {
    struct Boundary {
        std::size_t before = 0; ///< numbers of heads
        std::size_t after = 0;
    };
    /// How many are the graph's own results; these are paired by their numbers.
    std::size_t resultsBefore = 0;
    std::size_t resultsAfter = 0;
    std::vector<Boundary> boundaries{}; ///< what is read by operators that were cut out

    /// Of graphs all of whose heads are results.
    [[nodiscard]] static PairedHeads ofResults(const IndexedGraph &before,
                                               const IndexedGraph &after)
    {
        return {before.heads().size(), after.heads().size()};
    }
};

/// Which values of two graphs ought to be equal, in the order in which the graph after computes them: the
/// results by their number, what nodes read that were left alone, and outputs of nodes that are still the
/// same. A node that has taken over another's work (a scale in its weights) is beside that one, since its
/// readers say so. Variables are left out, but for results and boundaries. A value that stands for several results is there
/// once for each.
[[nodiscard]] std::vector<ValuePair> valuePairs(const IndexedGraph &before,
                                                const IndexedGraph &after,
                                                const Provenance &provenance,
                                                const PairedHeads &heads);

/// Nodes of the graph after, by their place in it, that no pass has touched: the node before, or none.
[[nodiscard]] std::vector<NodeId> untouchedNodes(const IndexedGraph &before,
                                                 const IndexedGraph &after,
                                                 const Provenance &provenance);

} // namespace nervure
