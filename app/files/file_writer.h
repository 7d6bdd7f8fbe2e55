// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/save_queue.h"
#include "widgets/document/save_source.h"
#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace nervure {

class FileWatch;
struct ConvertedModel;
struct DocumentSession;

/// Writes the files of one window by jobs, one after the other, while the document goes on being edited.
/// Asks nothing: that is over when a save gets here.
class FileWriter : public QObject {
    Q_OBJECT

public:
    /// All must outlive this; `window` owns it and is the parent of dialogs. `watch` is told not to
    /// take our own writing for that of others.
    FileWriter(DocumentSession &session, FileWatch &watch, QWidget *window);

    /// What the window keeps in project files: as it is now, to be put into words on any thread.
    using ProjectMembers = std::function<std::function<SaveTarget::Members()>()>;
    void setProjectMembers(ProjectMembers members) { m_members = std::move(members); }

    /// What waits to be written, and what stands before that: a look at the file, a question.
    [[nodiscard]] SaveQueue &queue() { return m_queue; }
    /// Writes the document, within a save of the queue.
    void writeDocument(const QString &path, const std::string &format);
    /// Queues a file that the document does not become.
    void writeCopy(const QString &path, const std::string &format);
    void writeConverted(const std::shared_ptr<const ConvertedModel> &model, const QString &path);
    /// Until all is written; what takes longer is shown and can be stopped. False: it was, or there was
    /// an error, which is shown.
    bool waitUntilSaved();

Q_SIGNALS:
    /// The document is what the file holds.
    void saved(const QString &path);
    /// A model file was written, and the document stays another one.
    void copied(const QString &path);
    /// One sentence for the message bar.
    void failed(const QString &message);

private:
    using Work = std::function<Result<SavedFile>(const JobControl &)>;
    using Done = std::function<void(std::optional<SavedFile>)>; ///< nothing: it was not written

    void write(const QString &path, Work work, Done done);
    void endWriting(const QString &path, const Result<SavedFile> &result, const Done &done);
    void queueCopy(const QString &path, std::function<Work()> work);
    void checkWithOriginal();

    DocumentSession &m_session;
    FileWatch &m_watch;
    QWidget *m_window;
    SaveQueue m_queue;
    quint64 m_writing = 0; ///< the job that writes
    ProjectMembers m_members;
};

/// One sentence for the message bar.
[[nodiscard]] QString errorSentence(const Diagnostic &error);

} // namespace nervure
