// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <QUndoCommand>

namespace nervure {

class GraphDocument;

/// The one undo command: a node becomes another value, and back.
class EditCommand : public QUndoCommand {
public:
    EditCommand(GraphDocument &document, NodeId node, Node replacement, const QString &text);

    void redo() override { swap(); }
    void undo() override { swap(); }

private:
    void swap();

    GraphDocument &m_document;
    NodeId m_node;
    Node m_other; ///< the value that is not in the graph now
};

} // namespace nervure
