// SPDX-License-Identifier: Apache-2.0
#include "core/graph/traversal.h"

#include <algorithm>
#include <utility>

namespace nervure {

PostOrderCheck::PostOrderCheck(const Graph &graph)
    : m_graph(graph),
      m_place(graph.idLimit(), notMet),
      m_isRead(graph.idLimit(), false)
{}

bool PostOrderCheck::accepts(NodeId id, const Node &node)
{
    if (!reads(node.inputs, node.controlDeps)) {
        return false;
    }
    m_place[id.value] = ++m_count;
    m_unread.push_back(id);
    return true;
}

bool PostOrderCheck::acceptsHeads()
{
    return reads(m_graph.heads(), {}) && m_unread.empty();
}

bool PostOrderCheck::reads(std::span<const Entry> inputs, std::span<const NodeId> controlDeps)
{
    m_sources.assign(controlDeps.begin(), controlDeps.end());
    m_sources.insert(m_sources.begin(), inputs.size(), NodeId());
    std::transform(inputs.begin(), inputs.end(), m_sources.begin(),
                   [](const Entry &entry) { return entry.node; });
    std::size_t fresh = 0;
    for (const NodeId source : m_sources) {
        if (source.value >= m_place.size() || m_place[source.value] == notMet) {
            return false;
        }
        fresh += m_isRead[source.value] ? 0 : 1;
        m_isRead[source.value] = true;
    }
    // A walk finds in turn what it has not met yet. All else it must have met by then: not first
    // among what stands behind the next such node.
    const std::size_t kept = m_unread.size() - fresh;
    std::size_t next = kept;
    for (const NodeId source : m_sources) {
        if (next == m_unread.size()) {
            break;
        }
        const std::uint32_t start = next == 0 ? 0 : m_place[m_unread[next - 1].value];
        if (source == m_unread[next]) {
            ++next;
        } else if (m_place[source.value] > start) {
            return false;
        }
    }
    const bool isInOrder = next == m_unread.size();
    m_unread.resize(kept);
    return isInOrder;
}

namespace {

bool isInPostOrder(const Graph &graph)
{
    PostOrderCheck check(graph);
    const auto ids = graph.nodes();
    return std::all_of(ids.begin(), ids.end(),
                       [&](NodeId id) { return check.accepts(id, graph.node(id)); })
           && check.acceptsHeads();
}

std::vector<NodeId> walk(const Graph &graph)
{
    std::vector<NodeId> order;
    order.reserve(graph.nodeCount());
    std::vector<bool> isSeen(graph.idLimit(), false);
    std::vector<WalkFrame> path;
    const auto visit = [&](NodeId id) {
        if (id.value >= isSeen.size() || isSeen[id.value]) {
            return;
        }
        if (const Node *node = graph.find(id)) {
            isSeen[id.value] = true;
            path.push_back({id, 0, node});
        }
    };
    for (const Entry &head : graph.heads()) {
        visit(head.node);
        while (!path.empty()) {
            if (path.back().isDone()) {
                order.push_back(path.back().id);
                path.pop_back();
            } else {
                visit(path.back().takeNext());
            }
        }
    }
    return order;
}

} // namespace

std::vector<NodeId> postOrder(const Graph &graph)
{
    return isInPostOrder(graph) ? std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end())
                                : walk(graph);
}

std::vector<NodeId> cycleThrough(const Graph &graph, NodeId node)
{
    std::vector<NodeId> reachedFrom(graph.idLimit());
    std::vector<bool> isReached(graph.idLimit(), false);
    std::vector<NodeId> queue{node};
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const NodeId user = queue[at];
        WalkFrame frame{user, 0, &graph.node(user)};
        while (!frame.isDone()) {
            const NodeId source = frame.takeNext();
            if (!graph.contains(source) || isReached[source.value]) {
                continue;
            }
            isReached[source.value] = true;
            reachedFrom[source.value] = user;
            if (source == node) {
                std::vector<NodeId> cycle;
                for (NodeId id = user; id != node; id = reachedFrom[id.value]) {
                    cycle.push_back(id);
                }
                cycle.push_back(node);
                std::reverse(cycle.begin(), cycle.end());
                return cycle;
            }
            queue.push_back(source);
        }
    }
    return {};
}

std::vector<std::uint32_t> usedOutputs(const Graph &graph)
{
    constexpr std::uint32_t mostOutputs = 1U << 16;
    std::vector<std::uint32_t> used(graph.idLimit(), 0);
    const auto use = [&used](const Entry &entry) {
        if (entry.node.value < used.size()) {
            std::uint32_t &count = used[entry.node.value];
            count = std::max(count, std::min(entry.index, mostOutputs - 1) + 1);
        }
    };
    for (const NodeId id : postOrder(graph)) {
        const Entries &inputs = graph.node(id).inputs;
        std::for_each(inputs.begin(), inputs.end(), use);
    }
    std::for_each(graph.heads().begin(), graph.heads().end(), use);
    return used;
}

} // namespace nervure
