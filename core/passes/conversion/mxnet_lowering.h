// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <span>
#include <string>
#include <vector>

namespace nervure {

/// A snapshot whose operators are lowered: the document, or a body of an operator of control flow.
struct LoweredPart {
    const IndexedGraph &index;
    const Shapes &shapes;       ///< by entry, all known
    const DTypes &types;        ///< by entry, all known
    std::vector<Entry> entries; ///< by entry: where the value is in the new graph
    std::string prefix{};       ///< of the names of what a body becomes
    NodeId owner{};             ///< of a body: the document's node that holds it
    int depth = 0;              ///< of a body within others
};

/// Lowers MXNet's operators into a graph of NNVM's operators and ours, each by the rule of its own
/// declaration, with provenance.
class MXNetLowering {
public:
    /// Both must outlive it.
    MXNetLowering(PassContext &context, Graph &graph) : m_context(context), m_graph(graph) {}

    /// One operator after the other; variables' entries are there. Fails with the operator that has no
    /// counterpart, and the reason.
    Status lowerOperators(LoweredPart &part);

    [[nodiscard]] const PassContext &context() const { return m_context; }
    [[nodiscard]] Graph &graph() { return m_graph; }

private:
    Status lower(LoweredPart &part, std::uint32_t id);
    void finish(const LoweredPart &part, const IndexedNode &node, std::size_t before,
                const Entry &result);

    PassContext &m_context;
    Graph &m_graph;
};

} // namespace nervure
