// SPDX-License-Identifier: Apache-2.0
#include "app/files/input_shapes.h"

#include "widgets/document/graph_document.h"
#include "widgets/models/input_model.h"

#include <algorithm>

namespace nervure {

namespace {

bool hasShape(const Node &variable, const InputFacts &facts)
{
    return facts.shapes.count(variable.name) + facts.sizes.count(variable.name) != 0
           || variable.attrs.find("shape") != nullptr
           || variable.attrs.find("__shape__") != nullptr;
}

} // namespace

bool areInputShapesKnown(const GraphDocument &document)
{
    const Graph &graph = document.graph();
    if (document.isEmpty() || !document.isExamined()) {
        return false;
    }
    if (graph.dialect() == Dialect::LightNet || bringsShapes(document)) {
        return true;
    }
    const std::vector<NodeId> &inputs = document.statistics().inputs;
    return std::all_of(inputs.begin(), inputs.end(),
                       [&](NodeId id) { return hasShape(graph.node(id), document.inputFacts()); });
}

} // namespace nervure
