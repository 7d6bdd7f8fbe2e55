// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace nervure {

/// An input of an indexed node, as NNVM's IndexedGraph::NodeEntry.
struct IndexedEntry {
    std::uint32_t nodeId = 0; ///< index of the node in the snapshot
    std::uint32_t index = 0;
    std::uint32_t version = 0;

    auto operator<=>(const IndexedEntry &) const = default;
};

/// A node of the snapshot. Pointers live as long as the snapshot and the registry.
struct IndexedNode {
    NodeId source;                ///< the node of the editable graph
    const Node *node = nullptr;   ///< the snapshot's own copy
    const OpSpec *spec = nullptr; ///< null for variables and unknown operators
    ParsedAttrs attrs;            ///< empty for variables and unknown operators
    std::span<const IndexedEntry> inputs;
    std::span<const std::uint32_t> controlDeps;
    std::uint32_t outputCount = 1;
    /// Equal for operators of equal name and attributes, below IndexedGraph::kindCount(): what a
    /// rule says of one it says of all that read and give the same. noKind where that is not so, as of
    /// nodes with bodies.
    std::uint32_t kind = noKind;
    static constexpr std::uint32_t noKind = NodeId::invalidValue;
    bool variable = false; ///< of `node`, at hand: walks over the snapshot alone are fast

    [[nodiscard]] bool isVariable() const { return variable; }
    [[nodiscard]] RuleContext rule(Semantics semantics) const { return {*node, attrs, semantics}; }
};

/// Immutable snapshot of the part of a graph that its heads reach, with dense ids, as NNVM's
/// IndexedGraph: nodes in DFS post-order from the heads (inputs in order, then control_deps), one
/// entry id per output, `entryStart` being NNVM's node_row_ptr. A LightNet graph is indexed whole
/// and in file order. Safe to share between threads. Every analysis is a flat vector over it.
class IndexedGraph {
public:
    IndexedGraph() = default;
    IndexedGraph(const IndexedGraph &) = delete; // nodes point into it
    IndexedGraph &operator=(const IndexedGraph &) = delete;
    ~IndexedGraph() = default;

    /// Fails on a cycle and on an entry that names a node that is not there. Attribute problems
    /// are appended to `diagnostics` (the attributes then hold defaults). `before` may be a snapshot of
    /// the graph before an edit, made with the same operators: where the edit left the wiring as it was,
    /// only the nodes that it touched are looked at, and the new snapshot shares the rest.
    static Result<std::shared_ptr<const IndexedGraph>> build(const Graph &graph,
                                                             const OpRegistry &ops,
                                                             Diagnostics &diagnostics,
                                                             const IndexedGraph *before = nullptr);

    [[nodiscard]] std::span<const IndexedNode> nodes() const { return m_nodes; }
    [[nodiscard]] const IndexedNode &node(std::uint32_t id) const { return m_nodes[id]; }
    [[nodiscard]] std::uint32_t nodeCount() const
    {
        return static_cast<std::uint32_t>(m_nodes.size());
    }
    /// What making it found, as build() appends it.
    [[nodiscard]] const Diagnostics &problems() const { return m_problems; }
    /// Whether one was made from the other, directly or not, without another wiring in between: both
    /// graphs have the same nodes with the same operators (and, if variables, names), which read the same
    /// values, and both snapshots number them alike.
    [[nodiscard]] bool sharesWiringWith(const IndexedGraph &other) const
    {
        return m_wiring == other.m_wiring;
    }
    [[nodiscard]] std::uint32_t kindCount() const { return m_kindCount; }
    [[nodiscard]] std::uint32_t entryCount() const { return m_wiring->entryStart.back(); }
    /// NNVM's arithmetic, unchecked as there: an index beyond the outputs names a later entry.
    [[nodiscard]] std::uint32_t entryId(std::uint32_t nodeId, std::uint32_t index) const
    {
        return m_wiring->entryStart[nodeId] + index;
    }
    [[nodiscard]] std::uint32_t entryId(const IndexedEntry &e) const
    {
        return entryId(e.nodeId, e.index);
    }
    /// node_row_ptr: nodeCount() + 1 numbers.
    [[nodiscard]] std::span<const std::uint32_t> entryStart() const { return m_wiring->entryStart; }
    /// arg_nodes: the variables, in order.
    [[nodiscard]] std::span<const std::uint32_t> inputNodes() const { return m_wiring->inputNodes; }
    [[nodiscard]] std::span<const IndexedEntry> heads() const { return m_wiring->heads; }
    /// Whether every input and head names an output that its node has.
    [[nodiscard]] bool hasOnlyValidEntries() const;
    /// Where a node of the editable graph is here, if the heads reach it.
    [[nodiscard]] std::optional<std::uint32_t> find(NodeId source) const;
    /// Variables that some operator mutates (input_names_aux_state), by node id.
    [[nodiscard]] std::vector<std::uint32_t> mutatedInputNodes() const;
    [[nodiscard]] std::uint64_t revision() const { return m_graph.revision(); }
    [[nodiscard]] const Graph &graph() const { return m_graph; }

private:
    friend class IndexedGraphBuilder;

    static constexpr std::uint32_t notIndexed = NodeId::invalidValue;

    /// How nodes and entries are numbered and who reads what, which many edits leave alone.
    struct Wiring {
        std::vector<IndexedEntry> inputs; ///< of all nodes, one after the other
        std::vector<std::uint32_t> controlDeps;
        std::vector<std::uint32_t> entryStart{0};
        std::vector<std::uint32_t> inputNodes;
        std::vector<IndexedEntry> heads;
        std::vector<std::uint32_t> idOf; ///< by NodeId; notIndexed where the heads do not reach
    };

    Graph m_graph; ///< the snapshot's own copy, so that edits do not reach it
    std::vector<IndexedNode> m_nodes;
    std::shared_ptr<const Wiring> m_wiring = std::make_shared<const Wiring>();
    std::uint32_t m_kindCount = 0;
    Diagnostics m_problems;
};

} // namespace nervure
