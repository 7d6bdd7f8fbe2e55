// SPDX-License-Identifier: Apache-2.0
#include "app/window/window_manager.h"

#include "app/files/autosave.h"
#include "app/files/file_commands.h"
#include "widgets/document/document_content.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QSessionManager>

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

bool WindowManager::quit()
{
    const QList<MainWindow *> windows = m_windows;
    for (MainWindow *window : windows) {
        if (!window->close()) {
            return false;
        }
    }
    return true;
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
    return std::all_of(windows.begin(), windows.end(),
                       [](MainWindow *window) { return window->files().mayLeave(); });
}

} // namespace nervure
