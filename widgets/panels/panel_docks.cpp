// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/panel_docks.h"

#include "widgets/panels/panel.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace nervure {

namespace {

/// Raised when docks are added or removed, so that an old arrangement is not forced on new ones.
constexpr int stateVersion = 1;
constexpr int sideWidth = 320;
constexpr int inspectorWidth = 380;
constexpr int bottomHeight = 280;

} // namespace

PanelDocks::PanelDocks(QMainWindow &window, const PanelRegistry &panels,
                       const PanelContext &context)
    : QObject(&window),
      m_window(window),
      m_registry(panels)
{
    window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks
                          | QMainWindow::AllowNestedDocks | QMainWindow::GroupedDragging);
    window.setDocumentMode(true);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea); // its tables are wide
    QHash<Qt::DockWidgetArea, QDockWidget *> firstOf;
    for (const PanelSpec &spec : panels.all()) {
        addDock(spec, context);
        QDockWidget *added = dock(toQString(spec.name));
        if (QDockWidget *first = firstOf.value(spec.area)) {
            window.tabifyDockWidget(first, added);
        } else {
            firstOf.insert(spec.area, added);
        }
    }
    for (QDockWidget *first : std::as_const(firstOf)) {
        first->raise();
    }
    retranslate();
}

/// Only docks that are shown can be sized; those of one direction share its length.
void PanelDocks::applyUsualSizes()
{
    QList<QDockWidget *> columns;
    QList<int> widths;
    QList<QDockWidget *> rows;
    QList<int> heights;
    // The canvas stays the largest in a low window, too.
    const int bottom = std::min(bottomHeight, m_window.height() / 3);
    for (const PanelSpec &spec : m_registry.all()) {
        if (spec.area == Qt::BottomDockWidgetArea) {
            rows.append(dock(toQString(spec.name)));
            heights.append(bottom);
        } else {
            columns.append(dock(toQString(spec.name)));
            widths.append(spec.area == Qt::RightDockWidgetArea ? inspectorWidth : sideWidth);
        }
    }
    m_window.resizeDocks(columns, widths, Qt::Horizontal);
    m_window.resizeDocks(rows, heights, Qt::Vertical);
    // How low they can be depends on how wide they have become: what wraps is higher before.
    QTimer::singleShot(
        1, this, [this, rows, heights] { m_window.resizeDocks(rows, heights, Qt::Vertical); });
}

void PanelDocks::addDock(const PanelSpec &spec, const PanelContext &context)
{
    const QString name = toQString(spec.name);
    Panel *panel = spec.factory(context);
    auto *dock = new QDockWidget(&m_window);
    dock->setObjectName(QStringLiteral("dock-") + name);
    dock->setWidget(panel);
    m_window.addDockWidget(spec.area, dock);
    m_panels.insert(name, panel);
    m_docks.insert(name, dock);
    dock->toggleViewAction()->setObjectName(QStringLiteral("toggle-") + name);
    m_toggles.append(dock->toggleViewAction());
    connect(panel, &Panel::actionRequested, this, &PanelDocks::actionRequested);
    connect(dock, &QDockWidget::visibilityChanged, this, &PanelDocks::scheduleTitles);
    connect(dock, &QDockWidget::dockLocationChanged, this, &PanelDocks::scheduleTitles);
    connect(dock, &QDockWidget::topLevelChanged, this, &PanelDocks::scheduleTitles);
    addRaiseAction(spec);
}

void PanelDocks::scheduleTitles()
{
    if (!m_areTitlesDue) {
        m_areTitlesDue = true;
        QTimer::singleShot(1, this, &PanelDocks::showTitles); // 0 would be this round still
    }
}

/// A tab says the title already.
void PanelDocks::showTitles()
{
    m_areTitlesDue = false;
    for (QDockWidget *dock : std::as_const(m_docks)) {
        const bool hasTab = !dock->isFloating() && !m_window.tabifiedDockWidgets(dock).isEmpty();
        QWidget *bar = dock->titleBarWidget();
        if (hasTab && bar == nullptr) {
            dock->setTitleBarWidget(new QWidget(dock));
        } else if (!hasTab && bar != nullptr) {
            dock->setTitleBarWidget(nullptr);
            bar->deleteLater();
        }
    }
    prepareTabs();
}

/// Docks without a title bar are closed at their tabs.
void PanelDocks::prepareTabs()
{
    const auto bars = m_window.findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
    for (QTabBar *bar : bars) {
        if (!bar->tabsClosable()) {
            bar->setTabsClosable(true);
            connect(bar, &QTabBar::tabCloseRequested, this,
                    [this, bar](int tab) { closeTab(bar->tabText(tab)); });
        }
        bar->setAccessibleName(tr("Panels"));
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (QWidget *button = bar->tabButton(tab, QTabBar::RightSide)) {
                button->setToolTip(tr("Close %1").arg(bar->tabText(tab)));
                button->setAccessibleName(button->toolTip());
            }
        }
    }
}

/// A main window's tabs do not say whose they are, except by the title.
void PanelDocks::closeTab(const QString &title)
{
    for (QDockWidget *dock : std::as_const(m_docks)) {
        if (dock->windowTitle() == title) {
            dock->close();
        }
    }
}

void PanelDocks::addRaiseAction(const PanelSpec &spec)
{
    if (spec.shortcut.isEmpty()) {
        return;
    }
    auto *action = new QAction(this);
    action->setShortcut(spec.shortcut);
    connect(action, &QAction::triggered, this,
            [this, name = toQString(spec.name)] { raise(name); });
    m_window.addAction(action);
}

void PanelDocks::raise(const QString &name)
{
    if (!m_docks.contains(name)) {
        return;
    }
    show(name);
    m_panels.value(name)->takeFocus();
}

void PanelDocks::show(const QString &name)
{
    showDue(); // or it would hide what is shown now
    if (QDockWidget *dock = m_docks.value(name)) {
        dock->show();
        dock->raise();
    }
}

void PanelDocks::showAllSoon()
{
    if (!m_areVisible && !m_isShowingDue) {
        m_isShowingDue = true;
        QTimer::singleShot(1, this, &PanelDocks::showDue); // as for titles
    }
}

void PanelDocks::showDue()
{
    if (m_isShowingDue) {
        setAllVisible(true);
    }
}

void PanelDocks::setAllVisible(bool visible)
{
    m_isShowingDue = false;
    if (visible == m_areVisible) {
        return;
    }
    if (!visible) {
        m_hiddenState = m_window.saveState(stateVersion);
    }
    m_areVisible = visible;
    // One after the other they would move aside for each other, laid out anew each time.
    const bool isRestored = visible && m_window.restoreState(m_hiddenState, stateVersion);
    for (QDockWidget *dock : std::as_const(m_docks)) {
        if (!isRestored) {
            dock->setVisible(visible);
        }
        dock->toggleViewAction()->setEnabled(visible);
    }
    if (visible && !m_isRestored) {
        m_isRestored = true;
        applyUsualSizes();
    }
    if (visible) {
        Q_EMIT allShown();
    }
}

void PanelDocks::prepare()
{
    if (m_toPrepare.isEmpty()) {
        m_toPrepare = m_docks.values();
        prepareNext();
    }
}

void PanelDocks::prepareNext()
{
    if (m_areVisible) {
        m_toPrepare.clear();
    }
    if (!m_toPrepare.isEmpty()) {
        // Styles, fonts, icons and layouts of the dock alone: the window's layout would make room for it,
        // and all that is shown be painted anew.
        m_window.layout()->setEnabled(false);
        m_toPrepare.takeLast()->grab();
        m_window.layout()->setEnabled(true);
        QTimer::singleShot(1, this, &PanelDocks::prepareNext); // as above
    }
}

QByteArray PanelDocks::saveState() const
{
    return m_areVisible ? m_window.saveState(stateVersion) : m_hiddenState;
}

void PanelDocks::restoreState(const QByteArray &state)
{
    if (state.isEmpty()) {
        return;
    }
    m_isRestored = true;
    if (m_areVisible) {
        m_window.restoreState(state, stateVersion);
    } else {
        m_hiddenState = state;
    }
}

void PanelDocks::retranslate()
{
    for (const PanelSpec &spec : m_registry.all()) {
        QDockWidget *dock = m_docks.value(toQString(spec.name));
        dock->setWindowTitle(spec.title());
        dock->toggleViewAction()->setIcon(tintedIcon(spec.icon));
        dock->setAccessibleName(spec.title());
    }
    scheduleTitles();
}

} // namespace nervure
