// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/difference_edit.h"

#include "core/graph/edits/edit_draft.h"
#include "core/graph/same_node.h"

namespace nervure {

namespace {

class DifferenceMaker {
public:
    DifferenceMaker(const Graph &from, const Graph &to) : m_to(to), m_draft(from) {}

    Edit make(const Graph &from)
    {
        for (const NodeId id : from.nodes()) {
            if (!m_to.contains(id) || !isSameNode(from.node(id), m_to.node(id))) {
                add({RemoveNode{id}});
            }
        }
        for (const NodeId id : m_to.nodes()) {
            if (m_draft.graph().contains(id)) {
                change(m_draft.graph().node(id), m_to.node(id), id);
            }
        }
        // After all new names, which the bodies of these have already.
        for (const NodeId id : m_to.nodes()) {
            if (!m_draft.graph().contains(id)) {
                add({AddNode{m_to.node(id), id, {}}});
            }
        }
        if (from.heads() != m_to.heads()) {
            add({SetHeads{m_to.heads()}});
        }
        if (from.attrs() != m_to.attrs()) {
            add({SetGraphAttrs{m_to.attrs()}});
        }
        if (from.note() != m_to.note()) {
            add({SetNote{NodeId(), m_to.note()}});
        }
        m_draft.setOrder({m_to.nodes().begin(), m_to.nodes().end()});
        return m_draft.take();
    }

private:
    void add(Edit step)
    {
        [[maybe_unused]] const Status status = m_draft.add(std::move(step));
        assert(status.ok() && "what is changed is there");
    }

    /// What no edit of a node changes is the same.
    static bool isSameNode(const Node &a, const Node &b)
    {
        return a.op == b.op && a.dialect == b.dialect && a.opset == b.opset
               && a.sourceIndex == b.sourceIndex && sameBodies(a, b);
    }

    /// `from` is a copy: the node changes while this runs.
    void change(Node from, const Node &to, NodeId id)
    {
        if (from.name != to.name) {
            add({RenameNode{id, to.name}});
        }
        if (!(from.attrs == to.attrs)) {
            changeAttributes(from.attrs, to.attrs, id);
        }
        if (!(from.inputs == to.inputs && from.inputPorts == to.inputPorts
              && from.controlDeps == to.controlDeps)) {
            add({inputsOf(m_to, id)});
        }
        if (!(from.outputPorts == to.outputPorts)) {
            add({SetOutputPorts{id, to.outputPorts}});
        }
        if (!(from.declaredTypes == to.declaredTypes)) {
            add({SetDeclaredTypes{id, to.declaredTypes}});
        }
        if (from.note() != to.note()) {
            add({SetNote{id, std::string(to.note())}});
        }
    }

    void changeAttributes(const AttrDict &from, const AttrDict &to, NodeId id)
    {
        for (const auto &[key, value] : from) {
            if (!to.find(key)) {
                add({RemoveAttribute{id, key}});
            }
        }
        std::size_t position = 0;
        for (const auto &[key, value] : to) {
            const AttrDict &present = m_draft.graph().node(id).attrs;
            const bool isInPlace =
                position < present.size()
                && (present.begin() + static_cast<std::ptrdiff_t>(position))->first == key;
            if (!isInPlace && present.find(key)) {
                add({RemoveAttribute{id, key}});
            }
            const std::string *now = m_draft.graph().node(id).attrs.find(key);
            if (!now || *now != value) {
                add({SetAttribute{id, key, value, position}});
            }
            ++position;
        }
    }

    const Graph &m_to;
    EditDraft m_draft;
};

} // namespace

Edit differenceEdit(const Graph &from, const Graph &to)
{
    return DifferenceMaker(from, to).make(from);
}

} // namespace nervure
