// SPDX-License-Identifier: Apache-2.0
#include "core/proof/kernel_bodies.h"

#include "core/graph/difference/change_details.h"
#include "core/graph/kernel_calls.h"

#include <algorithm>

namespace nervure {

namespace {

/// Puts one body in the place of a call.
class BodyExpansion {
public:
    BodyExpansion(Graph &graph, NodeId call, const IndexedGraph &body)
        : m_graph(graph),
          m_call(graph.node(call)),
          m_id(call),
          m_body(body)
    {}

    void run()
    {
        const auto variables = m_body.inputNodes();
        for (std::size_t i = 0; i < variables.size(); ++i) {
            m_entries[variables[i]] = m_call.inputs[i];
        }
        const std::uint32_t root = m_body.heads().front().nodeId;
        for (std::uint32_t place = 0; place < m_body.nodeCount(); ++place) {
            if (!m_body.node(place).isVariable()) {
                addNode(place, place == root);
            }
        }
    }

private:
    void addNode(std::uint32_t place, bool isRoot)
    {
        Node node = *m_body.node(place).node;
        node.inputs.clear();
        for (const IndexedEntry &input : m_body.node(place).inputs) {
            Entry entry = m_entries.at(input.nodeId);
            if (!m_body.node(input.nodeId).isVariable()) {
                entry.index = input.index;
            }
            node.inputs.push_back(entry);
        }
        node.name = m_call.name; // what is said of a part is said of the call
        node.controlDeps = m_call.controlDeps;
        if (isRoot) {
            m_graph.edit(m_id) = std::move(node);
        } else {
            m_entries[place] = {m_graph.add(std::move(node)), 0, 0};
        }
    }

    Graph &m_graph;
    const Node m_call;
    NodeId m_id;
    const IndexedGraph &m_body;
    std::unordered_map<std::uint32_t, Entry> m_entries; ///< by place in the body
};

} // namespace

void KernelBodies::take(const FusedGroups &groups, const IndexedGraph &graph)
{
    m_bodies.clear();
    for (const FusedGroup &group : groups.groups) {
        m_bodies.emplace(graph.node(group.root).source, group.subgraph);
    }
}

void KernelBodies::follow(const Graph &before, const Graph &after, const Provenance &provenance)
{
    if (m_bodies.empty()) {
        return;
    }
    const NodeComparison comparison(before, after, &provenance);
    std::unordered_map<NodeId, std::shared_ptr<const Graph>> bodies;
    for (const NodeId id : after.nodes()) {
        if (const auto it = m_bodies.find(comparison.stillIs(id)); it != m_bodies.end()) {
            bodies.emplace(id, it->second);
        }
    }
    m_bodies = std::move(bodies);
}

Graph KernelBodies::expanded(const Graph &graph, const OpRegistry &ops) const
{
    Graph result = graph;
    for (const NodeId id : graph.nodes()) {
        const auto body = m_bodies.find(id);
        if (body == m_bodies.end() || !isKernelCall(graph.node(id))) {
            continue;
        }
        Diagnostics ignored;
        const auto index = IndexedGraph::build(*body->second, ops, ignored);
        const bool fits = index && !(*index)->heads().empty()
                          && (*index)->inputNodes().size() == graph.node(id).inputs.size();
        if (fits) {
            BodyExpansion(result, id, **index).run();
        }
    }
    return result;
}

} // namespace nervure
