// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/edit_command.h"

#include "widgets/document/graph_document.h"

#include <utility>

namespace nervure {

EditCommand::EditCommand(GraphDocument &document, NodeId node, Node replacement,
                         const QString &text)
    : QUndoCommand(text),
      m_document(document),
      m_node(node),
      m_other(std::move(replacement))
{}

void EditCommand::swap()
{
    std::swap(m_document.m_content.graph.edit(m_node), m_other);
    m_document.graphEdited();
}

} // namespace nervure
