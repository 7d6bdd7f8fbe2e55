// SPDX-License-Identifier: Apache-2.0
#include "app/window/tab_window.h"

#include "app/actions/action_set.h"
#include "app/window/main_window.h"
#include "app/window/window_geometry.h"

#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPointer>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

const QString geometryKey = QStringLiteral("window/geometry");

QString titleOf(const MainWindow &page)
{
    return page.hasDocument() ? page.session().document.title()
                              : QFileInfo(page.shownPath()).fileName();
}

/// Of two files with one name the folder tells which.
QString tabText(const MainWindow &page, const QList<MainWindow *> &all)
{
    const QString title = titleOf(page);
    if (title.isEmpty()) {
        return TabWindow::tr("Start");
    }
    const auto same = std::count_if(all.begin(), all.end(), [&title](const MainWindow *other) {
        return titleOf(*other) == title;
    });
    const QString folder = QFileInfo(page.shownPath()).dir().dirName();
    const QString text = same > 1 && !page.shownPath().isEmpty()
                             ? QStringLiteral("%1 (%2)").arg(title, folder)
                             : title;
    return page.isWindowModified() ? text + u'*' : text;
}

QString tabToolTip(const MainWindow &page)
{
    const QString path = QDir::toNativeSeparators(page.shownPath());
    if (!page.isWindowModified()) {
        return path;
    }
    return path.isEmpty() ? TabWindow::tr("Not saved yet")
                          : TabWindow::tr("%1 (has unsaved changes)").arg(path);
}

} // namespace

TabWindow::TabWindow(QSettings &store)
    : m_store(store),
      m_tabs(new QTabBar(this)),
      m_pages(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("tab-window"));
    setAcceptDrops(true);
    giveFirstSize(*this);
    restoreGeometryOnScreen(*this, store.value(geometryKey).toByteArray());
    m_tabs->setObjectName(QStringLiteral("document-tabs"));
    m_tabs->setAccessibleName(tr("Open models"));
    m_tabs->setMovable(true);
    m_tabs->setTabsClosable(true);
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard to the document
    m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tabs->installEventFilter(this);
    m_tabs->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_pages, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &TabWindow::showCurrent);
    connect(m_tabs, &QTabBar::tabCloseRequested, this, [this](int tab) { pageAt(tab)->close(); });
    connect(m_tabs, &QWidget::customContextMenuRequested, this, &TabWindow::showTabMenu);
}

void TabWindow::add(MainWindow *page)
{
    m_pages->addWidget(page);
    connect(page, &MainWindow::titleShown, this, &TabWindow::showTitles);
    page->menuBar()->installEventFilter(this);
    // Before the bar tells that there is another tab.
    const QSignalBlocker blocker(m_tabs);
    m_tabs->setTabData(m_tabs->addTab(titleOf(*page)), QVariant::fromValue<QWidget *>(page));
    showCurrent();
}

void TabWindow::take(MainWindow *page)
{
    disconnect(page, nullptr, this, nullptr);
    page->menuBar()->removeEventFilter(this);
    {
        const QSignalBlocker blocker(m_tabs);
        m_tabs->removeTab(tabOf(page));
    }
    m_pages->removeWidget(page);
    showCurrent();
}

QList<MainWindow *> TabWindow::pages() const
{
    QList<MainWindow *> all;
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        all.append(pageAt(tab));
    }
    return all;
}

MainWindow *TabWindow::pageAt(int tab) const
{
    return qobject_cast<MainWindow *>(m_tabs->tabData(tab).value<QWidget *>());
}

int TabWindow::tabOf(const MainWindow *page) const
{
    return static_cast<int>(pages().indexOf(page));
}

MainWindow *TabWindow::current() const
{
    return pageAt(m_tabs->currentIndex());
}

void TabWindow::setCurrent(MainWindow *page)
{
    m_tabs->setCurrentIndex(tabOf(page));
}

void TabWindow::goForward(int step)
{
    const int count = m_tabs->count();
    m_tabs->setCurrentIndex((m_tabs->currentIndex() + step + count) % count);
}

void TabWindow::showCurrent()
{
    if (MainWindow *page = current()) {
        m_pages->setCurrentWidget(page);
    }
    showTabs();
    showTitles();
}

void TabWindow::showTabs()
{
    // Who hides all but the canvas hides the tabs, too.
    const MainWindow *page = current();
    m_tabs->setVisible(m_tabs->count() > 1 && page != nullptr && !page->menuBar()->isHidden());
}

void TabWindow::showTitles()
{
    const QList<MainWindow *> all = pages();
    for (MainWindow *page : all) {
        const int tab = tabOf(page);
        QString text = tabText(*page, all);
        m_tabs->setTabText(tab, text.replace(u'&', QStringLiteral("&&")));
        m_tabs->setTabToolTip(tab, tabToolTip(*page));
    }
    nameCloseButtons();
    if (const MainWindow *page = current()) {
        setWindowTitle(page->windowTitle());
        setWindowModified(page->isWindowModified());
        setWindowFilePath(page->windowFilePath());
    }
}

void TabWindow::nameCloseButtons()
{
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        if (QWidget *button = m_tabs->tabButton(tab, QTabBar::RightSide)) {
            button->setToolTip(tr("Close %1").arg(titleOf(*pageAt(tab))));
            button->setAccessibleName(button->toolTip());
        }
    }
}

void TabWindow::showTabMenu(const QPoint &place)
{
    MainWindow *page = pageAt(m_tabs->tabAt(place));
    if (page == nullptr) {
        return;
    }
    // A page may be closed while the menu is open.
    QList<QPointer<MainWindow>> others;
    for (MainWindow *other : pages()) {
        if (other != page) {
            others.append(other);
        }
    }
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("tab-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Close"), page, &QWidget::close);
    menu->addAction(tr("Close the &others"), this, [this, others] {
        QList<MainWindow *> left;
        for (MainWindow *other : others) {
            if (pages().contains(other)) {
                left.append(other);
            }
        }
        static_cast<void>(closePages(left));
    });
    menu->addSeparator();
    menu->addAction(tr("Move to a &new window"), page, [this, page] {
        if (pages().contains(page)) {
            Q_EMIT windowWanted(page);
        }
    });
    menu->popup(m_tabs->mapToGlobal(place));
}

bool TabWindow::closePages(QList<MainWindow *> pages)
{
    return std::all_of(pages.begin(), pages.end(), [this](MainWindow *page) {
        if (page->isWindowModified()) {
            setCurrent(page); // people see what they are asked about
        }
        return page->close();
    });
}

void TabWindow::closeEvent(QCloseEvent *event)
{
    m_isClosing = true;
    Q_EMIT closing();
    m_store.setValue(geometryKey, saveGeometry());
    QList<MainWindow *> all = pages();
    if (MainWindow *last = current()) { // its arrangement is the one to keep
        all.move(all.indexOf(last), all.size() - 1);
    }
    event->setAccepted(closePages(all));
    m_isClosing = event->isAccepted();
}

void TabWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_tabs->setAccessibleName(tr("Open models"));
        showTitles();
    } else if (event->type() == QEvent::WindowStateChange) {
        for (MainWindow *page : pages()) {
            page->actions().scheduleRefresh();
        }
    }
}

/// What is dropped on the tabs is as if it were dropped on the document.
void TabWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (MainWindow *page = current()) {
        static_cast<QObject *>(page)->event(
            event); // not sent: what is ignored would come back here
    }
}

void TabWindow::dropEvent(QDropEvent *event)
{
    if (MainWindow *page = current()) {
        static_cast<QObject *>(page)->event(
            event); // not sent: what is ignored would come back here
    }
}

bool TabWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_tabs) { // a menu bar
        if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent) {
            showTabs();
        }
        return false;
    }
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        MainWindow *page = pageAt(m_tabs->tabAt(mouse->position().toPoint()));
        if (mouse->button() == Qt::MiddleButton && page != nullptr) {
            page->close();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace nervure
