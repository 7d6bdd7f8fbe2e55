// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/file_watch.h"
#include "app/files/file_writer.h"

#include <QObject>
#include <QString>

#include <memory>
#include <string>

class QWidget;

namespace nervure {

struct ConvertedModel;
struct FormatSpec;
struct DifferenceQuestion;
struct DocumentContent;
struct DocumentSession;
struct WindowServices;

/// Opening, saving and leaving the document of one window: what is asked, and what then happens.
class FileCommands : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs and owns this.
    FileCommands(DocumentSession &session, const WindowServices &services, QWidget *window);

    [[nodiscard]] FileWriter &writer() { return *m_writer; }
    /// Knows when other programs change the file.
    [[nodiscard]] FileWatch &watch() { return *m_watch; }

    /// Asks for files; each goes to the window that suits it.
    void askToOpen();
    /// Asks for a folder of files that a compiler wrote after its passes.
    void askToOpenSteps();
    /// Asks for a file that the model, or what it computes too, is compared with.
    void askToCompare(bool comparesValues);
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
    [[nodiscard]] bool isSaving() const { return m_writer->queue().isBusy(); }
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
    void stepFolderChosen(const QString &folder);
    void comparedFileChosen(const QString &file, bool comparesValues = false);
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
    bool mayLoseNotes(const QString &path);
    void tellOfNotes();
    bool showDifference(const QString &path, const std::string &format,
                        const DifferenceQuestion &question);

    DocumentSession &m_session;
    const WindowServices &m_services;
    QWidget *m_window;
    FileWatch *m_watch;
    FileWriter *m_writer;
    QString m_loadingPath;
    quint64 m_job = 0; ///< that reads it
    bool m_isLeaving = false;
    bool m_hasToldOfNotes = false;
};

} // namespace nervure
