// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"

#include <QUndoCommand>
#include <QUndoStack>

#include <cstdint>

namespace nervure {

class GraphDocument;

/// The one undo command of the program: an edit of the graph that was just applied, held as the
/// edit that takes it back. Undo and redo swap it for its inverse.
class EditCommand : public QUndoCommand {
public:
    /// `number` tells it from all others of the document.
    EditCommand(GraphDocument &document, Edit inverse, const QString &text, std::uint64_t number);

    [[nodiscard]] std::uint64_t number() const { return m_number; }

    /// Takes the edit back in a copy of the graph that it led to.
    [[nodiscard]] Status takeBack(Graph &graph) const;

    void redo() override;
    void undo() override { swap(); }

private:
    void swap();

    GraphDocument &m_document;
    Edit m_other; ///< leads to the state that the graph is not in
    std::uint64_t m_number;
    bool m_isApplied = true; ///< the stack calls redo() for a command it is given
};

/// Makes a step of the history the saved one; a negative one is gone, so none is. The stack can mark
/// only the step that it is at: it goes there and back, which the graph must not follow.
void markClean(QUndoStack &stack, int step);

} // namespace nervure
