// SPDX-License-Identifier: Apache-2.0
#include "app/input_shapes.h"

#include "widgets/document/graph_document.h"

namespace nervure {

namespace {

bool hasShape(const Node &variable, const InputFacts &facts)
{
    return facts.shapes.count(variable.name) != 0 || variable.attrs.find("shape") != nullptr
           || variable.attrs.find("__shape__") != nullptr;
}

} // namespace

bool areInputShapesKnown(const GraphDocument &document)
{
    const Graph &graph = document.graph();
    if (document.isEmpty() || !document.index()) {
        return false;
    }
    if (graph.dialect() == Dialect::LightNet) {
        return true;
    }
    const auto &parameters = document.parameters();
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (node.isVariable() && parameters.count(id) == 0
            && !hasShape(node, document.inputFacts())) {
            return false;
        }
    }
    return true;
}

} // namespace nervure
