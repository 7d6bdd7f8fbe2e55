// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph.h"

#include "core/graph/same_node.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <numeric>

namespace nervure {

namespace {

/// Given to no graph before, in any thread.
std::uint64_t nextRevision()
{
    static std::atomic<std::uint64_t> latest{0};
    return latest.fetch_add(1, std::memory_order_relaxed) + 1;
}

} // namespace

std::string_view dialectName(Dialect dialect)
{
    switch (dialect) {
    case Dialect::Nnvm: return "nnvm";
    case Dialect::LightNet: return "lightnet";
    case Dialect::MXNet: return "mxnet";
    case Dialect::Onnx: return "onnx";
    case Dialect::Darknet: return "darknet";
    case Dialect::TensorFlow: return "tensorflow";
    case Dialect::Keras: return "keras";
    case Dialect::CoreML: return "coreml";
    case Dialect::Nervure: break;
    }
    return "nervure";
}

std::vector<std::string> dialectNames()
{
    std::vector<std::string> names;
    for (const Dialect dialect : allDialects) {
        names.emplace_back(dialectName(dialect));
    }
    return names;
}

std::vector<std::size_t> listedOrder(const std::vector<Port> &ports, std::size_t count)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto place = [&ports](std::size_t i) { return i < ports.size() ? ports[i].listed : 0; };
    std::stable_sort(order.begin(), order.end(),
                     [&place](std::size_t a, std::size_t b) { return place(a) < place(b); });
    return order;
}

NodeId Graph::add(Node node)
{
    const NodeId id{m_nextId};
    place(id, std::move(node), m_order.size());
    return id;
}

void Graph::insert(NodeId id, Node node, std::size_t position)
{
    place(id, std::move(node), position);
}

void Graph::place(NodeId id, Node &&node, std::size_t position)
{
    assert(id.isValid() && !contains(id) && "the id is free");
    m_nodes.insert(id.value, std::move(node));
    const std::size_t at = std::min(position, m_order.size());
    m_order.insert(m_order.begin() + static_cast<std::ptrdiff_t>(at), id);
    reserveIds(id.value + 1);
    m_revision = nextRevision();
}

std::pair<Node, std::size_t> Graph::remove(NodeId id)
{
    const auto place = std::find(m_order.begin(), m_order.end(), id);
    std::pair<Node, std::size_t> removed{node(id),
                                         static_cast<std::size_t>(place - m_order.begin())};
    m_nodes.erase(id.value);
    m_order.erase(place);
    m_revision = nextRevision();
    return removed;
}

Node &Graph::edit(NodeId id)
{
    assert(contains(id) && "the node is there");
    m_revision = nextRevision();
    return m_nodes.own(id.value);
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
    m_revision = nextRevision();
}

void Graph::setAttrs(std::vector<GraphAttr> attrs)
{
    m_attrs = std::move(attrs);
    m_revision = nextRevision();
}

void Graph::setNote(std::string note)
{
    m_note = std::move(note);
    m_revision = nextRevision();
}

void Graph::setDialect(Dialect dialect)
{
    m_dialect = dialect;
    m_revision = nextRevision();
}

void Graph::assign(std::vector<std::pair<NodeId, Node>> nodes, std::vector<Entry> heads)
{
    m_nodes = {};
    m_order.clear();
    m_order.reserve(nodes.size());
    for (auto &[id, node] : nodes) {
        place(id, std::move(node), m_order.size());
    }
    setHeads(std::move(heads));
}

void Graph::reserveIds(std::uint32_t count)
{
    m_nextId = std::max(m_nextId, count);
}

std::vector<NodeId> Graph::touchedSince(const Graph &other) const
{
    std::vector<NodeId> touched;
    m_nodes.forEachOther(other.m_nodes,
                         [&touched](std::uint32_t id) { touched.push_back(NodeId{id}); });
    return touched;
}

bool Graph::sameAs(const Graph &other) const
{
    const auto isSame = [&](NodeId id) { return sameNode(node(id), other.node(id)); };
    return m_order == other.m_order && m_heads == other.m_heads && m_attrs == other.m_attrs
           && m_dialect == other.m_dialect && m_note == other.m_note
           && (m_nodes == other.m_nodes || std::all_of(m_order.begin(), m_order.end(), isSame));
}

} // namespace nervure
