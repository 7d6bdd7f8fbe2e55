// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/file_watch.h"
#include "app/files/save_queue.h"
#include "widgets/document/save_source.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <string>

class QWidget;

namespace nervure {

struct ConvertedModel;
struct FormatSpec;
struct DifferenceQuestion;
struct DocumentContent;
struct DocumentSession;
struct WindowServices;

/// Opening, saving and leaving the document of one window. Files are written by jobs, one after the
/// other, while the document goes on being edited.
class FileCommands : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs and owns this.
    FileCommands(DocumentSession &session, const WindowServices &services, QWidget *window);

    /// What the window keeps in project files: as it is now, to be put into words on any thread.
    using ProjectMembers = std::function<std::function<SaveTarget::Members()>()>;
    void setProjectMembers(ProjectMembers members) { m_members = std::move(members); }
    /// Knows when other programs change the file.
    [[nodiscard]] FileWatch &watch() { return *m_watch; }

    /// Asks for files; each goes to the window that suits it.
    void askToOpen();
    /// Reads the file on another thread and shows it in this window. A file that is refused leaves
    /// what is shown as it is.
    void open(const QString &path);
    /// Shows a model that is no file yet: it is unsaved from the start.
    void showNew(DocumentContent content);
    /// Shows a model with the changes that no file holds as its history.
    void showRecovered(DocumentContent content);
    /// Whether the document's file is a project.
    [[nodiscard]] bool isProject() const;
    /// Reads the document's file again, after asking about changes.
    void reload();
    /// How it ends is told by saved(), failed() and isSaving().
    void save();
    /// Asks where and in which format. A file in the other dialect, or in a format that cannot be read
    /// back, is a copy: the document stays what it is.
    void askToSave();
    /// Writes the document as a project, kept by a file of that name.
    void saveProject(const QString &path);
    /// Whether a file is being written, or what stands before that: a look at it, a question.
    [[nodiscard]] bool isSaving() const { return m_queue.isBusy(); }
    /// Until all is written; what takes longer is shown and can be stopped. False: it was, or there was
    /// an error, which is shown.
    bool waitUntilSaved();
    /// Shows what saving would change in the file.
    void compare();
    /// Asks what to do with unsaved changes, if there are any; whether the window may close.
    bool mayLeave();

    /// The file that is being read; empty when none is.
    [[nodiscard]] const QString &loadingPath() const { return m_loadingPath; }

Q_SIGNALS:
    void loadingChanged();
    /// The document shows the file.
    void opened(const QString &path);
    /// One sentence for the message bar: what, where, what was expected.
    void failed(const QString &message);
    void saved(const QString &path);
    /// A model file was written, and the document stays another one.
    void copied(const QString &path);
    /// Notes are in no model file: a project would keep them.
    void notesLeftOut(int count);

private:
    void show(DocumentContent content);
    bool acceptsOtherFormat(const FormatSpec &format);
    [[nodiscard]] QString suggestedPath(const QString &suffix) const;
    void saveAs(const QString &path, const std::string &format);
    void saveTo(const QString &path, const std::string &format);
    bool mayOverwrite(const QString &path, const std::string &format, FileWatch::State state);
    void convertTo(const QString &path, const std::string &format);
    void offerConverted(const std::shared_ptr<const ConvertedModel> &model, const QString &path);

    using WriteWork = std::function<Result<SavedFile>(const JobControl &)>;
    using WriteDone =
        std::function<void(std::optional<SavedFile>)>; ///< nothing: it was not written
    void write(const QString &path, WriteWork work, WriteDone done);
    void endWriting(const QString &path, const Result<SavedFile> &result, const WriteDone &done);
    void writeDocument(const QString &path, const std::string &format);
    void writeCopy(const QString &path, const std::string &format);
    void writeConverted(const std::shared_ptr<const ConvertedModel> &model, const QString &path);
    bool mayLoseNotes(const QString &path);
    void tellOfNotes();
    void checkWithOriginal();
    bool showDifference(const QString &path, const std::string &format,
                        const DifferenceQuestion &question);

    DocumentSession &m_session;
    const WindowServices &m_services;
    QWidget *m_window;
    FileWatch *m_watch;
    QString m_loadingPath;
    quint64 m_job = 0; ///< that reads it
    SaveQueue m_queue;
    quint64 m_writing = 0; ///< the job that writes
    bool m_isLeaving = false;
    ProjectMembers m_members;
    bool m_hasToldOfNotes = false;
};

/// The filter of open dialogs for all formats that can be read.
[[nodiscard]] QString openFilter(const WindowServices &services);

/// One sentence for the message bar.
[[nodiscard]] QString errorSentence(const Diagnostic &error);

} // namespace nervure
