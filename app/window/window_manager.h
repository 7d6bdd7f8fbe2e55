// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/model_windows.h"
#include "app/files/window_services.h"
#include "app/window/main_window.h"

#include <QList>
#include <QObject>
#include <QString>

class QSessionManager;

namespace nervure {

/// The windows of the process: one a document. Opening a file that a window shows raises it.
class WindowManager : public QObject, public ModelWindows {
    Q_OBJECT

public:
    /// `services` name this one, too, and must outlive it.
    explicit WindowManager(const WindowServices &services);
    ~WindowManager() override;

    MainWindow *open(const QString &path, QWidget *preferred = nullptr) override;
    MainWindow *showNew(DocumentContent content) override;
    MainWindow *showRecovered(DocumentContent content, EditJournal journal) override;
    [[nodiscard]] MainWindow *first() const override { return m_windows.value(0); }
    bool quit() override;

    /// A window with the start page; an empty one that is there is raised.
    MainWindow *openStart();
    /// Opens the files that were open when the program ended, as far as they are there and people want that
    /// (Preferences::reopens). Whether there was any.
    bool reopen();
    /// What another start of the program asks for.
    void openAll(const QStringList &paths);
    [[nodiscard]] const QList<MainWindow *> &windows() const { return m_windows; }

    /// Asks about unsaved changes, window by window, as the desktop's session ends; false when a
    /// person wants to stay. Closes nothing.
    bool mayEndSession();

private:
    MainWindow *makeWindow();
    MainWindow *windowShowing(const QString &path) const;
    MainWindow *emptyWindow(QWidget *preferred) const;
    void sessionEnds(QSessionManager &session);
    void rememberOpen(const QList<MainWindow *> &windows);

    WindowServices m_services;
    QList<MainWindow *> m_windows;
    QList<MainWindow *> m_closing; ///< closed, and deleted a little later
    bool m_isQuitting = false;     ///< what is open is remembered already
};

} // namespace nervure
