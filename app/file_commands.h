// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace nervure {

struct DocumentContent;
struct DocumentSession;
struct WindowServices;

/// Opening, saving and leaving the document of one window.
class FileCommands : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs and owns this.
    FileCommands(DocumentSession &session, const WindowServices &services, QWidget *window);

    /// Asks for files; each goes to the window that suits it.
    void askToOpen();
    /// Reads the file on another thread and shows it in this window. A file that is refused leaves
    /// what is shown as it is.
    void open(const QString &path);
    /// Shows a model that is no file yet: it is unsaved from the start.
    void showNew(DocumentContent content);
    /// Reads the document's file again, after asking about changes.
    void reload();
    /// False: there was an error, which is shown, or the person changed their mind.
    bool save();
    bool askToSave();
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

private:
    void show(DocumentContent content);
    bool saveTo(const QString &path, const std::string &format);

    DocumentSession &m_session;
    const WindowServices &m_services;
    QWidget *m_window;
    QString m_loadingPath;
    quint64 m_job = 0; ///< that reads it
};

/// The filter of open dialogs for all formats that can be read.
[[nodiscard]] QString openFilter(const WindowServices &services);

} // namespace nervure
