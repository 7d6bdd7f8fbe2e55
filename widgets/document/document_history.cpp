// SPDX-License-Identifier: Apache-2.0
// What GraphDocument does with its history, and with the state of it that its file holds.
#include "core/graph/edits/followed_types.h"
#include "widgets/document/edit_command.h"
#include "widgets/document/graph_document.h"

#include <QScopedValueRollback>
#include <QSignalBlocker>

#include <utility>

namespace nervure {

std::uint64_t GraphDocument::presentEdit() const
{
    return editAt(m_undoStack, m_undoStack.index());
}

int GraphDocument::savedStep() const
{
    for (int step = 0; m_savedEdit && step <= m_undoStack.count(); ++step) {
        if (editAt(m_undoStack, step) == *m_savedEdit) {
            return step;
        }
    }
    return -1;
}

void GraphDocument::tellDirty()
{
    if (std::exchange(m_wasDirty, isDirty()) != isDirty()) {
        Q_EMIT titleChanged();
    }
}

void GraphDocument::markUnsaved()
{
    m_savedEdit.reset();
    Q_EMIT edited({CompositeEdit{}});
    m_wasDirty = true;
    Q_EMIT titleChanged();
}

void GraphDocument::forgetSaved()
{
    m_savedEdit.reset();
    tellDirty();
}

void GraphDocument::markSaved()
{
    m_savedEdit = presentEdit();
    tellDirty();
}

void GraphDocument::push(std::unique_ptr<HistoryCommand> command)
{
    m_undoStack.push(command.release());
}

void GraphDocument::goToHistory(int index)
{
    if (index == m_undoStack.index()) {
        return;
    }
    m_wasEdited = false;
    {
        const QScopedValueRollback<bool> guard(m_isTravelling, true);
        m_undoStack.setIndex(index);
    }
    if (m_wasEdited) {
        graphEdited();
    }
}

void GraphDocument::showHistory(std::vector<HistoryStep> history)
{
    for (std::size_t i = 0; i < history.size(); ++i) {
        // The last one tells of them all.
        const QSignalBlocker quiet(i + 1 < history.size() ? &m_undoStack : nullptr);
        m_undoStack.push(
            new EditCommand(*this, std::move(history[i].undo), history[i].words, ++m_lastEdit));
    }
}

SaveSource GraphDocument::startSave()
{
    m_savingEdit = presentEdit();
    Q_EMIT saveStarted();
    return saveSource();
}

void GraphDocument::endSave(std::optional<SavedFile> saved)
{
    const auto edit = std::exchange(m_savingEdit, std::nullopt);
    if (!edit || !saved) {
        return;
    }
    m_saveDiagnostics = std::move(saved->diagnostics);
    takeSaved(m_content, std::move(*saved));
    m_savedEdit = edit;
    m_wasDirty = isDirty();
    Q_EMIT diagnosticsChanged();
    Q_EMIT titleChanged();
    Q_EMIT this->saved();
}

Status GraphDocument::apply(const Edit &edit, const QString &text)
{
    Diagnostics notes;
    ASSIGN_OR_RETURN(const Edit whole,
                     withFollowedTypes(m_content.graph, edit, m_builtins.ops, notes));
    ASSIGN_OR_RETURN(Edit inverse, nervure::apply(m_content.graph, whole));
    m_editNotes = {revision(), std::move(notes)};
    m_undoStack.push(new EditCommand(*this, std::move(inverse), text, ++m_lastEdit));
    Q_EMIT edited(whole);
    graphEdited();
    return {};
}

} // namespace nervure
