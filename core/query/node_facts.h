// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/analysis/graph_totals.h"
#include "core/graph/analysis/reachability.h"
#include "core/graph/indexed/indexed_graph.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace nervure {

/// What a query is asked of: a graph and what is known about it. Copies share what is large.
struct QuerySource {
    std::shared_ptr<const Graph> graph;        ///< never null
    std::shared_ptr<const IndexedGraph> index; ///< of that graph; null: no shapes are known
    Analyses analyses;                         ///< over `index`
    Semantics semantics = Semantics::Exact;
    std::unordered_set<NodeId> parameters; ///< as findParameters() gives them, or `inherited`
    /// ms of the layer that is called after the node, and of nodes that others' layers run those
    /// others: NodeTimes (core/execution/profile/node_times.h).
    std::unordered_map<NodeId, double> times;
    std::unordered_map<NodeId, NodeId> timeOwners;
    std::vector<NodeId> selection;
    /// What passes know of the graph; null: nothing that it does not say itself.
    std::shared_ptr<const InheritedFacts> inherited = nullptr;
};

/// Receives the texts that a key has for a node.
using TextSink = std::function<void(std::string_view)>;

/// Answers what queries ask of single nodes. Everything is worked out when it is asked for; numbers
/// are missing where a shape, a type or a measurement is. May be used from several threads.
class NodeFacts {
public:
    /// `ops` must outlive this.
    NodeFacts(QuerySource source, const OpRegistry &ops);

    [[nodiscard]] const QuerySource &source() const { return m_source; }
    [[nodiscard]] const Graph &graph() const { return *m_source.graph; }
    [[nodiscard]] const OpRegistry &ops() const { return m_ops; }
    [[nodiscard]] const Node &node(NodeId id) const { return graph().node(id); }
    [[nodiscard]] const OpSpec *spec(NodeId id) const { return m_ops.find(node(id)); }

    /// The shapes of all outputs, in order; nothing of one whose rank is unknown. Empty where the node is not part
    /// of what was inferred.
    [[nodiscard]] std::vector<std::optional<Dimensions>> shapes(NodeId id) const;
    /// The shapes that are known, as people read them, with the names that dimensions have.
    [[nodiscard]] std::vector<std::string> shapeLabels(NodeId id) const;
    void dtypes(NodeId id, const TextSink &sink) const;
    /// An attribute as it is written, or the operator's default; nothing when there is neither.
    [[nodiscard]] std::optional<std::string> attribute(NodeId id, std::string_view name) const;
    /// The device's number that a pass chose.
    [[nodiscard]] std::optional<double> device(NodeId id) const;
    /// The root of the group of operators that the node was fused into, if a pass fused it.
    [[nodiscard]] std::optional<NodeId> group(NodeId id) const;

    /// Elements of a parameter, or of all parameters that an operator reads.
    [[nodiscard]] std::optional<double> parameters(NodeId id) const;
    /// Bytes of all outputs.
    [[nodiscard]] std::optional<double> bytes(NodeId id) const;
    [[nodiscard]] std::optional<double> macs(NodeId id) const;
    [[nodiscard]] std::optional<double> time(NodeId id) const;
    /// The node whose time holds this one's.
    [[nodiscard]] std::optional<NodeId> timeOwner(NodeId id) const;
    /// Position in the file; for nodes made later in the graph's order.
    [[nodiscard]] std::optional<double> index(NodeId id) const;
    [[nodiscard]] std::optional<double> outputs(NodeId id) const;
    /// How many inputs of nodes, control dependencies and heads read it.
    [[nodiscard]] double users(NodeId id) const;
    [[nodiscard]] std::optional<double> storage(NodeId id) const;

    [[nodiscard]] bool isParameter(NodeId id) const { return m_source.parameters.count(id) != 0; }
    [[nodiscard]] bool isHead(NodeId id) const { return m_isHead[id.value]; }
    [[nodiscard]] bool isSelected(NodeId id) const { return m_isSelected[id.value]; }

private:
    template <typename T>
    [[nodiscard]] const T *entryValue(EntryKey<T> key, NodeId id) const;
    template <typename T>
    [[nodiscard]] const T *nodeValue(NodeKey<T> key, NodeId id) const;
    [[nodiscard]] std::optional<std::uint32_t> indexed(NodeId id) const;

    QuerySource m_source;
    const OpRegistry &m_ops;
    std::optional<NodeCosts> m_costs; ///< nothing without a snapshot
    std::vector<std::uint32_t> m_users;
    std::vector<std::uint32_t> m_positions;
    NodeSet m_isHead;
    NodeSet m_isSelected;
};

} // namespace nervure
