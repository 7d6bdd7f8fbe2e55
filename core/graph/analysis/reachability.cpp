// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/reachability.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::uint32_t notMet = NodeId::invalidValue;

NodeSet both(const NodeSet &a, const NodeSet &b)
{
    NodeSet result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        result[i] = a[i] && b[i];
    }
    return result;
}

NodeSet either(const NodeSet &a, const NodeSet &b)
{
    NodeSet result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        result[i] = a[i] || b[i];
    }
    return result;
}

} // namespace

NodeSet nodeSet(const Graph &graph, std::span<const NodeId> nodes)
{
    NodeSet set(graph.idLimit());
    for (const NodeId id : nodes) {
        if (graph.contains(id)) {
            set[id.value] = true;
        }
    }
    return set;
}

std::vector<NodeId> nodesOf(const Graph &graph, const NodeSet &set)
{
    std::vector<NodeId> nodes;
    for (const NodeId id : graph.nodes()) {
        if (set[id.value]) {
            nodes.push_back(id);
        }
    }
    return nodes;
}

Reachability::Reachability(const Graph &graph) : m_graph(graph)
{
    const std::uint32_t limit = graph.idLimit();
    m_operands.starts.resize(limit + 1);
    for (std::uint32_t id = 0; id < limit; ++id) {
        if (const Node *node = graph.find(NodeId{id})) {
            const auto add = [&](NodeId other) {
                if (graph.contains(other)) {
                    m_operands.targets.push_back(other.value);
                }
            };
            for (const Entry &input : node->inputs) {
                add(input.node);
            }
            for (const NodeId other : node->controlDeps) {
                add(other);
            }
        }
        m_operands.starts[id + 1] = static_cast<std::uint32_t>(m_operands.targets.size());
    }
    m_users = reversed(m_operands);
}

Reachability::Links Reachability::reversed(const Links &links)
{
    Links result;
    result.starts.resize(links.starts.size());
    result.targets.resize(links.targets.size());
    for (const std::uint32_t target : links.targets) {
        ++result.starts[target + 1];
    }
    for (std::size_t i = 1; i < result.starts.size(); ++i) {
        result.starts[i] += result.starts[i - 1];
    }
    std::vector<std::uint32_t> next(result.starts);
    for (std::uint32_t id = 0; id + 1 < links.starts.size(); ++id) {
        for (const std::uint32_t target : links.of(id)) {
            result.targets[next[target]++] = id;
        }
    }
    return result;
}

NodeSet Reachability::oneStep(const Links &links, const NodeSet &from) const
{
    NodeSet result(from.size());
    for (std::uint32_t id = 0; id < from.size(); ++id) {
        if (from[id]) {
            for (const std::uint32_t other : links.of(id)) {
                result[other] = true;
            }
        }
    }
    return result;
}

NodeSet Reachability::closure(const Links &links, const NodeSet &from) const
{
    NodeSet result = oneStep(links, from);
    std::vector<std::uint32_t> left;
    for (std::uint32_t id = 0; id < result.size(); ++id) {
        if (result[id]) {
            left.push_back(id);
        }
    }
    while (!left.empty()) {
        const std::uint32_t id = left.back();
        left.pop_back();
        for (const std::uint32_t other : links.of(id)) {
            if (!result[other]) {
                result[other] = true;
                left.push_back(other);
            }
        }
    }
    return result;
}

NodeSet Reachability::ancestors(const NodeSet &from) const
{
    return closure(m_operands, from);
}

NodeSet Reachability::descendants(const NodeSet &from) const
{
    return closure(m_users, from);
}

NodeSet Reachability::operands(const NodeSet &of) const
{
    return oneStep(m_operands, of);
}

NodeSet Reachability::users(const NodeSet &of) const
{
    return oneStep(m_users, of);
}

/// Breadth first from all of `from` at once.
std::vector<NodeId> Reachability::way(const NodeSet &from, const NodeSet &to) const
{
    std::vector<std::uint32_t> before(from.size(), notMet);
    std::vector<std::uint32_t> queue;
    for (const NodeId id : m_graph.nodes()) {
        if (from[id.value]) {
            before[id.value] = id.value;
            queue.push_back(id.value);
        }
    }
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t id = queue[at];
        if (to[id]) {
            std::vector<NodeId> nodes{NodeId{id}};
            for (std::uint32_t i = id; before[i] != i; i = before[i]) {
                nodes.push_back(NodeId{before[i]});
            }
            std::reverse(nodes.begin(), nodes.end());
            return nodes;
        }
        for (const std::uint32_t other : m_users.of(id)) {
            if (before[other] == notMet) {
                before[other] = id;
                queue.push_back(other);
            }
        }
    }
    return {};
}

std::vector<NodeId> Reachability::path(const NodeSet &from, const NodeSet &to) const
{
    std::vector<NodeId> nodes = way(from, to);
    return nodes.empty() ? way(to, from) : nodes;
}

NodeSet Reachability::between(const NodeSet &from, const NodeSet &to) const
{
    const auto region = [this](const NodeSet &top, const NodeSet &bottom) {
        return both(either(top, descendants(top)), either(bottom, ancestors(bottom)));
    };
    const NodeSet down = region(from, to);
    const bool isEmpty = std::find(down.begin(), down.end(), true) == down.end();
    return isEmpty ? region(to, from) : down;
}

} // namespace nervure
