// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/check/forward_inference.h"
#include "core/passes/conversion/lightnet_builder.h"
#include "core/passes/pass_spec.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

/// A LightNet document that a pass makes of another graph: what its operators are called, where they
/// came from, and which of them the results need.
class LightNetDocument {
public:
    /// The new nodes' ids start at `firstId`.
    LightNetDocument(const OpRegistry &ops, std::uint32_t firstId);

    /// A result of the other graph, and the node of that which makes it.
    struct Head {
        LightNetTensor tensor;
        std::string name;
        NodeId from;
    };

    [[nodiscard]] LightNetBuilder &builder() { return m_builder; }

    /// Takes what was built since the last call as what `node` became. The operators that make
    /// `outputs` are called like it. Says what LightNet finds wrong with them; empty if nothing.
    [[nodiscard]] std::string accept(const Node &node, NodeId from, const std::string &reason,
                                     const std::vector<LightNetTensor> &outputs);
    /// Forgets what was built since the last call.
    void dropUnaccepted();

    /// Copies a graph of LightNet's operators and NNVM's zeros and gives its heads.
    [[nodiscard]] Result<std::vector<Entry>> copyOperators(const Graph &graph);
    /// Says what a copied operator came from, and all that it reads of which that is not said yet.
    void explainCopied(NodeId copy, NodeId from);

    /// Drops what the heads do not need, names everything, and lets each head be a tensor that
    /// nothing else reads.
    void finish(const std::vector<Head> &heads, bool prints);
    /// The tensors of the heads, once finished.
    [[nodiscard]] const std::vector<std::string> &headNames() const { return m_headNames; }
    [[nodiscard]] std::vector<Provenance::Origin> takeOrigins() { return std::move(m_origins); }
    [[nodiscard]] Graph takeGraph() { return std::move(m_result); }

private:
    /// What is known of one operator.
    struct Draft {
        std::string name;
        bool isMain = false; ///< called as wanted, before all others
        std::vector<NodeId> from;
        std::string reason;
    };

    [[nodiscard]] std::string infer(NodeId id);
    void explainShared(const Node &reader, NodeId from);
    [[nodiscard]] Status copyOperator(Node node, NodeId &copy);
    [[nodiscard]] std::vector<Entry> ownHeads(const std::vector<Head> &heads);
    void print(const std::vector<Entry> &heads);
    [[nodiscard]] std::vector<NodeId> neededBy(const std::vector<Entry> &heads) const;
    void nameAll(const std::vector<NodeId> &nodes);

    const OpRegistry &m_ops;
    Graph m_graph;
    Graph m_result;
    LightNetBuilder m_builder;
    ForwardInference m_inference;
    std::unordered_map<NodeId, Draft> m_drafts;
    std::vector<NodeId> m_printers;
    std::vector<std::string> m_headNames;
    std::vector<Provenance::Origin> m_origins;
};

} // namespace nervure
