// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/whole_graph.h"

#include <vector>

namespace nervure {

namespace {

/// Nodes that something reads, or that are a head.
std::vector<bool> readNodes(const Graph &graph)
{
    std::vector<bool> isRead(graph.idLimit());
    const auto mark = [&](NodeId id) {
        if (id.value < isRead.size()) {
            isRead[id.value] = true;
        }
    };
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        for (const Entry &input : node.inputs) {
            mark(input.node);
        }
        for (const NodeId before : node.controlDeps) {
            mark(before);
        }
    }
    for (const Entry &head : graph.heads()) {
        mark(head.node);
    }
    return isRead;
}

} // namespace

Graph wholeGraph(const Graph &graph)
{
    if (graph.dialect() == Dialect::LightNet) {
        return graph; // is indexed whole
    }
    const std::vector<bool> isRead = readNodes(graph);
    std::vector<Entry> heads = graph.heads();
    for (const NodeId id : graph.nodes()) {
        if (!isRead[id.value]) {
            heads.push_back({id});
        }
    }
    if (heads.size() == graph.heads().size()) {
        return graph;
    }
    Graph whole = graph;
    whole.setHeads(std::move(heads));
    return whole;
}

} // namespace nervure
