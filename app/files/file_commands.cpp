// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_commands.h"

#include "app/files/document_reader.h"
#include "app/files/document_session.h"
#include "app/files/file_watch.h"
#include "app/files/model_windows.h"
#include "app/files/window_services.h"
#include "app/settings/recent_files.h"
#include "app/settings/settings.h"
#include "core/builtins.h"
#include "widgets/dialogs/unsaved_changes_dialog.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QScopedValueRollback>

#include <memory>

namespace nervure {

namespace {

QStringList patternsOf(const FormatSpec &format)
{
    QStringList patterns;
    for (const std::string &extension : format.extensions) {
        patterns.append(QStringLiteral("*.") + toQString(extension));
    }
    return patterns;
}

} // namespace

QString errorSentence(const Diagnostic &error)
{
    QString text = diagnosticLine(error);
    return text.endsWith(u'.') ? text : text + u'.';
}

QString openFilter(const WindowServices &services)
{
    QStringList patterns{QStringLiteral("*.nervure")};
    for (const FormatSpec &format : services.builtins.formats.all()) {
        if (format.read) {
            patterns += patternsOf(format);
        }
    }
    patterns.removeDuplicates();
    return FileCommands::tr("Models (%1)").arg(patterns.join(u' ')) + QStringLiteral(";;")
           + FileCommands::tr("All files (*)");
}

FileCommands::FileCommands(DocumentSession &session, const WindowServices &services,
                           QWidget *window)
    : QObject(window),
      m_session(session),
      m_services(services),
      m_window(window),
      m_watch(new FileWatch(session.document, this))
{
    connect(&session.document, &GraphDocument::contentReplaced, this,
            [this] { m_hasToldOfNotes = false; });
    // A reading that was stopped delivers nothing.
    connect(&session.jobs, &JobRunner::jobEnded, this, [this](quint64 ended) {
        if (ended == m_job && !m_loadingPath.isEmpty()) {
            m_loadingPath.clear();
            Q_EMIT loadingChanged();
        }
    });
}

void FileCommands::askToOpen()
{
    const QString folder = QFileInfo(m_session.document.path()).path();
    const QStringList paths =
        QFileDialog::getOpenFileNames(m_window, tr("Open a model"), folder, openFilter(m_services));
    for (const QString &path : paths) {
        m_services.windows.open(path, m_window);
    }
}

void FileCommands::open(const QString &path)
{
    const QString file = QFileInfo(path).absoluteFilePath();
    m_loadingPath = file;
    Q_EMIT loadingChanged();
    auto read = [&builtins = m_services.builtins, file](const JobControl &control) {
        // A shared pointer: results of jobs must be copyable.
        return std::make_shared<Result<DocumentContent>>(readDocument(builtins, file, control));
    };
    auto show = [this, file](const std::shared_ptr<Result<DocumentContent>> &content) {
        m_loadingPath.clear();
        if (*content) {
            this->show(std::move(content->value()));
            Q_EMIT opened(file);
        } else {
            Q_EMIT failed(errorSentence(content->error()));
        }
        Q_EMIT loadingChanged();
    };
    const QString title = tr("Opening %1").arg(QFileInfo(file).fileName());
    m_job = m_session.jobs.start({title, QStringLiteral("open")}, this, std::move(read),
                                 std::move(show));
}

void FileCommands::show(DocumentContent content)
{
    m_session.selection.clear();
    m_session.document.setContent(std::move(content));
    if (const auto semantics = m_services.settings.preferences().semantics) {
        m_session.document.setSemantics(*semantics);
    }
    m_services.recentFiles.add(m_session.document.path());
}

void FileCommands::showNew(DocumentContent content)
{
    m_session.selection.clear();
    m_session.document.setContent(std::move(content));
    m_session.document.markUnsaved();
}

void FileCommands::showRecovered(DocumentContent content)
{
    m_session.selection.clear();
    m_session.document.setContent(std::move(content));
    // Before its first change it was a file; without one it never was.
    if (m_session.document.path().isEmpty()) {
        m_session.document.undoStack().resetClean();
    }
}

void FileCommands::reload()
{
    const QString path = m_session.document.path();
    if (!path.isEmpty() && mayLeave()) {
        open(path);
    }
}

bool FileCommands::mayLeave()
{
    if (m_isLeaving) {
        return false; // it is being asked
    }
    const QScopedValueRollback<bool> guard(m_isLeaving, true);
    if (!waitUntilSaved()) {
        return false;
    }
    // Again when it was edited while it was written.
    while (m_session.document.isDirty()) {
        switch (askAboutUnsavedChanges(m_window, m_session.document.title())) {
        case UnsavedChoice::Save: save(); break;
        case UnsavedChoice::Discard: return true;
        case UnsavedChoice::Cancel: return false;
        }
        if (!isSaving() || !waitUntilSaved()) {
            return false;
        }
    }
    return true;
}

} // namespace nervure
