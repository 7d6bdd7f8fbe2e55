// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_attributes.h"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

/// The result of a pass that rewrites NNVM graphs, while it is being made. It starts as the input
/// graph; the pass adds nodes, and copies of nodes that then read something else. finish() keeps
/// what the heads reach, gives copies the ids of what they replace and tells the provenance. As in
/// NNVM the input graph's own nodes stay as they are, and whatever still names one gets the old one. In
/// fixed semantics new nodes get names that no other node has, where no two nodes had the same before.
class GraphRewriter {
public:
    explicit GraphRewriter(PassContext &context);

    /// The input graph.
    [[nodiscard]] const IndexedGraph &index() const { return *m_context.index; }
    /// The nodes of the input graph under their ids, and all new ones. Operators' rules add to it;
    /// explain() then says why.
    [[nodiscard]] Graph &graph() { return m_graph; }
    [[nodiscard]] Semantics semantics() const { return m_context.semantics; }
    /// Whether to stop: without finish() the pass's graph stays as it is.
    [[nodiscard]] bool isCanceled() const { return m_context.control.cancel.isCanceled(); }
    /// The input graph's name of an entry of its snapshot.
    [[nodiscard]] Entry entryOf(const IndexedEntry &entry) const;

    /// Adds a node that comes from these nodes of the input graph. `reason` is one phrase.
    NodeId add(Node node, std::vector<NodeId> from, std::string reason);
    /// Adds a copy of a node of the snapshot, to be changed and read in its place.
    NodeId copy(std::uint32_t nodeId);
    /// Says where the nodes came from that were added to graph() and are not explained yet.
    void explain(const std::vector<NodeId> &from, const std::string &reason);

    /// Makes the pass's graph of what these heads reach in graph(), in NNVM's order. Nothing is
    /// touched when that is what it was.
    void finish(std::vector<Entry> heads);
    /// The id in the result of a node of graph(), once finished.
    [[nodiscard]] NodeId resultId(NodeId id) const;

private:
    struct Origin {
        std::vector<NodeId> from;
        std::string reason;
    };

    /// What a copy is a copy of; any other node itself.
    [[nodiscard]] NodeId originalOf(NodeId id) const;
    void nameCopies(const std::vector<NodeId> &order);
    void numberNames(const std::vector<NodeId> &order);
    [[nodiscard]] std::vector<std::pair<NodeId, Node>> takeNodes(const std::vector<NodeId> &order);
    [[nodiscard]] bool isAsBefore(const std::vector<std::pair<NodeId, Node>> &nodes,
                                  const std::vector<Entry> &heads) const;
    void tellProvenance(const std::vector<NodeId> &order);

    PassContext &m_context;
    Graph m_graph;
    std::size_t m_explained = 0; ///< so many nodes of graph() need no more explanation
    std::unordered_map<NodeId, NodeId> m_originalOf; ///< of copies
    std::unordered_map<NodeId, Origin> m_origins;    ///< of nodes that are not copies
    std::unordered_map<NodeId, NodeId> m_resultIds;  ///< where they differ
};

/// What a pass puts in a node's place: one entry for each output, or nothing when the node stays.
using Replacement = std::optional<std::vector<Entry>>;

/// Asked for every node of the snapshot, sources first. `node` is the node in the rewriter's graph:
/// the input graph's own, or a copy when something it reads was replaced.
using ReplaceNode = std::function<Result<Replacement>(std::uint32_t nodeId, NodeId node)>;

/// NNVM's way to transform a graph: asks for every node and copies the ones that read what was
/// replaced; then finishes. Fails when a replacement has not one entry for each output, and (in
/// exact semantics) when a control dependency would become more than one node.
Status replaceNodes(GraphRewriter &rewriter, const ReplaceNode &replace);

/// The part of a graph that these heads reach, under the same ids, in NNVM's order.
[[nodiscard]] Graph partOf(const Graph &graph, std::vector<Entry> heads);

/// Fails for LightNet's graphs, which passes on NNVM's graphs leave alone.
[[nodiscard]] Status requireNnvmGraph(const PassContext &context, const std::string &pass);

} // namespace nervure
