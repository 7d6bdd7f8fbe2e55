// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_edits.h"

#include "core/graph/edits/add_edits.h"
#include "core/graph/edits/attribute_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/fragment.h"
#include "core/graph/edits/names.h"
#include "core/graph/edits/wiring_edits.h"

#include <array>

namespace nervure::tests {

namespace {

bool isLightNet(const Graph &graph)
{
    return graph.dialect() == Dialect::LightNet;
}

} // namespace

std::size_t RandomEdits::below(std::size_t count)
{
    return count == 0 ? 0 : m_random() % count;
}

NodeId RandomEdits::anyNode(const Graph &graph)
{
    return graph.nodeCount() == 0 ? NodeId() : graph.nodes()[below(graph.nodeCount())];
}

Entry RandomEdits::anyValue(const Graph &graph)
{
    return {anyNode(graph), below(20) == 0 ? 1U : 0U, 0};
}

std::vector<NodeId> RandomEdits::fewNodes(const Graph &graph)
{
    // Neighbors in the order, as a selection is.
    const std::size_t first = below(graph.nodeCount());
    const std::size_t count = std::min(1 + below(4), graph.nodeCount() - first);
    const auto nodes = graph.nodes().subspan(first, count);
    return {nodes.begin(), nodes.end()};
}

std::string RandomEdits::anyOperator(const Graph &graph)
{
    constexpr std::array nnvm{"relu", "tanh", "elemwise_add", "flatten", "nobody", "dense"};
    constexpr std::array lightNet{"relu", "sigmoid", "elew", "softmax", "nobody", "conv2d"};
    return isLightNet(graph) ? lightNet[below(lightNet.size())] : nnvm[below(nnvm.size())];
}

Result<Edit> RandomEdits::next(const Graph &graph)
{
    const NodeId node = anyNode(graph);
    if (!node.isValid()) {
        return addVariable(graph, "x", {2, 3}, DType::Float32);
    }
    const std::size_t inputs = graph.node(node).inputs.size();
    switch (below(24)) {
    case 0: return setAttribute(graph, {&node, 1}, "units", std::to_string(1 + below(9)));
    case 1: return setAttribute(graph, {&node, 1}, "axis", std::to_string(below(3)));
    case 2:
        return graph.node(node).attrs.empty()
                   ? setAttribute(graph, {&node, 1}, "k", "1")
                   : unsetAttribute(graph, {&node, 1}, graph.node(node).attrs.begin()->first);
    case 3: return renameNode(graph, node, "n" + std::to_string(below(50)));
    case 4: return setNote(graph, below(3) == 0 ? NodeId() : node, below(2) == 0 ? "" : "note");
    case 5: return deleteNodes(graph, fewNodes(graph), Readers::Bridge);
    case 6: return deleteNodes(graph, {&node, 1}, Readers::Unconnect);
    case 7: return disconnectInput(graph, node, below(inputs));
    case 8:
        return setInputType(graph, node, Shape{1 + std::int64_t(below(3)), 3},
                            below(2) == 0 ? DType::Float32 : DType::Int32);
    case 9: return addVariable(graph, "v", {2, 3}, DType::Float32);
    case 10: return moveNode(graph, node, below(graph.nodeCount()));
    case 11: return addControlDependency(graph, node, anyNode(graph));
    default: return below(2) == 0 ? structural(graph, node) : composed(graph, node);
    }
}

Result<Edit> RandomEdits::structural(const Graph &graph, NodeId node)
{
    const std::size_t inputs = graph.node(node).inputs.size();
    switch (below(8)) {
    case 0:
    case 1:
    case 2: return rewireInput(graph, node, below(inputs), anyValue(graph));
    case 3: return addInput(graph, m_ops, node, anyValue(graph));
    case 4: return removeInput(graph, node, below(inputs));
    case 5: return makeOutput(graph, anyValue(graph));
    case 6:
        return graph.heads().empty() ? makeOutput(graph, anyValue(graph))
                                     : removeOutput(graph, graph.heads().back());
    default: return rewireHead(graph, below(graph.heads().size()), anyValue(graph));
    }
}

Result<Edit> RandomEdits::composed(const Graph &graph, NodeId node)
{
    const NewOperator added{anyOperator(graph), "", {{"units", "3"}}, {}};
    const std::size_t inputs = graph.node(node).inputs.size();
    switch (below(6)) {
    case 0: {
        NewOperator reading = added;
        reading.inputs = {anyValue(graph)};
        return addOperator(graph, m_ops, reading);
    }
    case 1: {
        const EdgeEnd end{node, below(inputs)};
        return insertOperator(graph, m_ops, {&end, 1}, added);
    }
    case 2: return duplicateNodes(graph, fewNodes(graph));
    case 3: {
        const auto fragment = copyFragment(graph, fewNodes(graph));
        return fragment
                   ? pasteFragment(graph, *fragment,
                                   {below(2) == 0 ? Connect::References : Connect::Nothing, {}, {}})
                   : fragment.error();
    }
    case 4: return replaceByOperator(graph, m_ops, fewNodes(graph), added);
    default: {
        const auto part = extractGraph(graph, fewNodes(graph));
        return part ? mergeGraph(graph, *part) : part.error();
    }
    }
}

} // namespace nervure::tests
