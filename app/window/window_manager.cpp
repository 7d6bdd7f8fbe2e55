// SPDX-License-Identifier: Apache-2.0
#include "app/window/window_manager.h"

#include "app/files/autosave.h"
#include "app/files/file_commands.h"
#include "app/settings/settings.h"
#include "app/window/tab_window.h"
#include "widgets/dialogs/open_question.h"
#include "widgets/document/document_content.h"

#include <QApplication>
#include <QFileInfo>
#include <QScopedValueRollback>
#include <QSessionManager>
#include <QSettings>

#include <algorithm>

namespace nervure {

namespace {

TabWindow *tabWindowOf(const QWidget *widget)
{
    return widget == nullptr ? nullptr : qobject_cast<TabWindow *>(widget->window());
}

const QString openKey = QStringLiteral("start/windows");
const QString filesKey = QStringLiteral("files");
const QString currentKey = QStringLiteral("current");

void writeOpen(const QList<std::pair<QStringList, QString>> &open, QSettings &store)
{
    store.remove(openKey);
    store.beginWriteArray(openKey);
    for (int i = 0; i < open.size(); ++i) {
        store.setArrayIndex(i);
        store.setValue(filesKey, open[i].first);
        store.setValue(currentKey, open[i].second);
    }
    store.endArray();
}

} // namespace

WindowManager::WindowManager(const WindowServices &services) : m_services(services)
{
    m_writer.setMaxThreadCount(1);
    connect(qGuiApp, &QGuiApplication::commitDataRequest, this, &WindowManager::sessionEnds,
            Qt::DirectConnection);
}

WindowManager::~WindowManager()
{
    qDeleteAll(QList<TabWindow *>(m_tabWindows)); // while what they use is there
}

void WindowManager::raise(MainWindow *window)
{
    TabWindow *parent = tabWindowOf(window);
    parent->setCurrent(window);
    parent->setWindowState(parent->windowState() & ~Qt::WindowMinimized);
    parent->show();
    parent->raise();
    parent->activateWindow();
}

MainWindow *WindowManager::open(const QString &path, QWidget *preferred)
{
    MainWindow *window = windowShowing(path);
    if (window == nullptr) {
        window = emptyWindow(preferred);
        if (window == nullptr) {
            window = makeWindow(tabWindowFor(preferred));
        }
        window->files().open(path);
        rememberOpen(m_tabWindows); // it may be the one that the program does not survive
    }
    raise(window);
    return window;
}

MainWindow *WindowManager::openStart()
{
    MainWindow *window = emptyWindow(nullptr);
    if (window == nullptr) {
        window = makeWindow(tabWindowFor(nullptr));
    }
    raise(window);
    return window;
}

MainWindow *WindowManager::showNew(DocumentContent content)
{
    MainWindow *window = makeWindow(tabWindowFor(nullptr));
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
        window = makeWindow(tabWindowFor(nullptr));
    }
    window->files().showRecovered(std::move(content));
    window->autosave().resume(std::move(journal));
    raise(window);
    return window;
}

void WindowManager::goForward(QWidget &window, int step)
{
    tabWindowOf(&window)->goForward(step);
}

int WindowManager::tabCount(const QWidget &window) const
{
    const TabWindow *parent = tabWindowOf(&window);
    return parent == nullptr ? 0 : static_cast<int>(parent->pages().size());
}

void WindowManager::moveToNewWindow(QWidget &window)
{
    auto *page = qobject_cast<MainWindow *>(&window);
    TabWindow *before = tabWindowOf(page);
    if (page == nullptr || before->pages().size() < 2) {
        return;
    }
    before->take(page);
    makeTabWindow()->add(page);
    raise(page);
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
    QSettings &store = m_services.settings.store();
    OpenFiles kept;
    const int count = store.beginReadArray(openKey);
    for (int i = 0; i < count; ++i) {
        store.setArrayIndex(i);
        QStringList paths = store.value(filesKey).toStringList();
        paths.removeIf([](const QString &path) { return !QFileInfo(path).isFile(); });
        if (!paths.isEmpty()) {
            kept.append({paths, store.value(currentKey).toString()});
        }
    }
    store.endArray();
    for (const auto &[paths, current] : std::as_const(kept)) {
        reopenTabs(paths, current);
    }
    rememberOpen(m_tabWindows);
    return !kept.isEmpty();
}

void WindowManager::reopenTabs(const QStringList &paths, const QString &current)
{
    TabWindow *parent = nullptr;
    MainWindow *shown = nullptr;
    for (const QString &path : paths) {
        if (parent == nullptr || !m_services.settings.preferences().opensTabs) {
            parent = makeTabWindow();
        }
        MainWindow *window = makeWindow(parent);
        window->files().open(path);
        shown = shown == nullptr || path == current ? window : shown;
        raise(window);
    }
    raise(shown);
}

/// For the next start. Written off this thread, one state after the other: a file is synced to the disk.
void WindowManager::rememberOpen(const QList<TabWindow *> &windows)
{
    OpenFiles open;
    for (const TabWindow *window : windows) {
        QStringList paths;
        for (const MainWindow *page : window->pages()) {
            if (const QString path = page->shownPath(); !path.isEmpty()) {
                paths.append(QFileInfo(path).absoluteFilePath());
            }
        }
        if (!paths.isEmpty()) {
            open.append({paths, QFileInfo(window->current()->shownPath()).absoluteFilePath()});
        }
    }
    if (m_remembered == open) {
        return;
    }
    m_remembered = open;
    const QSettings &store = m_services.settings.store();
    m_writer.start([open, file = store.fileName(), format = store.format()] {
        QSettings writer(file, format);
        writeOpen(open, writer);
    });
}

bool WindowManager::quit()
{
    rememberOpen(m_tabWindows);
    const QScopedValueRollback<bool> guard(m_isQuitting, true);
    const QList<TabWindow *> windows = m_tabWindows;
    return std::all_of(windows.begin(), windows.end(),
                       [](TabWindow *window) { return window->close(); });
}

TabWindow *WindowManager::makeTabWindow()
{
    auto *window = new TabWindow(m_services.settings.store());
    window->setAttribute(Qt::WA_DeleteOnClose);
    m_tabWindows.append(window);
    connect(window, &TabWindow::windowWanted, this,
            [this](MainWindow *page) { moveToNewWindow(*page); });
    connect(window, &TabWindow::closing, this, [this, window] {
        if (m_isQuitting || window->pages().isEmpty()) {
            return;
        }
        QList<TabWindow *> others = m_tabWindows;
        others.removeOne(window);
        // Who closes the last one ends the program with it.
        rememberOpen(others.isEmpty() ? m_tabWindows : others);
    });
    connect(window, &QObject::destroyed, this, [this, window] { m_tabWindows.removeAll(window); });
    return window;
}

TabWindow *WindowManager::tabWindowFor(const QWidget *preferred)
{
    if (!m_services.settings.preferences().opensTabs) {
        return makeTabWindow();
    }
    QList<TabWindow *> open = m_tabWindows;
    open.removeIf([](const TabWindow *window) { return window->isClosing(); });
    for (TabWindow *window : {tabWindowOf(preferred), tabWindowOf(QApplication::activeWindow())}) {
        if (open.contains(window)) {
            return window;
        }
    }
    return open.isEmpty() ? makeTabWindow() : open.last();
}

MainWindow *WindowManager::makeWindow(TabWindow *parent)
{
    auto *window = new MainWindow(m_services, parent->size());
    window->setAttribute(Qt::WA_DeleteOnClose);
    m_windows.append(window);
    parent->add(window);
    connect(window, &MainWindow::closed, this, [this, window] { forget(window); });
    connect(&window->session().document, &GraphDocument::titleChanged, this, [this] {
        const bool isEnding = m_isQuitting
                              || std::any_of(m_tabWindows.begin(), m_tabWindows.end(),
                                             [](const TabWindow *one) { return one->isClosing(); });
        if (!isEnding) {
            rememberOpen(m_tabWindows); // it may be in another file now
        }
    });
    connect(window, &QObject::destroyed, this, [this, window] { m_windows.removeAll(window); });
    return window;
}

/// A closed document is no longer ours, although it is deleted a little later.
void WindowManager::forget(MainWindow *window)
{
    if (m_windows.removeAll(window) == 0) {
        return;
    }
    TabWindow *parent = tabWindowOf(window);
    const bool isAlone = parent->pages().size() == 1;
    if (!isAlone) {
        parent->take(window);
    }
    if (parent->isClosing()) {
        return;
    }
    if (isAlone) {
        parent->close();
    } else if (!m_isQuitting) {
        rememberOpen(m_tabWindows);
    }
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
    rememberOpen(m_tabWindows);
    return std::all_of(windows.begin(), windows.end(), [this](MainWindow *window) {
        if (window->session().document.isDirty()) {
            raise(window); // people see what they are asked about
        }
        return !raiseQuestion(*window) && window->files().mayLeave();
    });
}

} // namespace nervure
