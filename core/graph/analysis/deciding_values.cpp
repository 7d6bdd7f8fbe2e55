// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/deciding_values.h"

#include "core/graph/onnx_variable.h"
#include "core/graph/op/rewrite_rules.h"

#include <string_view>
#include <unordered_map>

namespace nervure {

namespace {

/// Nodes by the names of their values, for bodies, which read values of the graph around them by name.
std::unordered_map<std::string_view, std::uint32_t> nodesByValue(const IndexedGraph &graph)
{
    std::unordered_map<std::string_view, std::uint32_t> nodes;
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const Node &node = *graph.node(id).node;
        if (node.isVariable()) {
            nodes.emplace(node.name, id);
        }
        for (const Port &port : node.outputPorts) {
            nodes.emplace(port.tensor, id);
        }
    }
    return nodes;
}

/// Marks what the bodies of a node read from around them.
void markRead(const Node &node, const std::unordered_map<std::string_view, std::uint32_t> &nodes,
              std::vector<bool> &decides)
{
    for (const auto &body : node.subgraphs) {
        for (const NodeId id : body->nodes()) {
            const Node &variable = body->node(id);
            const auto read =
                variable.attrs.find(onnx_variable::outer) ? nodes.find(variable.name) : nodes.end();
            if (read != nodes.end()) {
                decides[read->second] = true;
            }
        }
    }
}

/// Marks what the marked nodes are computed from, from the last node back.
void spread(const IndexedGraph &graph, bool bodiesDecide, std::vector<bool> &decides)
{
    for (std::uint32_t id = graph.nodeCount(); id-- > 0;) {
        const IndexedNode &node = graph.node(id);
        const bool hasBodies = bodiesDecide && !node.node->subgraphs.empty();
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const bool isThere = node.inputs[i].nodeId < graph.nodeCount();
            if (isThere && (decides[id] || hasBodies || mayDecide(node, placeOf(node, i)))) {
                decides[node.inputs[i].nodeId] = true;
            }
        }
    }
}

} // namespace

std::size_t placeOf(const IndexedNode &node, std::size_t i)
{
    const auto &ports = node.node->inputPorts;
    return i < ports.size() ? ports[i].listed : i;
}

bool takesNumbers(const IndexedNode &node, std::size_t place)
{
    constexpr std::size_t mostBits = 32;
    return node.spec && node.spec->rewrites && place < mostBits
           && (node.spec->rewrites->numberInputs >> place & 1U) != 0;
}

bool mayDecide(const IndexedNode &node, std::size_t place)
{
    constexpr std::size_t stepsAndCondition = 2;
    return takesNumbers(node, place) || (node.node->op == "Loop" && place < stepsAndCondition);
}

std::vector<bool> decidingNodes(const IndexedGraph &graph)
{
    std::vector<bool> decides(graph.nodeCount());
    spread(graph, false, decides);
    return decides;
}

std::vector<bool> decidingNodesWithBodies(const IndexedGraph &graph, bool isBody)
{
    std::vector<bool> decides(graph.nodeCount());
    const auto nodes = nodesByValue(graph);
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        markRead(*graph.node(id).node, nodes, decides);
    }
    for (const IndexedEntry &head : graph.heads()) {
        if (isBody && head.nodeId < graph.nodeCount()) {
            decides[head.nodeId] = true;
        }
    }
    spread(graph, true, decides);
    return decides;
}

} // namespace nervure
