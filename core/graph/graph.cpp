// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph.h"

#include <algorithm>
#include <cassert>

namespace nervure {

std::string_view dialectName(Dialect dialect)
{
    switch (dialect) {
    case Dialect::Nnvm: return "nnvm";
    case Dialect::LightNet: return "lightnet";
    case Dialect::Nervure: break;
    }
    return "nervure";
}

NodeId Graph::add(Node node)
{
    const NodeId id{m_nextId};
    insert(id, std::move(node), m_order.size());
    return id;
}

void Graph::insert(NodeId id, Node node, std::size_t position)
{
    assert(id.isValid() && !contains(id) && "the id is free");
    m_nodes.emplace(id, std::move(node));
    const std::size_t at = std::min(position, m_order.size());
    m_order.insert(m_order.begin() + static_cast<std::ptrdiff_t>(at), id);
    reserveIds(id.value + 1);
    ++m_revision;
}

std::pair<Node, std::size_t> Graph::remove(NodeId id)
{
    const auto it = m_nodes.find(id);
    assert(it != m_nodes.end() && "the node is there");
    const auto place = std::find(m_order.begin(), m_order.end(), id);
    std::pair<Node, std::size_t> removed{std::move(it->second),
                                         static_cast<std::size_t>(place - m_order.begin())};
    m_nodes.erase(it);
    m_order.erase(place);
    ++m_revision;
    return removed;
}

bool Graph::contains(NodeId id) const
{
    return m_nodes.count(id) != 0;
}

const Node &Graph::node(NodeId id) const
{
    const auto it = m_nodes.find(id);
    assert(it != m_nodes.end() && "the node is there");
    return it->second;
}

Node &Graph::edit(NodeId id)
{
    const auto it = m_nodes.find(id);
    assert(it != m_nodes.end() && "the node is there");
    ++m_revision;
    return it->second;
}

std::optional<NodeId> Graph::findByName(std::string_view name) const
{
    for (const NodeId id : m_order) {
        if (node(id).name == name) {
            return id;
        }
    }
    return std::nullopt;
}

void Graph::setHeads(std::vector<Entry> heads)
{
    m_heads = std::move(heads);
    ++m_revision;
}

void Graph::setAttrs(std::vector<GraphAttr> attrs)
{
    m_attrs = std::move(attrs);
    ++m_revision;
}

void Graph::setDialect(Dialect dialect)
{
    m_dialect = dialect;
    ++m_revision;
}

void Graph::assign(std::vector<std::pair<NodeId, Node>> nodes, std::vector<Entry> heads)
{
    m_nodes.clear();
    m_order.clear();
    m_order.reserve(nodes.size());
    for (auto &[id, node] : nodes) {
        insert(id, std::move(node), m_order.size());
    }
    setHeads(std::move(heads));
}

void Graph::reserveIds(std::uint32_t count)
{
    m_nextId = std::max(m_nextId, count);
}

bool Graph::sameAs(const Graph &other) const
{
    return m_order == other.m_order && m_heads == other.m_heads && m_attrs == other.m_attrs
           && m_dialect == other.m_dialect && m_nodes == other.m_nodes;
}

} // namespace nervure
