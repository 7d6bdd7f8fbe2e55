// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/node_times.h"

namespace nervure {

ProfiledNodes::ProfiledNodes(const Graph &graph) : m_graph(graph)
{
    for (const NodeId id : graph.nodes()) {
        m_byName.emplace(graph.node(id).name, id);
    }
}

NodeId ProfiledNodes::find(const NamedNode &named) const
{
    if (const Node *node = m_graph.find(named.id); node && node->name == named.name) {
        return named.id;
    }
    const auto it = m_byName.find(named.name);
    return it == m_byName.end() ? NodeId() : it->second;
}

NodeId ProfiledNodes::rootOf(const LayerProfile &layer) const
{
    NodeId root = find(layer.node);
    for (std::size_t i = 0; !root.isValid() && i < layer.nodes.size(); ++i) {
        root = find(layer.nodes[i]);
    }
    return root;
}

NodeTimes timesOfNodes(const ProfileData &profile, const Graph &graph)
{
    const ProfiledNodes finder(graph);
    NodeTimes times;
    for (const LayerProfile &layer : profile.layers) {
        const NodeId root = times.roots.emplace_back(finder.rootOf(layer));
        if (root.isValid()) {
            times.ms[root] += layer.ms.median;
        }
    }
    const auto hold = [&](const NamedNode &named, NodeId root) {
        const NodeId node = finder.find(named);
        if (node.isValid() && root.isValid() && times.ms.count(node) == 0) {
            times.owners.emplace(node, root);
        }
    };
    for (std::size_t i = 0; i < profile.layers.size(); ++i) {
        for (const NamedNode &node : profile.layers[i].nodes) {
            hold(node, times.roots[i]);
        }
    }
    for (const FoldedNode &folded : profile.folded) {
        if (folded.layer) {
            hold(folded.node, times.roots[*folded.layer]);
        }
    }
    return times;
}

} // namespace nervure
