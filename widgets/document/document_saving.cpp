// SPDX-License-Identifier: Apache-2.0
// What becomes of a document when it is saved.
#include "core/formats/project/project_file.h"
#include "widgets/document/graph_document.h"

#include <QFileInfo>
#include <QScopedValueRollback>
#include <QSignalBlocker>

#include <utility>

namespace nervure {

SaveSource GraphDocument::saveSource() const
{
    return {m_content.graph, m_content.original, m_content.formatName,
            m_semantics,     m_content.project,  QFileInfo(m_content.path).filesystemFilePath()};
}

SaveSource GraphDocument::startSave()
{
    m_savedStep = m_undoStack.index();
    Q_EMIT saveStarted();
    return saveSource();
}

void GraphDocument::endSave(std::optional<SavedFile> saved)
{
    const std::optional<int> step = std::exchange(m_savedStep, std::nullopt);
    if (!step || !saved) {
        return;
    }
    m_saveDiagnostics = std::move(saved->diagnostics);
    m_content.fileFingerprint = std::move(saved->fingerprint);
    if (hasProjectName(saved->file)) {
        keepProject(saved->file, std::move(saved->members));
    }
    m_content.path = QFileInfo(saved->file).absoluteFilePath();
    if (saved->format != m_content.formatName) {
        m_content.formatName = saved->format;
        m_content.original.reset();
    }
    markSaved(*step);
    Q_EMIT diagnosticsChanged();
    Q_EMIT titleChanged();
    Q_EMIT this->saved();
}

/// The stack marks only the step that it is at: it goes there and back.
void GraphDocument::markSaved(int step)
{
    const int present = m_undoStack.index();
    if (step == present) {
        m_undoStack.setClean();
    } else if (step < 0) {
        m_undoStack.resetClean();
    } else {
        const QSignalBlocker quiet(m_undoStack);
        const QScopedValueRollback<bool> guard(m_isMarking, true);
        m_undoStack.setIndex(step);
        m_undoStack.setClean();
        m_undoStack.setIndex(present);
    }
}

/// What the project that was just written holds beside the model.
void GraphDocument::keepProject(const std::filesystem::path &file, SaveTarget::Members members)
{
    const QString named =
        m_content.path.isEmpty() ? QString::fromStdString(file.string()) : m_content.path;
    Project project;
    project.name = QFileInfo(named).fileName().toStdString();
    if (m_content.project) {
        project = *m_content.project;
    }
    for (auto &[name, content] : members) {
        project.members[name] = std::move(content);
    }
    m_content.project = std::make_shared<const Project>(std::move(project));
}

} // namespace nervure
