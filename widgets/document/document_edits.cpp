// SPDX-License-Identifier: Apache-2.0
// The edits of a document that can be undone.
#include "core/builtins.h"
#include "widgets/document/edit_command.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

namespace nervure {

namespace {

Status checkNode(const Graph &graph, NodeId node)
{
    if (!graph.contains(node)) {
        return makeError("no-such-node", "the node is no longer in the graph");
    }
    return {};
}

/// Whether the operator of `node` takes `value` for `key`. Unknown operators take anything.
Status checkAttribute(const OpRegistry &ops, const Node &node, const std::string &key,
                      const std::string &value)
{
    const OpSpec *spec = ops.find(node);
    const AttrDecl *decl = spec == nullptr ? nullptr : spec->attrs.find(key);
    if (decl == nullptr || !decl->parse) {
        return {};
    }
    const std::shared_ptr<void> scratch = spec->attrs.makeDefault();
    if (Status status = decl->parse(value, scratch.get()); !status) {
        Diagnostic error = status.error();
        error.message = node.op + " " + quoted(node.name) + ": " + key + " is " + quoted(value)
                        + ", " + error.message;
        error.where.node = node.name;
        error.where.attribute = key;
        return error;
    }
    return {};
}

} // namespace

Status GraphDocument::setAttribute(NodeId node, const std::string &key, const std::string &value)
{
    if (Status status = checkNode(graph(), node); !status) {
        return status;
    }
    Node changed = graph().node(node);
    if (Status status = checkAttribute(m_builtins.ops, changed, key, value); !status) {
        return status;
    }
    const std::string *present = changed.attrs.find(key);
    if (present != nullptr && *present == value) {
        return {};
    }
    const QString text = tr("Set %1 of %2").arg(toQString(key), toQString(changed.name));
    changed.attrs.set(key, value);
    m_undoStack.push(new EditCommand(*this, node, std::move(changed), text));
    return {};
}

Status GraphDocument::removeAttribute(NodeId node, const std::string &key)
{
    if (Status status = checkNode(graph(), node); !status) {
        return status;
    }
    Node changed = graph().node(node);
    const QString text = tr("Remove %1 from %2").arg(toQString(key), toQString(changed.name));
    if (changed.attrs.erase(key)) {
        m_undoStack.push(new EditCommand(*this, node, std::move(changed), text));
    }
    return {};
}

Status GraphDocument::renameNode(NodeId node, const std::string &name)
{
    if (Status status = checkNode(graph(), node); !status) {
        return status;
    }
    Node changed = graph().node(node);
    if (changed.name == name) {
        return {};
    }
    if (graph().findByName(name)) {
        return makeError("name-taken", "the name " + quoted(name) + " is taken, expected a new one",
                         changed.name);
    }
    const QString text = tr("Rename %1 to %2").arg(toQString(changed.name), toQString(name));
    changed.name = name;
    m_undoStack.push(new EditCommand(*this, node, std::move(changed), text));
    return {};
}

} // namespace nervure
