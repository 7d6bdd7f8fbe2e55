// SPDX-License-Identifier: Apache-2.0
// The edits of a document that can be undone.
#include "core/graph/edits/names.h"
#include "widgets/document/attribute_edits.h"
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
    ASSIGN_OR_RETURN(Edit inverse, nervure::apply(m_content.graph, edit));
    if (m_savedStep && *m_savedStep > m_undoStack.index()) {
        m_savedStep = -1; // it was undone, and this comes in its place
    }
    m_undoStack.push(new EditCommand(*this, std::move(inverse), text));
    Q_EMIT edited(edit);
    graphEdited();
    return {};
}

Status GraphDocument::setAttribute(NodeId node, const std::string &key, const std::string &value)
{
    return nervure::setAttribute(*this, {node}, key, value);
}

Status GraphDocument::removeAttribute(NodeId node, const std::string &key)
{
    return nervure::removeAttribute(*this, {node}, key);
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
    ASSIGN_OR_RETURN(const Edit edit, nervure::renameNode(graph(), node, name));
    return apply(edit, tr("Rename %1 to %2").arg(toQString(present), toQString(name)));
}

} // namespace nervure
