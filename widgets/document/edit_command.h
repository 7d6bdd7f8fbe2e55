// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"

#include <QUndoCommand>

namespace nervure {

class GraphDocument;

/// The one undo command of the program: an edit of the graph that was just applied, held as the
/// edit that takes it back. Undo and redo swap it for its inverse.
class EditCommand : public QUndoCommand {
public:
    EditCommand(GraphDocument &document, Edit inverse, const QString &text);

    void redo() override;
    void undo() override { swap(); }

private:
    void swap();

    GraphDocument &m_document;
    Edit m_other;            ///< leads to the state that the graph is not in
    bool m_isApplied = true; ///< the stack calls redo() for a command it is given
};

} // namespace nervure
