// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/held_variables.h"

#include "core/passes/conversion/lowered_graph.h"

#include <cstring>
#include <utility>

namespace nervure {

void tellHeld(PassContext &context, const Graph &graph, HeldVariables variables)
{
    for (HeldVariable &variable : variables) {
        const std::string &name = graph.node(variable.node).name;
        context.madeInputs.shapes[name] = variable.shape;
        context.madeInputs.dtypes[name] = variable.type;
        context.held.insert_or_assign(name, std::move(variable.value));
    }
}

HeldVariable heldElements(Tensor elements)
{
    auto kept = std::make_shared<const Tensor>(std::move(elements));
    return {kept->shape(), kept->type(), {{}, kept}};
}

HeldVariable heldElements(const ConstTensorView &elements)
{
    // As large as what the caller holds: where that was to be had, so is this.
    Tensor copy =
        Tensor::zeros(elements.type, Shape(elements.shape.begin(), elements.shape.end())).value();
    std::memcpy(copy.data(), elements.data, copy.byteSize());
    return heldElements(std::move(copy));
}

Entry addHeld(Graph &graph, HeldVariables &all, HeldVariable variable, std::string name)
{
    Node node;
    node.name = std::move(name);
    node.attrs = variableAttrs(variable.shape, variable.type);
    variable.node = graph.add(std::move(node));
    all.push_back(std::move(variable));
    return {all.back().node, 0, 0};
}

} // namespace nervure
