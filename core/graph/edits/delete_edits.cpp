// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/delete_edits.h"

#include "core/graph/analysis/parameters.h"
#include "core/graph/edits/edit_draft.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace nervure {

namespace {

/// Finds what replaces the entries of nodes that are deleted.
class Removal {
public:
    Removal(const Graph &graph, std::span<const NodeId> nodes, Readers readers)
        : m_graph(graph),
          m_readers(readers),
          m_isGone(graph.idLimit(), false)
    {
        for (const NodeId id : nodes) {
            m_isGone[id.value] = true;
        }
    }

    [[nodiscard]] bool isGone(NodeId id) const
    {
        return id.value < m_isGone.size() && m_isGone[id.value];
    }
    /// What is read instead of an entry that goes; nothing when it has no replacement.
    [[nodiscard]] std::optional<Entry> bridge(Entry entry) const
    {
        for (std::size_t steps = 0; isGone(entry.node); ++steps) {
            const Entries &inputs = m_graph.node(entry.node).inputs;
            if (m_readers != Readers::Bridge || inputs.empty() || steps == m_graph.nodeCount()) {
                return std::nullopt;
            }
            entry = inputs.front();
        }
        return entry;
    }
    /// The inputs of a reader without what goes; nothing when it reads nothing of it.
    [[nodiscard]] std::optional<SetInputs> inputsWithout(NodeId reader) const
    {
        const Node &node = m_graph.node(reader);
        const auto isLost = [this](const Entry &entry) { return isGone(entry.node); };
        const auto isLostNode = [this](NodeId id) { return isGone(id); };
        if (std::none_of(node.inputs.begin(), node.inputs.end(), isLost)
            && std::none_of(node.controlDeps.begin(), node.controlDeps.end(), isLostNode)) {
            return std::nullopt;
        }
        SetInputs change = inputsOf(m_graph, reader);
        std::erase_if(change.controlDeps, isLostNode);
        for (std::size_t i = 0; i < change.inputs.size(); ++i) {
            if (isLost(change.inputs[i])) {
                replace(change, i);
            }
        }
        return change;
    }

private:
    void replace(SetInputs &change, std::size_t input) const
    {
        Entry &entry = change.inputs[input];
        if (const auto instead = bridge(entry)) {
            entry = *instead;
        } else if (input < change.ports.size()) {
            const auto &tensors = m_graph.node(entry.node).outputPorts;
            if (entry.index < tensors.size()) {
                change.ports[input].tensor = tensors[entry.index].tensor;
            }
        }
    }

    const Graph &m_graph;
    Readers m_readers;
    std::vector<bool> m_isGone; ///< by NodeId
};

Edit removal(const Graph &graph, std::span<const NodeId> nodes, Readers readers)
{
    const Removal gone(graph, nodes, readers);
    CompositeEdit edits;
    for (const NodeId id : graph.nodes()) {
        if (!gone.isGone(id)) {
            if (auto change = gone.inputsWithout(id)) {
                edits.edits.push_back({std::move(*change)});
            }
        }
    }
    std::vector<Entry> heads;
    for (const Entry &head : graph.heads()) {
        if (const auto kept = gone.bridge(head)) {
            heads.push_back(*kept);
        }
    }
    if (heads != graph.heads()) {
        edits.edits.push_back({SetHeads{std::move(heads)}});
    }
    for (const NodeId id : graph.nodes()) {
        if (gone.isGone(id)) {
            edits.edits.push_back({RemoveNode{id}});
        }
    }
    return {std::move(edits)};
}

/// What these nodes read and nothing else does, in the order of the graph; without themselves.
std::vector<NodeId> onlyReadBy(const Graph &graph, std::span<const NodeId> nodes)
{
    enum Use : std::uint8_t { Elsewhere, Theirs, Meant };
    std::vector<Use> uses(graph.idLimit(), Elsewhere);
    for (const NodeId id : nodes) {
        for (const Entry &input : graph.node(id).inputs) {
            if (graph.contains(input.node)) {
                uses[input.node.value] = Theirs;
            }
        }
    }
    for (const NodeId id : nodes) {
        uses[id.value] = Meant;
    }
    const auto readElsewhere = [&uses](const Entry &entry) {
        if (entry.node.value < uses.size() && uses[entry.node.value] == Theirs) {
            uses[entry.node.value] = Elsewhere;
        }
    };
    for (const NodeId id : graph.nodes()) {
        if (uses[id.value] != Meant) {
            const Entries &inputs = graph.node(id).inputs;
            std::for_each(inputs.begin(), inputs.end(), readElsewhere);
        }
    }
    std::for_each(graph.heads().begin(), graph.heads().end(), readElsewhere);
    std::vector<NodeId> theirs;
    std::copy_if(graph.nodes().begin(), graph.nodes().end(), std::back_inserter(theirs),
                 [&uses](NodeId id) { return uses[id.value] == Theirs; });
    return theirs;
}

} // namespace

Result<Edit> deleteNodes(const Graph &graph, std::span<const NodeId> nodes, Readers readers)
{
    RETURN_IF_FAILED(checkNodes(graph, nodes));
    return removal(graph, nodes, readers);
}

std::vector<NodeId> withParameters(const Graph &graph, const OpRegistry &ops,
                                   std::span<const NodeId> nodes)
{
    std::vector<NodeId> all(nodes.begin(), nodes.end());
    const std::vector<NodeId> fed = onlyReadBy(graph, nodes);
    if (fed.empty()) {
        return all;
    }
    // What nobody else reads is a parameter in the whole graph if it is one here; this is faster.
    Graph part;
    for (const std::vector<NodeId> &ids : {fed, all}) {
        for (const NodeId id : ids) {
            if (!part.contains(id)) {
                part.insert(id, graph.node(id), part.nodeCount());
            }
        }
    }
    const auto parameters = findParameters(part, ops);
    std::copy_if(fed.begin(), fed.end(), std::back_inserter(all), [&](NodeId id) {
        const Node &node = graph.node(id);
        const OpSpec *spec = node.isVariable() ? nullptr : ops.find(node);
        return parameters.count(id) != 0 || (spec && spec->isStatic);
    });
    return all;
}

Edit deleteNode(const Graph &graph, NodeId node)
{
    return removal(graph, {&node, 1}, Readers::Unconnect);
}

Edit deleteNodeBridging(const Graph &graph, NodeId node)
{
    return removal(graph, {&node, 1}, Readers::Bridge);
}

} // namespace nervure
