// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/edit.h"

#include "core/graph/edits/outer_names.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace nervure {

namespace {

Diagnostic noSuchNode(NodeId id)
{
    return makeError("no-such-node", "the graph has no node with id {}", id.value);
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

/// The names of an operator's tensors that are others now, by the old ones.
std::map<std::string, std::string> newTensorNames(const std::vector<Port> &before,
                                                  const std::vector<Port> &now)
{
    std::map<std::string, std::string> names;
    for (std::size_t i = 0; i < before.size() && i < now.size(); ++i) {
        if (before[i].tensor != now[i].tensor && !before[i].tensor.empty()
            && !now[i].tensor.empty()) {
            names.emplace(before[i].tensor, now[i].tensor);
        }
    }
    return names;
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
            return makeErrorAt(m_graph.node(edit.node).name, "no-such-attribute",
                               "node {} has no attribute {}", quoted(m_graph.node(edit.node).name),
                               quoted(edit.key));
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
        Node &node = m_graph.edit(edit.node);
        const std::string old = std::exchange(node.name, edit.name);
        if (node.isVariable() && old != edit.name) {
            renameOuterValues(m_graph, {{old, edit.name}});
        }
        return Edit{RenameNode{edit.node, old}};
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
            return makeError("id-taken", "the graph has a node with id {} already", edit.id->value);
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
        std::vector<Port> old = std::exchange(node.outputPorts, edit.ports);
        renameOuterValues(m_graph, newTensorNames(old, edit.ports));
        return Edit{SetOutputPorts{edit.node, std::move(old)}};
    }

    Result<Edit> operator()(const SetDeclaredTypes &edit)
    {
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        Node &node = m_graph.edit(edit.node);
        std::vector<ValueType> old = node.declaredTypes;
        node.declaredTypes = edit.types;
        return Edit{SetDeclaredTypes{edit.node, std::move(old)}};
    }

    Result<Edit> operator()(const SetHeads &edit)
    {
        Edit inverse{SetHeads{m_graph.heads()}};
        m_graph.setHeads(edit.heads);
        return inverse;
    }

    Result<Edit> operator()(const MoveNode &edit)
    {
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        auto [node, position] = m_graph.remove(edit.node);
        m_graph.insert(edit.node, std::move(node), edit.position);
        return Edit{MoveNode{edit.node, position}};
    }

    Result<Edit> operator()(const SetNote &edit)
    {
        if (!edit.node.isValid()) {
            Edit inverse{SetNote{edit.node, m_graph.note()}};
            m_graph.setNote(edit.text);
            return inverse;
        }
        if (!m_graph.contains(edit.node)) {
            return noSuchNode(edit.node);
        }
        Node &node = m_graph.edit(edit.node);
        Edit inverse{SetNote{edit.node, std::string(node.note())}};
        node.notes =
            edit.text.empty() ? RareVector<std::string>() : RareVector<std::string>{edit.text};
        return inverse;
    }

    Result<Edit> operator()(const SetGraphAttrs &edit)
    {
        Edit inverse{SetGraphAttrs{m_graph.attrs()}};
        m_graph.setAttrs(edit.attrs);
        return inverse;
    }

    Result<Edit> operator()(const CompositeEdit &edit)
    {
        CompositeEdit inverse;
        for (const Edit &part : edit.edits) {
            Result<Edit> undone = apply(m_graph, part);
            if (!undone) {
                std::reverse(inverse.edits.begin(), inverse.edits.end());
                takeBack(inverse);
                return undone.error();
            }
            inverse.edits.push_back(std::move(*undone));
        }
        std::reverse(inverse.edits.begin(), inverse.edits.end());
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

void collectAdded(const Edit &edit, std::vector<NodeId> &added)
{
    if (const auto *composite = std::get_if<CompositeEdit>(&edit.change)) {
        for (const Edit &part : composite->edits) {
            collectAdded(part, added);
        }
    } else if (const auto *add = std::get_if<AddNode>(&edit.change); add && add->id) {
        added.push_back(*add->id);
    }
}

} // namespace

Result<Edit> apply(Graph &graph, const Edit &edit)
{
    return std::visit(Applier(graph), edit.change);
}

std::vector<NodeId> addedNodes(const Edit &edit)
{
    std::vector<NodeId> added;
    collectAdded(edit, added);
    return added;
}

} // namespace nervure
