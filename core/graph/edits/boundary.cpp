// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/boundary.h"

#include <set>

namespace nervure {

namespace {

/// Values in the order in which they were noticed.
class EntryList {
public:
    void add(const Entry &entry)
    {
        if (m_known.insert(entry).second) {
            m_entries.push_back(entry);
        }
    }
    [[nodiscard]] std::vector<Entry> take() { return std::move(m_entries); }

private:
    std::set<Entry> m_known;
    std::vector<Entry> m_entries;
};

} // namespace

Boundary boundaryOf(const Graph &graph, std::span<const NodeId> nodes)
{
    Boundary boundary;
    boundary.isInside.assign(graph.idLimit(), false);
    for (const NodeId id : nodes) {
        boundary.isInside[id.value] = true;
    }
    EntryList inputs;
    std::set<Entry> read;
    for (const NodeId id : graph.nodes()) {
        for (const Entry &entry : graph.node(id).inputs) {
            if (boundary.contains(id) == boundary.contains(entry.node)) {
                continue;
            }
            if (boundary.contains(id)) {
                inputs.add(entry);
            } else {
                read.insert({entry.node, entry.index, 0});
            }
        }
    }
    for (const Entry &head : graph.heads()) {
        if (boundary.contains(head.node)) {
            read.insert({head.node, head.index, 0});
        }
    }
    boundary.inputs = inputs.take();
    for (const NodeId id : graph.nodes()) {
        for (auto it = read.lower_bound({id, 0, 0}); it != read.end() && it->node == id; ++it) {
            boundary.outputs.push_back(*it);
        }
    }
    return boundary;
}

std::vector<Entry> unreadOutputs(const Graph &graph, const Boundary &boundary)
{
    std::set<NodeId> read;
    for (const NodeId id : graph.nodes()) {
        for (const Entry &entry : graph.node(id).inputs) {
            read.insert(entry.node);
        }
    }
    std::vector<Entry> unread;
    for (const NodeId id : graph.nodes()) {
        if (boundary.contains(id) && read.count(id) == 0) {
            unread.push_back({id, 0, 0});
        }
    }
    return unread;
}

} // namespace nervure
