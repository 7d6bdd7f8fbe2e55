// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_writer.h"

#include "app/files/document_session.h"
#include "app/files/file_watch.h"
#include "app/files/model_conversion.h"
#include "core/builtins.h"
#include "core/formats/original_check.h"
#include "core/formats/project/project_file.h"
#include "core/support/file.h"
#include "widgets/text/diagnostic_words.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QProgressDialog>
#include <QTimer>

namespace nervure {

namespace {

/// So long nobody needs to be told that a file is being written.
constexpr int patienceMs = 300;

} // namespace

FileWriter::FileWriter(DocumentSession &session, FileWatch &watch, QWidget *window)
    : QObject(window),
      m_session(session),
      m_watch(watch),
      m_window(window)
{}

QString errorSentence(const Diagnostic &error)
{
    QString text = diagnosticLine(error);
    return text.endsWith(u'.') ? text : text + u'.';
}

/// Every file that a window writes for its model is written here.
void FileWriter::write(const QString &path, Work work, Done done)
{
    // What we do to the file is no news.
    m_watch.hold();
    const JobSpec spec{tr("Saving %1").arg(QFileInfo(path).fileName()), {}, true};
    m_writing = m_session.jobs.start(
        spec, this, std::move(work),
        [this, path, done = std::move(done)](const Result<SavedFile> &result) {
            // What follows may ask questions, and the job ends here.
            QMetaObject::invokeMethod(
                this, [this, path, done, result] { endWriting(path, result, done); },
                Qt::QueuedConnection);
        });
}

void FileWriter::endWriting(const QString &path, const Result<SavedFile> &result, const Done &done)
{
    m_writing = 0;
    done(result ? std::optional(*result) : std::nullopt);
    m_watch.release();
    if (result) {
        m_queue.end(SaveQueue::End::Saved);
    } else if (result.error().code == "cancelled") {
        Q_EMIT failed(
            tr("Saving “%1” was stopped; the file is unchanged.").arg(QFileInfo(path).fileName()));
        m_queue.end(SaveQueue::End::Stopped);
    } else {
        Q_EMIT failed(tr("The model was not saved: %1").arg(errorSentence(result.error())));
        m_queue.end(SaveQueue::End::Failed);
    }
}

void FileWriter::writeDocument(const QString &path, const std::string &format)
{
    SaveTarget target{QFileInfo(path).filesystemAbsoluteFilePath(), format, {}};
    if (m_members && hasProjectName(target.file)) {
        target.members = m_members();
    }
    write(
        path,
        [source = m_session.document.startSave(), &builtins = m_session.builtins, target](
            const JobControl &control) { return saveToFile(source, builtins, target, control); },
        [this](std::optional<SavedFile> file) {
            const bool isShown = file && m_session.document.isSaving();
            m_session.document.endSave(std::move(file));
            if (isShown) {
                Q_EMIT saved(m_session.document.path());
                checkWithOriginal();
            }
        });
}

/// `work` is asked for when its turn has come.
void FileWriter::queueCopy(const QString &path, std::function<Work()> work)
{
    m_queue.start(path, [this, path, work = std::move(work)] {
        write(path, work(), [this, path](const std::optional<SavedFile> &file) {
            if (file) {
                Q_EMIT copied(path);
            }
        });
    });
}

void FileWriter::writeCopy(const QString &path, const std::string &format)
{
    const SaveTarget target{QFileInfo(path).filesystemAbsoluteFilePath(), format, {}};
    queueCopy(path, [this, target]() -> Work {
        return [source = m_session.document.saveSource(), &builtins = m_session.builtins,
                target](const JobControl &control) {
            return saveToFile(source, builtins, target, control);
        };
    });
}

void FileWriter::writeConverted(const std::shared_ptr<const ConvertedModel> &model,
                                const QString &path)
{
    const Work work = [model, file = QFileInfo(path).filesystemAbsoluteFilePath()](
                          const JobControl &control) -> Result<SavedFile> {
        const Status status = nervure::writeConverted(*model, file, control);
        return status ? Result<SavedFile>(SavedFile()) : status.error();
    };
    queueCopy(path, [work] { return work; });
}

bool FileWriter::waitUntilSaved()
{
    if (!m_queue.isBusy()) {
        return true;
    }
    QProgressDialog dialog(tr("Saving “%1”…").arg(m_session.document.title()), tr("Stop"), 0, 0,
                           m_window);
    dialog.setObjectName(QStringLiteral("saving-dialog"));
    dialog.setWindowTitle(tr("Saving"));
    dialog.setWindowModality(Qt::WindowModal);
    dialog.reset(); // it would show itself, later
    connect(&dialog, &QProgressDialog::canceled, this,
            [this] { m_session.jobs.cancel(m_writing); });
    QTimer patience;
    // Not over a question that is still to be answered.
    connect(&patience, &QTimer::timeout, this, [this, &dialog] {
        dialog.setVisible(m_session.jobs.isRunning(m_writing) && !dialog.wasCanceled());
    });
    patience.start(patienceMs);
    QEventLoop loop;
    connect(&m_queue, &SaveQueue::ended, &loop, &QEventLoop::quit);
    loop.exec();
    return m_queue.lastEnd() == SaveQueue::End::Saved;
}

/// Says when NNVM or LightNet would not take what was saved.
void FileWriter::checkWithOriginal()
{
    const FormatSpec *format = m_session.builtins.formats.find(m_session.document.formatName());
    const QString path = m_session.document.path();
    if (format == nullptr || !hasOriginal(*format) || hasProjectName(path.toStdString())) {
        return;
    }
    m_session.jobs.start(
        {tr("Checking the saved file"), QStringLiteral("check-saved")}, this,
        [file = QFileInfo(path).filesystemAbsoluteFilePath(), format,
         &ops = m_session.builtins.ops](const JobControl &) {
            const Result<std::string> bytes = readFile(file);
            return bytes ? refusalOfOriginal(*bytes, *format, ops) : std::nullopt;
        },
        [this,
         mark = m_session.document.fileFingerprint()](const std::optional<Diagnostic> &refusal) {
            if (refusal && mark == m_session.document.fileFingerprint()) {
                m_session.document.addSaveDiagnostic(*refusal);
            }
        });
}

} // namespace nervure
