// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/diagnostic.h"

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace nervure {

/// Sets Diagnostic::places; leaves them null where there are none.
void setPlaces(Diagnostic &finding, std::vector<FindingPlace> places);

/// The same where it is not known where in a file they are.
void setNodes(Diagnostic &finding, std::span<const NodeId> nodes);

/// What a finding says of the node at one of its places, alone. `graph` is the one that it is about; a
/// node that is gone from it keeps the finding as it is.
[[nodiscard]] Diagnostic findingAt(const Diagnostic &finding, std::size_t place,
                                   const Graph &graph);

/// The findings with each node by itself: for those who tell them all.
[[nodiscard]] Diagnostics eachFinding(const Diagnostics &findings, const Graph &graph);

/// Puts together what several say about one graph: nothing comes twice.
class FindingList {
public:
    /// Starts with these as they are. The graph must outlive it.
    FindingList(const Graph &graph, const Diagnostics &first);

    /// Adds what nobody has said yet.
    void add(const Diagnostics &more);
    [[nodiscard]] Diagnostics take() { return std::move(m_all); }

private:
    struct Cause {
        std::vector<std::size_t> findings;     ///< of this cause
        std::size_t named = 0;                 ///< of how many of them the nodes are in `nodes`
        std::unordered_set<std::string> nodes; ///< or attributes, of what is about no node
    };

    void addOne(const Diagnostic &finding);
    Cause &causeFor(const Diagnostic &finding);
    void keep(Diagnostic finding, Cause &cause);
    void nameNodes(Cause &cause) const;

    const Graph &m_graph;
    Diagnostics m_all;
    std::unordered_map<std::string, Cause> m_causes;
};

/// Those of `more` that `known` does not say.
[[nodiscard]] Diagnostics newFindings(const Diagnostics &known, const Diagnostics &more,
                                      const Graph &graph);

} // namespace nervure
