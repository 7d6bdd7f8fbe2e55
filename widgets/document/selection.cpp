// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/selection.h"

#include <algorithm>
#include <utility>

namespace nervure {

Selection::Selection(QObject *parent) : QObject(parent) {}

bool Selection::contains(NodeId node) const
{
    return std::find(m_nodes.begin(), m_nodes.end(), node) != m_nodes.end();
}

NodeId Selection::current() const
{
    return m_nodes.empty() ? NodeId{} : m_nodes.back();
}

void Selection::select(NodeId node)
{
    setNodes(node.isValid() ? std::vector<NodeId>{node} : std::vector<NodeId>{});
}

void Selection::setNodes(std::vector<NodeId> nodes, std::optional<InnerNode> inner)
{
    if (nodes == m_nodes && inner == m_inner && !m_value) {
        return;
    }
    m_nodes = std::move(nodes);
    m_inner = std::move(inner);
    m_value.reset();
    Q_EMIT selectionChanged();
}

void Selection::toggle(NodeId node)
{
    std::vector<NodeId> nodes = m_nodes;
    const auto it = std::find(nodes.begin(), nodes.end(), node);
    if (it == nodes.end()) {
        nodes.push_back(node);
    } else {
        nodes.erase(it);
    }
    setNodes(std::move(nodes));
}

void Selection::selectValue(const Entry &value)
{
    if (m_value == value) {
        return;
    }
    m_nodes.clear();
    m_inner.reset();
    m_value = value;
    Q_EMIT selectionChanged();
}

void Selection::clear()
{
    setNodes({});
}

void Selection::jumpTo(NodeId node)
{
    jumpInto(node, std::nullopt);
}

void Selection::jumpInto(NodeId node, std::optional<InnerNode> inner)
{
    setNodes(node.isValid() ? std::vector{node} : std::vector<NodeId>(), std::move(inner));
    Q_EMIT jumpRequested(node);
}

void Selection::setFound(std::vector<NodeId> nodes)
{
    if (nodes != m_found) {
        m_found = std::move(nodes);
        Q_EMIT foundChanged();
    }
}

void Selection::keepOnly(const Graph &graph)
{
    if (m_value && graph.contains(m_value->node)) {
        return;
    }
    std::vector<NodeId> nodes = m_nodes;
    std::erase_if(nodes, [&graph](NodeId node) { return !graph.contains(node); });
    const bool isThere = m_inner && !nodes.empty() && nodes.back() == current()
                         && nodeAt(graph, *m_inner) != nullptr;
    setNodes(std::move(nodes), isThere ? m_inner : std::nullopt);
}

} // namespace nervure
