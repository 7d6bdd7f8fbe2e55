// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/node_times.h"

#include <optional>
#include <string_view>

namespace nervure {

namespace {

using NodesByName = std::unordered_map<std::string_view, NodeId>;

std::optional<NodeId> lookUp(const NodesByName &nodes, std::string_view name)
{
    const auto it = nodes.find(name);
    return it == nodes.end() ? std::nullopt : std::optional(it->second);
}

std::optional<NodeId> ownerOf(const LayerTime &layer, const NodesByName &nodes)
{
    std::optional<NodeId> owner = lookUp(nodes, layer.root);
    for (std::size_t i = 0; !owner && i < layer.nodes.size(); ++i) {
        owner = lookUp(nodes, layer.nodes[i]);
    }
    return owner;
}

} // namespace

NodeTimes timesOfNodes(std::span<const LayerTime> layers, std::span<const FoldedNode> folded,
                       const Graph &graph)
{
    NodesByName nodes;
    for (const NodeId id : graph.nodes()) {
        nodes.emplace(graph.node(id).name, id);
    }
    NodeTimes times;
    std::unordered_map<std::string_view, NodeId> owners;
    for (const LayerTime &layer : layers) {
        if (const auto owner = ownerOf(layer, nodes)) {
            times.ms[*owner] += layer.ms;
            owners.emplace(layer.root, *owner);
        }
    }
    const auto hold = [&](std::string_view name, NodeId owner) {
        if (const auto node = lookUp(nodes, name); node && times.ms.count(*node) == 0) {
            times.owners.emplace(*node, owner);
        }
    };
    for (const LayerTime &layer : layers) {
        for (const std::string &name : layer.nodes) {
            if (const auto owner = owners.find(layer.root); owner != owners.end()) {
                hold(name, owner->second);
            }
        }
    }
    for (const FoldedNode &node : folded) {
        if (const auto owner = owners.find(node.into); owner != owners.end()) {
            hold(node.node, owner->second);
        }
    }
    return times;
}

} // namespace nervure
