// SPDX-License-Identifier: Apache-2.0
#include "app/window/window_manager.h"

#include "app/files/autosave.h"
#include "app/files/file_commands.h"
#include "app/settings/settings.h"
#include "widgets/document/document_content.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QScopedValueRollback>
#include <QSessionManager>
#include <QSettings>

#include <algorithm>

namespace nervure {

namespace {

void raise(QWidget *window)
{
    window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    window->activateWindow();
}

const QString openFilesKey = QStringLiteral("start/files");

} // namespace

WindowManager::WindowManager(const WindowServices &services) : m_services(services)
{
    connect(qGuiApp, &QGuiApplication::commitDataRequest, this, &WindowManager::sessionEnds,
            Qt::DirectConnection);
}

WindowManager::~WindowManager()
{
    qDeleteAll(QList<MainWindow *>(m_windows + m_closing)); // while what they use is there
}

MainWindow *WindowManager::open(const QString &path, QWidget *preferred)
{
    MainWindow *window = windowShowing(path);
    if (window == nullptr) {
        window = emptyWindow(preferred);
        if (window == nullptr) {
            window = makeWindow();
        }
        window->files().open(path);
    }
    raise(window);
    return window;
}

MainWindow *WindowManager::openStart()
{
    MainWindow *window = emptyWindow(nullptr);
    if (window == nullptr) {
        window = makeWindow();
    }
    raise(window);
    return window;
}

MainWindow *WindowManager::showNew(DocumentContent content)
{
    MainWindow *window = makeWindow();
    window->files().showNew(std::move(content));
    raise(window);
    return window;
}

MainWindow *WindowManager::showRecovered(DocumentContent content, EditJournal journal)
{
    MainWindow *window = content.path.isEmpty() ? nullptr : windowShowing(content.path);
    if (window == nullptr || window->session().document.isDirty()
        || !window->files().loadingPath().isEmpty()) {
        window = emptyWindow(nullptr);
    }
    if (window == nullptr) {
        window = makeWindow();
    }
    window->files().showRecovered(std::move(content));
    window->autosave().resume(std::move(journal));
    raise(window);
    return window;
}

void WindowManager::openAll(const QStringList &paths)
{
    for (const QString &path : paths) {
        open(path);
    }
    if (paths.isEmpty()) {
        if (m_windows.isEmpty()) {
            openStart();
        } else {
            raise(m_windows.last());
        }
    }
}

bool WindowManager::reopen()
{
    if (!m_services.settings.preferences().reopens) {
        return false;
    }
    QStringList paths = m_services.settings.store().value(openFilesKey).toStringList();
    paths.removeIf([](const QString &path) { return !QFileInfo(path).isFile(); });
    for (const QString &path : std::as_const(paths)) {
        open(path);
    }
    return !paths.isEmpty();
}

/// For the next start.
void WindowManager::rememberOpen(const QList<MainWindow *> &windows)
{
    QStringList paths;
    for (const MainWindow *window : windows) {
        if (const QString path = window->shownPath(); !path.isEmpty()) {
            paths.append(QFileInfo(path).absoluteFilePath());
        }
    }
    m_services.settings.store().setValue(openFilesKey, paths);
}

bool WindowManager::quit()
{
    const QList<MainWindow *> windows = m_windows;
    rememberOpen(windows);
    const QScopedValueRollback<bool> guard(m_isQuitting, true);
    return std::all_of(windows.begin(), windows.end(),
                       [](MainWindow *window) { return window->close(); });
}

MainWindow *WindowManager::makeWindow()
{
    auto *window = new MainWindow(m_services);
    window->setAttribute(Qt::WA_DeleteOnClose);
    m_windows.append(window);
    // Closed windows are no longer ours, although they are deleted a little later.
    connect(window, &MainWindow::closed, this, [this, window] {
        if (m_windows.removeAll(window) > 0) {
            m_closing.append(window);
            if (!m_isQuitting) { // who closes the last one ends the program with it
                rememberOpen(m_windows.isEmpty() ? QList<MainWindow *>{window} : m_windows);
            }
        }
    });
    connect(window, &QObject::destroyed, this, [this, window] {
        m_windows.removeAll(window);
        m_closing.removeAll(window);
    });
    return window;
}

MainWindow *WindowManager::windowShowing(const QString &path) const
{
    const QFileInfo wanted(path);
    for (MainWindow *window : m_windows) {
        const QString shown = window->shownPath();
        if (!shown.isEmpty() && QFileInfo(shown) == wanted) {
            return window;
        }
    }
    return nullptr;
}

MainWindow *WindowManager::emptyWindow(QWidget *preferred) const
{
    MainWindow *found = nullptr;
    for (MainWindow *window : m_windows) {
        const bool isEmpty = !window->hasDocument() && window->shownPath().isEmpty();
        if (isEmpty && (found == nullptr || window == preferred)) {
            found = window;
        }
    }
    return found;
}

void WindowManager::sessionEnds(QSessionManager &session)
{
    if (!session.allowsInteraction()) {
        return;
    }
    if (!mayEndSession()) {
        session.cancel();
    }
    session.release();
}

bool WindowManager::mayEndSession()
{
    const QList<MainWindow *> windows = m_windows;
    rememberOpen(windows);
    return std::all_of(windows.begin(), windows.end(),
                       [](MainWindow *window) { return window->files().mayLeave(); });
}

} // namespace nervure
