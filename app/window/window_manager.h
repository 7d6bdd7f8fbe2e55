// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/model_windows.h"
#include "app/files/window_services.h"
#include "app/window/main_window.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>

#include <optional>
#include <utility>

class QSessionManager;

namespace nervure {

class TabWindow;

/// The documents of the process and the windows they are in. Opening a file that is shown raises it.
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
    void goForward(QWidget &window, int step) override;
    [[nodiscard]] int tabCount(const QWidget &window) const override;
    void moveToNewWindow(QWidget &window) override;
    bool quit() override;

    /// The start page; one that is there is raised.
    MainWindow *openStart();
    /// Opens the files that were open when the program ended, as far as they are there and people want that
    /// (Preferences::reopens). Whether there was any.
    bool reopen();
    /// What another start of the program asks for.
    void openAll(const QStringList &paths);
    /// The documents, those that opened first in front.
    [[nodiscard]] const QList<MainWindow *> &windows() const { return m_windows; }

    /// Asks about unsaved changes, one document after the other, as the desktop's session ends; false when a
    /// person wants to stay. Closes nothing.
    bool mayEndSession();

private:
    /// By window: its files, and the one that is shown.
    using OpenFiles = QList<std::pair<QStringList, QString>>;

    TabWindow *makeTabWindow();
    /// Where a new document goes, which somebody asked for in `preferred`.
    TabWindow *tabWindowFor(const QWidget *preferred);
    MainWindow *makeWindow(TabWindow *parent);
    void forget(MainWindow *window);
    void raise(MainWindow *window);
    MainWindow *windowShowing(const QString &path) const;
    MainWindow *emptyWindow(QWidget *preferred) const;
    void sessionEnds(QSessionManager &session);
    void rememberOpen(const QList<TabWindow *> &windows);
    void reopenTabs(const QStringList &paths, const QString &current);

    WindowServices m_services;
    QList<MainWindow *> m_windows;
    QList<TabWindow *> m_tabWindows;
    bool m_isQuitting = false;             ///< what is open is remembered already
    std::optional<OpenFiles> m_remembered; ///< nothing: not since the program began
    QThreadPool m_writer;                  ///< of one thread; ends what it writes before it goes
};

} // namespace nervure
