// SPDX-License-Identifier: Apache-2.0
#include "app/files/autosave.h"

#include "core/builtins.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <utility>

namespace nervure {

Autosave::Autosave(GraphDocument &document, std::filesystem::path folder, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_folder(std::move(folder)),
      m_autosaver(m_folder, [this](const Status &status) {
          QMetaObject::invokeMethod(this, [this, status] { tell(status); });
      })
{
    if (m_folder.empty()) {
        return;
    }
    connect(&document, &GraphDocument::contentReplaced, this,
            [this] { begin(m_document.saveSource(), true); });
    connect(&document, &GraphDocument::saveStarted, this, [this] {
        m_savedGraph = m_document.graph();
        m_since.clear();
    });
    connect(&document, &GraphDocument::saved, this, &Autosave::beginWithSaved);
    // Undone up to what the file holds: there is nothing to lose. Saving tells by `saved`.
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, [this] {
        if (!m_document.isDirty() && m_document.revision() != m_begun) {
            begin(m_document.saveSource(), false);
        }
    });
    connect(&document, &GraphDocument::edited, this, [this](const Edit &edit) {
        m_autosaver.append(edit);
        if (m_document.isSaving()) {
            m_since.push_back(edit);
        }
    });
}

/// The file holds the model as it was when saving began; what was done since is unsaved.
void Autosave::beginWithSaved()
{
    SaveSource source = m_document.saveSource();
    source.graph = std::exchange(m_savedGraph, {});
    begin(std::move(source), false, std::exchange(m_since, {}));
}

void Autosave::begin(SaveSource source, bool isAsRead, std::vector<Edit> since)
{
    if (m_document.isEmpty()) {
        end();
        return;
    }
    m_begun = m_document.revision();
    JournalHeader header{source.path.string(), source.formatName, source.semantics, 0,
                         m_document.fileFingerprint()};
    // A large original is not copied: a project refers to it. A part of a model, which is no file yet, was read from
    // more than itself.
    const bool isPlain = isAsRead && source.original && !source.original->isMapped()
                         && !source.project && !source.path.empty();
    m_autosaver.begin(
        std::move(header),
        [source = std::move(source), isPlain, &builtins = m_document.builtins()] {
            return isPlain ? Result<std::string>(std::string(source.original->view()))
                           : textForJournal(source, builtins);
        },
        std::move(since));
    m_document.setAutosaveProblem({});
}

void Autosave::resume(EditJournal journal)
{
    m_autosaver.resume(std::move(journal));
}

void Autosave::end()
{
    m_autosaver.end();
}

void Autosave::tell(const Status &status)
{
    if (status) {
        m_document.setAutosaveProblem({});
        Q_EMIT mended();
        return;
    }
    Diagnostic problem = status.error();
    problem.severity = Severity::Warning;
    problem.code = "autosave";
    problem.message = "unsaved work is not kept safe from crashes: " + problem.message;
    Q_EMIT failed(tr("Unsaved work is not kept safe from crashes (%1: %2). Save it often.")
                      .arg(toQString(problem.where.file), toQString(status.error().message)));
    m_document.setAutosaveProblem(std::move(problem));
}

} // namespace nervure
