// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/static_order.h"

#include "core/graph/op/op_registry.h"

#include <algorithm>
#include <list>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

namespace {

class StaticOrder {
public:
    StaticOrder(const Graph &graph, const OpRegistry &ops) : m_graph(graph)
    {
        for (const NodeId id : graph.nodes()) {
            const OpSpec *spec = ops.find(graph.node(id));
            // A variable stands for a created tensor whose elements were loaded.
            if (graph.node(id).isVariable() || (spec && spec->isStatic)) {
                m_static.insert(id);
            }
            m_places.emplace(id, m_order.insert(m_order.end(), id));
        }
    }

    /// One walk over the list; moving each operator to one place reverses those that move there.
    void walk()
    {
        if (m_order.empty()) {
            return;
        }
        for (auto it = std::next(m_order.begin()); it != m_order.end();) {
            const auto next = std::next(it);
            if (isMovable(*it)) {
                m_order.splice(placeFor(*it), m_order, it);
            }
            it = next;
        }
    }

    [[nodiscard]] std::vector<NodeId> take() const { return {m_order.begin(), m_order.end()}; }

private:
    [[nodiscard]] bool isMovable(NodeId id) const
    {
        const Node &node = m_graph.node(id);
        return (node.outputPorts.empty() || m_static.count(id) != 0)
               && std::all_of(node.inputs.begin(), node.inputs.end(), [this](const Entry &input) {
                      return m_static.count(input.node) != 0;
                  });
    }

    [[nodiscard]] std::list<NodeId>::iterator placeFor(NodeId id)
    {
        std::unordered_set<NodeId> missing;
        for (const Entry &input : m_graph.node(id).inputs) {
            missing.insert(input.node);
        }
        if (missing.empty()) {
            return m_order.begin();
        }
        if (missing.size() == 1) {
            return std::next(m_places.at(*missing.begin()));
        }
        auto it = m_order.begin();
        for (; it != m_order.end() && !missing.empty(); ++it) {
            missing.erase(*it);
        }
        return it;
    }

    const Graph &m_graph;
    std::list<NodeId> m_order;
    std::unordered_map<NodeId, std::list<NodeId>::iterator> m_places;
    std::unordered_set<NodeId> m_static;
};

} // namespace

std::vector<NodeId> staticOrder(const Graph &graph, const OpRegistry &ops)
{
    StaticOrder order(graph, ops);
    // LightNet walks twice, which puts back into order what the first walk reversed.
    order.walk();
    order.walk();
    return order.take();
}

Graph inStaticOrder(const Graph &graph, const OpRegistry &ops)
{
    Graph result;
    result.setDialect(graph.dialect());
    for (const NodeId id : staticOrder(graph, ops)) {
        result.insert(id, graph.node(id), result.nodeCount());
    }
    result.setHeads(graph.heads());
    result.setAttrs(graph.attrs());
    return result;
}

} // namespace nervure
