// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/op/op_facts.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nervure {

/// Makes a snapshot. The graph is in it already; where a member function fails or says no, what is in the
/// snapshot besides is of no use.
class IndexedGraphBuilder {
public:
    /// Appends to `diagnostics`. Everything must outlive it.
    IndexedGraphBuilder(IndexedGraph &graph, const OpRegistry &ops, Diagnostics &diagnostics)
        : m_out(graph),
          m_wiring(std::make_shared<IndexedGraph::Wiring>()),
          m_ops(ops),
          m_facts(ops),
          m_diagnostics(diagnostics)
    {}

    /// Looks at every node, in order.
    Status run();

    /// Takes everything from `before` but the nodes that an edit touched. False where the edit changed
    /// the wiring or there is something to be said.
    bool patch(const IndexedGraph &before);

    /// Takes the nodes that the edit did not touch from `before`, and finds their order by its wiring,
    /// which lies together, unlike the nodes of the graph. False where much was edited or there is
    /// something to be said.
    bool follow(const IndexedGraph &before);

private:
    class Follower;

    [[nodiscard]] bool hasWiringOf(const IndexedGraph &before,
                                   const std::vector<NodeId> &touched) const;
    bool patch(IndexedNode &node, const Node &source);
    /// Fills in what the node is, without what it reads: where no table of facts is at hand.
    void describe(IndexedNode &node);

    Status addAll(std::span<const NodeId> order);
    bool addInFileOrder();
    void start();
    Status add(NodeId id);
    void addOperator(IndexedNode &node);
    void addLightNet(IndexedNode &node);
    ParsedAttrs parse(const IndexedNode &node);
    std::uint32_t usedOutputsOf(const IndexedNode &node);
    Status connect(IndexedNode &node);
    /// Whether what the nodes' lists lie in had to grow, which moved it away from under them. Where it
    /// lies says nothing: it may have come back to the place that it left.
    [[nodiscard]] bool haveListsMoved() const;
    void pointToLists();
    [[nodiscard]] std::uint32_t idOf(NodeId id) const
    {
        return id.value < m_wiring->idOf.size() ? m_wiring->idOf[id.value]
                                                : IndexedGraph::notIndexed;
    }
    [[nodiscard]] Status unresolved(const Node &node, NodeId source, const std::string &what) const;

    IndexedGraph &m_out;
    std::shared_ptr<IndexedGraph::Wiring> m_wiring;
    const OpRegistry &m_ops;
    OpFactsTable m_facts;
    Diagnostics &m_diagnostics;
    std::size_t m_inputCapacity = 0;
    std::size_t m_dependencyCapacity = 0;
    std::vector<std::uint32_t> m_used; ///< by NodeId; filled when an unknown operator asks
};

/// Lists over the outputs of a graph must fit into memory, whatever its attributes ask for. Graphs of
/// a million nodes are far below.
inline constexpr std::uint32_t mostEntries = 1U << 24;

} // namespace nervure
