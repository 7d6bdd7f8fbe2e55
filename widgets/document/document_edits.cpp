// SPDX-License-Identifier: Apache-2.0
// The edits of a document that can be undone.
#include "core/builtins.h"
#include "core/graph/edits/attribute_edits.h"
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

} // namespace

Status GraphDocument::apply(const Edit &edit, const QString &text)
{
    Result<Edit> inverse = nervure::apply(m_content.graph, edit);
    if (!inverse) {
        return inverse.error();
    }
    m_undoStack.push(new EditCommand(*this, std::move(*inverse), text));
    graphEdited();
    return {};
}

Status GraphDocument::setAttribute(NodeId node, const std::string &key, const std::string &value)
{
    if (Status status = checkNode(graph(), node); !status) {
        return status;
    }
    const Node &present = graph().node(node);
    if (Status status = checkAttribute(m_builtins.ops, present, key, value); !status) {
        return status;
    }
    const std::string *text = present.attrs.find(key);
    if (text != nullptr && *text == value) {
        return {};
    }
    return apply({SetAttribute{node, key, value, {}}},
                 tr("Set %1 of %2").arg(toQString(key), toQString(present.name)));
}

Status GraphDocument::removeAttribute(NodeId node, const std::string &key)
{
    if (Status status = checkNode(graph(), node); !status) {
        return status;
    }
    const Node &present = graph().node(node);
    if (present.attrs.find(key) == nullptr) {
        return {};
    }
    return apply({RemoveAttribute{node, key}},
                 tr("Remove %1 from %2").arg(toQString(key), toQString(present.name)));
}

Status GraphDocument::renameNode(NodeId node, const std::string &name)
{
    if (Status status = checkNode(graph(), node); !status) {
        return status;
    }
    const std::string present = graph().node(node).name;
    if (present == name) {
        return {};
    }
    if (graph().findByName(name)) {
        return makeError("name-taken", "the name " + quoted(name) + " is taken, expected a new one",
                         present);
    }
    return apply({RenameNode{node, name}},
                 tr("Rename %1 to %2").arg(toQString(present), toQString(name)));
}

} // namespace nervure
