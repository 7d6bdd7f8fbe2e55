// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/node_copier.h"

#include "core/graph/edits/fragment.h"
#include "core/graph/edits/outer_names.h"
#include "core/graph/onnx_variable.h"

#include <fmt/format.h>

namespace nervure {

Entry NodeCopier::copied(const Entry &entry, const Outside &outside) const
{
    if (const auto known = m_replaced.find(entry.node); known != m_replaced.end()) {
        return known->second;
    }
    const auto copy = m_ids.find(entry.node);
    return copy == m_ids.end() ? outside(entry) : Entry{copy->second, entry.index, entry.version};
}

void NodeCopier::copyPorts(const Node &original, Node &node)
{
    for (Port &port : node.outputPorts) {
        port.tensor = m_names->tensor(m_prefix + port.tensor);
    }
    for (std::size_t i = 0; i < node.inputs.size() && i < node.inputPorts.size(); ++i) {
        if (m_draft.graph().contains(node.inputs[i].node)
            || m_from.contains(original.inputs[i].node)) {
            continue;
        }
        // A name that the target defines would connect when the file is read again.
        std::string &tensor = m_undefined[original.inputPorts[i].tensor];
        if (tensor.empty()) {
            tensor = m_names->tensor(original.inputPorts[i].tensor);
        }
        node.inputPorts[i].tensor = tensor;
    }
}

void NodeCopier::noteNames(const Node &original, const Node &node)
{
    if (node.dialect != Dialect::Onnx) {
        return;
    }
    if (node.isVariable() && node.name != original.name) {
        m_valueNames[original.name] = node.name;
    }
    for (std::size_t i = 0; i < node.outputPorts.size(); ++i) {
        if (node.outputPorts[i].tensor != original.outputPorts[i].tensor) {
            m_valueNames[original.outputPorts[i].tensor] = node.outputPorts[i].tensor;
        }
    }
}

Node NodeCopier::copyOf(NodeId id, const Outside &outside)
{
    const Node &original = m_from.node(id);
    Node node = original;
    if (m_staysInModel && original.attrs.find(onnx_variable::data)
        && !original.attrs.find(onnx_variable::copyOf)) {
        node.attrs.set(onnx_variable::copyOf, fmt::format("{}#{}", original.name, id.value));
    }
    node.sourceIndex.reset();
    node.name = node.isVariable() ? m_names->variable(node.dialect, m_prefix + original.name)
                                  : m_names->node(m_prefix + original.name);
    node.attrs.erase(referenceKey);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        node.inputs[i] = copied(original.inputs[i], outside);
    }
    node.controlDeps.clear();
    for (const NodeId dependency : original.controlDeps) {
        const Entry copy = copied({dependency, 0, 0}, outside);
        if (copy.node.isValid()) {
            node.controlDeps.push_back(copy.node);
        }
    }
    copyPorts(original, node);
    noteNames(original, node);
    renameOuterValues(node, m_valueNames);
    return node;
}

void NodeCopier::copy(const std::vector<NodeId> &nodes, const Outside &outside,
                      std::optional<std::size_t> position)
{
    m_names.emplace(m_draft.graph());
    // Nodes may read what comes later: all ids are settled first.
    std::uint32_t next = m_draft.graph().nextId().value;
    for (const NodeId id : nodes) {
        m_ids[id] = NodeId{next++};
    }
    for (const NodeId id : nodes) {
        [[maybe_unused]] const NodeId made = m_draft.addNode(copyOf(id, outside), position);
        assert(made == m_ids[id] && "ids are given one after the other");
        if (position) {
            ++*position;
        }
    }
}

} // namespace nervure
