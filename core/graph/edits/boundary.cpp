// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/boundary.h"

#include "core/graph/edits/outer_names.h"

#include <set>
#include <string_view>
#include <unordered_map>

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

/// What the nodes of a graph read: their inputs and what their bodies take.
class Reads {
public:
    explicit Reads(const Graph &graph) : m_graph(graph) {}

    [[nodiscard]] std::vector<Entry> of(NodeId id)
    {
        const Node &node = m_graph.node(id);
        std::vector<Entry> read(node.inputs.begin(), node.inputs.end());
        if (node.subgraphs.empty()) {
            return read;
        }
        if (m_values.empty()) {
            m_values = valuesByName(m_graph);
        }
        for (const std::string &name : namesTakenByBodies(node)) {
            if (const auto value = m_values.find(name); value != m_values.end()) {
                read.push_back(value->second);
            }
        }
        return read;
    }

private:
    const Graph &m_graph;
    std::unordered_map<std::string_view, Entry> m_values; ///< once somebody asked
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
    Reads reads(graph);
    for (const NodeId id : graph.nodes()) {
        for (const Entry &entry : reads.of(id)) {
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
    Reads reads(graph);
    for (const NodeId id : graph.nodes()) {
        for (const Entry &entry : reads.of(id)) {
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
