// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edit.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

Diagnostic noSuchNode(NodeId id)
{
    return makeError("no-such-node", "the graph has no node with id " + std::to_string(id.value));
}

/// Where a key stands in the dictionary.
std::optional<std::size_t> positionOf(const AttrDict &attrs, std::string_view key)
{
    std::size_t position = 0;
    for (const auto &[name, value] : attrs) {
        if (name == key) {
            return position;
        }
        ++position;
    }
    return std::nullopt;
}

/// One overload for each kind of edit; every one returns its inverse.
class Applier {
public:
    explicit Applier(Graph &graph) : m_graph(graph) {}

    Result<Edit> operator()(const SetAttribute &edit)
    {
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        AttrDict &attrs = m_graph.edit(edit.node).attrs;
        if (const std::string *old = attrs.find(edit.key)) {
            Edit inverse{SetAttribute{edit.node, edit.key, *old, std::nullopt}};
            attrs.set(edit.key, edit.value);
            return inverse;
        }
        attrs.insert(edit.position.value_or(attrs.size()), edit.key, edit.value);
        return Edit{RemoveAttribute{edit.node, edit.key}};
    }

    Result<Edit> operator()(const RemoveAttribute &edit)
    {
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        const AttrDict &attrs = m_graph.node(edit.node).attrs;
        const std::string *old = attrs.find(edit.key);
        if (!old) {
            return makeError("no-such-attribute",
                             "node " + quoted(m_graph.node(edit.node).name) + " has no attribute "
                                 + quoted(edit.key),
                             m_graph.node(edit.node).name);
        }
        Edit inverse{SetAttribute{edit.node, edit.key, *old, positionOf(attrs, edit.key)}};
        m_graph.edit(edit.node).attrs.erase(edit.key);
        return inverse;
    }

    Result<Edit> operator()(const RenameNode &edit)
    {
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        std::string &name = m_graph.edit(edit.node).name;
        Edit inverse{RenameNode{edit.node, name}};
        name = edit.name;
        return inverse;
    }

    Result<Edit> operator()(const AddNode &edit)
    {
        const std::size_t position = edit.position.value_or(m_graph.nodeCount());
        if (!edit.id) {
            const NodeId id = m_graph.add(edit.node);
            if (position + 1 < m_graph.nodeCount()) {
                m_graph.insert(id, m_graph.remove(id).first, position);
            }
            return Edit{RemoveNode{id}};
        }
        if (!edit.id->isValid() || m_graph.contains(*edit.id)) {
            return makeError("id-taken", "the graph has a node with id "
                                             + std::to_string(edit.id->value) + " already");
        }
        m_graph.insert(*edit.id, edit.node, position);
        return Edit{RemoveNode{*edit.id}};
    }

    Result<Edit> operator()(const RemoveNode &edit)
    {
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        auto [node, position] = m_graph.remove(edit.node);
        return Edit{AddNode{std::move(node), edit.node, position}};
    }

    Result<Edit> operator()(const SetInputs &edit)
    {
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        Node &node = m_graph.edit(edit.node);
        Edit inverse{SetInputs{edit.node, node.inputs, node.inputPorts, node.controlDeps}};
        node.inputs = edit.inputs;
        node.inputPorts = edit.ports;
        node.controlDeps = edit.controlDeps;
        return inverse;
    }

    Result<Edit> operator()(const SetOutputPorts &edit)
    {
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        Node &node = m_graph.edit(edit.node);
        Edit inverse{SetOutputPorts{edit.node, node.outputPorts}};
        node.outputPorts = edit.ports;
        return inverse;
    }

    Result<Edit> operator()(const SetHeads &edit)
    {
        Edit inverse{SetHeads{m_graph.heads()}};
        m_graph.setHeads(edit.heads);
        return inverse;
    }

    Result<Edit> operator()(const CompositeEdit &edit)
    {
        CompositeEdit inverse;
        for (const Edit &part : edit.edits) {
            Result<Edit> undone = apply(m_graph, part);
            if (!undone) {
                takeBack(inverse);
                return undone.error();
            }
            inverse.edits.insert(inverse.edits.begin(), std::move(*undone));
        }
        return Edit{std::move(inverse)};
    }

private:
    void takeBack(const CompositeEdit &inverse)
    {
        for (const Edit &part : inverse.edits) {
            [[maybe_unused]] const Result<Edit> ignored = apply(m_graph, part);
            assert(ignored.ok() && "an inverse always applies");
        }
    }

    Graph &m_graph;
};

/// The inputs of `user` with every use of `gone` replaced by `bridge`, or unconnected without one.
std::optional<SetInputs> withoutNode(const Graph &graph, NodeId user, NodeId gone,
                                     const std::optional<Entry> &bridge)
{
    const Node &node = graph.node(user);
    SetInputs change{user, node.inputs, node.inputPorts, node.controlDeps};
    bool isUser = std::erase(change.controlDeps, gone) > 0;
    for (std::size_t i = 0; i < change.inputs.size(); ++i) {
        Entry &entry = change.inputs[i];
        if (entry.node != gone) {
            continue;
        }
        isUser = isUser || bridge || i < change.ports.size();
        const auto &tensors = graph.node(gone).outputPorts;
        if (!bridge && i < change.ports.size() && entry.index < tensors.size()) {
            change.ports[i].tensor = tensors[entry.index].tensor;
        }
        if (bridge) {
            entry = *bridge;
        }
    }
    return isUser ? std::optional(std::move(change)) : std::nullopt;
}

Edit removal(const Graph &graph, NodeId gone, const std::optional<Entry> &bridge)
{
    CompositeEdit edits;
    for (const NodeId user : graph.nodes()) {
        if (user != gone) {
            if (auto change = withoutNode(graph, user, gone, bridge)) {
                edits.edits.push_back({std::move(*change)});
            }
        }
    }
    std::vector<Entry> heads = graph.heads();
    if (bridge) {
        std::replace_if(
            heads.begin(), heads.end(), [gone](const Entry &head) { return head.node == gone; },
            *bridge);
    } else {
        std::erase_if(heads, [gone](const Entry &head) { return head.node == gone; });
    }
    if (heads != graph.heads()) {
        edits.edits.push_back({SetHeads{std::move(heads)}});
    }
    edits.edits.push_back({RemoveNode{gone}});
    return {std::move(edits)};
}

} // namespace

Result<Edit> apply(Graph &graph, const Edit &edit)
{
    return std::visit(Applier(graph), edit.change);
}

Edit deleteNode(const Graph &graph, NodeId node)
{
    return removal(graph, node, std::nullopt);
}

Edit deleteNodeBridging(const Graph &graph, NodeId node)
{
    const Entries &inputs = graph.node(node).inputs;
    const bool canBridge = !inputs.empty() && inputs.front().node != node;
    return removal(graph, node, canBridge ? std::optional(inputs.front()) : std::nullopt);
}

} // namespace nervure
