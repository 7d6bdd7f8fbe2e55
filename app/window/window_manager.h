// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/window_services.h"

#include <QList>
#include <QObject>
#include <QString>

class QSessionManager;
class QWidget;

namespace nervure {

class EditJournal;
class MainWindow;
struct DocumentContent;

/// The windows of the process: one a document. Opening a file that a window shows raises it.
class WindowManager : public QObject {
    Q_OBJECT

public:
    /// `services` name this one, too, and must outlive it.
    explicit WindowManager(const WindowServices &services);
    ~WindowManager() override;

    /// Shows the file: in the window that has it, else in an empty one (`preferred` first), else in
    /// a new one. Returns that window.
    MainWindow *open(const QString &path, QWidget *preferred = nullptr);
    /// A window with the start page; an empty one that is there is raised.
    MainWindow *openStart();
    /// A model that is no file yet, in a window of its own.
    MainWindow *showNew(DocumentContent content);
    /// A model that was recovered after a crash, with the journal that goes on: in the window that shows
    /// its file unchanged, in an empty one or a new one.
    MainWindow *showRecovered(DocumentContent content, EditJournal journal);
    /// What another start of the program asks for.
    void openAll(const QStringList &paths);
    [[nodiscard]] const QList<MainWindow *> &windows() const { return m_windows; }

    /// Closes all windows, asking about unsaved changes; stops at the first that stays. True when
    /// all have closed.
    bool quit();
    /// Asks about unsaved changes, window by window, as the desktop's session ends; false when a
    /// person wants to stay. Closes nothing.
    bool mayEndSession();

private:
    MainWindow *makeWindow();
    MainWindow *windowShowing(const QString &path) const;
    MainWindow *emptyWindow(QWidget *preferred) const;
    void sessionEnds(QSessionManager &session);

    WindowServices m_services;
    QList<MainWindow *> m_windows;
    QList<MainWindow *> m_closing; ///< closed, and deleted a little later
};

} // namespace nervure
