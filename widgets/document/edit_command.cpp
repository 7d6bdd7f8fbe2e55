// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/edit_command.h"

#include "widgets/document/graph_document.h"

#include <QSignalBlocker>

#include <cassert>
#include <utility>

namespace nervure {

EditCommand::EditCommand(GraphDocument &document, Edit inverse, const QString &text,
                         std::uint64_t number)
    : QUndoCommand(text),
      m_document(document),
      m_other(std::move(inverse)),
      m_number(number)
{}

Status EditCommand::takeBack(Graph &graph) const
{
    const Result<Edit> redone = nervure::apply(graph, m_other);
    return redone ? Status() : Status(redone.error());
}

void EditCommand::redo()
{
    if (!std::exchange(m_isApplied, false)) {
        swap();
    }
}

void EditCommand::swap()
{
    if (m_document.m_isMarking) {
        return;
    }
    Result<Edit> inverse = nervure::apply(m_document.m_content.graph, m_other);
    assert(inverse.ok() && "an inverse applies to the graph it was made from");
    if (inverse) {
        const Edit done = std::exchange(m_other, std::move(*inverse));
        Q_EMIT m_document.edited(done);
        m_document.graphEdited();
    }
}

void markClean(QUndoStack &stack, int step)
{
    const int present = stack.index();
    if (step == present) {
        stack.setClean();
    } else if (step < 0) {
        stack.resetClean();
    } else {
        const QSignalBlocker quiet(stack);
        stack.setIndex(step);
        stack.setClean();
        stack.setIndex(present);
    }
}

} // namespace nervure
