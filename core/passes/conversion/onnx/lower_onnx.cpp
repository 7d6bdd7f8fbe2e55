// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/lower_onnx.h"

#include "core/graph/analysis/deciding_values.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/onnx_variable.h"
#include "core/passes/conversion/onnx/onnx_graph_lowering.h"

#include <utility>
#include <vector>

namespace nervure {

namespace {

/// The given elements that rules take as numbers, directly or by way of other operators, and those that stand for
/// what the file says of an initializer, which a rule may have in its kernel's code.
KnownInputs decidingElements(const IndexedGraph &graph, const KnownInputs &given)
{
    KnownInputs deciding;
    const std::vector<bool> decides = decidingNodes(graph);
    for (const std::uint32_t id : graph.inputNodes()) {
        const IndexedNode &node = graph.node(id);
        const bool isAsked = decides[id] || holdsOnnxValues(node.node->attrs);
        const auto elements = isAsked ? given.find(node.node->name) : given.end();
        if (elements != given.end()) {
            deciding.insert(*elements);
        }
    }
    return deciding;
}

/// What is given for an input of bfloat16 is float32 and may have more digits.
Entry asGiven(const OnnxPart &part, const IndexedNode &variable, const ValueType &value)
{
    const Entry given{variable.source, 0, 0};
    if (value.element != ElementType::BFloat16 || !isOnnxInput(variable.node->attrs)) {
        return given;
    }
    Node rounded;
    rounded.name = variable.node->name + "_round_bfloat16";
    rounded.op = "round_bfloat16";
    rounded.dialect = Dialect::Nervure;
    rounded.inputs = {given};
    const NodeId id = part.graph.add(std::move(rounded));
    part.provenance->origins.push_back({id, {variable.source}, "what the variable holds"});
    return {id, 0, 0};
}

/// They keep their ids.
void addVariables(OnnxGraphLowering &lowering)
{
    const OnnxPart &part = lowering.part();
    part.graph.reserveIds(part.index.graph().idLimit());
    for (const std::uint32_t id : part.index.inputNodes()) {
        const IndexedNode &node = part.index.node(id);
        const ValueType &value = part.values[part.index.entryId(id, 0)];
        Node variable;
        variable.name = node.node->name;
        variable.sourceIndex = node.node->sourceIndex;
        part.graph.insert(node.source, std::move(variable), part.graph.nodeCount());
        if (refusalOf(value).empty()) {
            const Shape shape = loweredShape(value);
            part.graph.edit(node.source).attrs =
                variableAttrs(shape, computableType(value.element));
            part.context.madeInputs.shapes[node.node->name] = shape;
            part.context.madeInputs.dtypes[node.node->name] = computableType(value.element);
            lowering.place(node.source, asGiven(part, node, value));
        }
    }
}

/// What the graph gives in the stead of a result that has no elements.
Entry standIn(const OnnxPart &part, const IndexedNode &node, const ValueType &value)
{
    Node zero;
    zero.name = node.node->name + "_no_elements";
    zero.op = "zeros";
    zero.attrs = {{"shape", "(1,)"},
                  {"dtype", std::string(dtypeName(computableType(value.element)))}};
    const NodeId id = part.graph.add(std::move(zero));
    part.provenance->origins.push_back({id, {node.source}, "stands for a result without elements"});
    return {id, 0, 0};
}

/// The new graph's, and what they are in the model.
Result<std::vector<Entry>> headsOf(const OnnxGraphLowering &lowering)
{
    const OnnxPart &part = lowering.part();
    std::vector<Entry> heads;
    std::vector<std::string> types;
    for (std::size_t i = 0; i < part.index.heads().size(); ++i) {
        const IndexedEntry &head = part.index.heads()[i];
        const ValueType &value = lowering.valueOf(head);
        types.push_back(value.text());
        if (value.elementCount() == 0 && computableType(value.element) != DType::Unknown) {
            heads.push_back(standIn(part, part.index.node(head.nodeId), value));
            continue;
        }
        ASSIGN_OR_RETURN(const Entry entry, lowering.head(i));
        heads.push_back(entry);
    }
    part.context.analyses.set(keys::resultTypes, std::move(types));
    return heads;
}

} // namespace

Status lowerOnnxGraph(PassContext &context)
{
    const IndexedGraph &index = *context.index;
    const OnnxFacts facts{context.inputs.shapes,
                          context.inputs.dtypes,
                          decidingElements(index, context.inputs.elements),
                          true,
                          nullptr,
                          context.inputs.sizes};
    OnnxValues found = inferOnnxValues(index, context.ops, facts, context.control.cancel);
    if (!found.faults.empty()) {
        return found.faults.front();
    }
    Graph graph;
    HeldVariables held;
    OnnxPart part{context, index, std::move(found.values), graph, &context.provenance};
    part.held = &held;
    OnnxGraphLowering lowering(std::move(part));
    addVariables(lowering);
    RETURN_IF_FAILED(lowering.run());
    ASSIGN_OR_RETURN(std::vector<Entry> heads, headsOf(lowering));
    graph.setHeads(std::move(heads));
    LoweredGraph(context, graph, nullptr, {}).numberNames(index);
    tellHeld(context, graph, std::move(held));
    context.graph = std::move(graph);
    return {};
}

} // namespace nervure
