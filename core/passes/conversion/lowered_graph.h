// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/value/value_type.h"
#include "core/passes/pass_spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nervure {

/// Says that a node has no counterpart, and why: "not-lowered", located at it.
[[nodiscard]] Diagnostic notLowered(const IndexedNode &node, const std::string &reason);

/// Places among the inputs of an operator of control flow, as its attributes have them.
[[nodiscard]] std::string placesText(const std::vector<std::uint32_t> &places);

/// The shape that a value of a model has in the lowered graph, where a scalar is one element.
[[nodiscard]] Shape loweredShape(const ValueType &value);

/// The attributes of a variable of that shape and type, as NNVM's inference reads them.
[[nodiscard]] AttrDict variableAttrs(const Shape &shape, DType type);

/// Tells the passes that follow what NNVM can say of an importer's shape and type of a variable, where nobody else
/// says them.
void tellImported(PassContext &context, const std::string &name, const Shape &shape, DType type);

/// The shape that NNVM's InferShape gives the first result of an importer's graph when it is told `facts`.
/// Fails as NNVM raises ("NNVMError").
[[nodiscard]] Result<Shape> shapeInferredByNnvm(const PassContext &context, Graph graph,
                                                const InputFacts &facts);

/// The graph of NNVM's operators and ours that those of another framework become, one node after the other:
/// what all such passes do alike.
class LoweredGraph {
public:
    /// Names of nodes begin with `prefix`. Tells `provenance`, if given, where nodes came from: `origin`, if
    /// that is one.
    LoweredGraph(const PassContext &context, Graph &graph, Provenance *provenance,
                 std::string prefix, NodeId origin = {});

    [[nodiscard]] Graph &graph() const { return m_graph; }
    [[nodiscard]] std::string nameOf(const Node &node) const { return m_prefix + node.name; }
    /// How many nodes there are: what finish() wants to know.
    [[nodiscard]] std::size_t size() const { return m_graph.nodeCount(); }

    /// Ends what became of one node, the nodes from `before` on: gives them the set that has their operator,
    /// the one of `result` the name, and tells where they came from.
    void finish(const IndexedNode &node, std::size_t before, const Entry &result) const;
    /// Gives every node a name that no other has; those of the document stay.
    void numberNames(const IndexedGraph &document) const;

private:
    const PassContext &m_context;
    Graph &m_graph;
    Provenance *m_provenance;
    std::string m_prefix;
    NodeId m_origin;
};

} // namespace nervure
