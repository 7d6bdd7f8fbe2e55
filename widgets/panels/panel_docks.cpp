// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/panel_docks.h"

#include "widgets/panels/panel.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QSet>
#include <QSettings>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace nervure {

namespace {

/// Raised when docks are added or removed, so that an old arrangement is not forced on new ones.
constexpr int stateVersion = 2;

/// What the upper of two docks in one column gets of the window's height: one looks longer at what one has
/// found.
constexpr double upperShare = 0.4;

const QString workspaceSetting = QStringLiteral("docks/workspace");

QString placesSetting(Workspace workspace)
{
    return QStringLiteral("docks/") + workspaceKey(workspace);
}

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
    for (const PanelSpec &spec : panels.all()) {
        addDock(spec, context);
    }
    retranslate();
}

/// Puts every dock where the workspace has it, those of the left above those of the right if that is
/// asked for, and shows those that it shows.
void PanelDocks::placeDocks(bool isStacked)
{
    QHash<Qt::DockWidgetArea, QDockWidget *> firstOf;
    QSet<QString> shown;
    const auto place = [&](const QString &name, Qt::DockWidgetArea area) {
        QDockWidget *added = dock(name);
        added->setFloating(false);
        const bool isMoved = isStacked && area == Qt::LeftDockWidgetArea;
        m_window.addDockWidget(isMoved ? Qt::RightDockWidgetArea : area, added);
        if (QDockWidget *first = firstOf.value(area)) {
            m_window.tabifyDockWidget(first, added);
        } else {
            firstOf.insert(area, added);
        }
    };
    for (const DockPlace &usual : usualPlaces(m_workspace)) {
        const QString name = QString::fromLatin1(usual.panel);
        shown.insert(name);
        place(name, usual.area);
    }
    for (const PanelSpec &spec : m_registry.all()) {
        if (!shown.contains(toQString(spec.name))) {
            place(toQString(spec.name), spec.area);
        }
    }
    for (auto it = m_docks.begin(); it != m_docks.end(); ++it) {
        it.value()->setVisible(shown.contains(it.key()));
    }
    for (QDockWidget *first : std::as_const(firstOf)) {
        first->raise();
    }
}

/// Only docks that are shown can be sized; those of one direction share its length.
void PanelDocks::applyUsualSizes(const AreaSizes &sizes)
{
    QList<QDockWidget *> columns;
    QList<int> widths;
    QList<QDockWidget *> rows;
    QList<int> heights;
    QSet<int> sized;
    for (const DockPlace &usual : usualPlaces(m_workspace)) {
        if (sized.contains(usual.area)) {
            continue; // a tab of the one that has its size already
        }
        sized.insert(usual.area);
        QDockWidget *first = dock(QString::fromLatin1(usual.panel));
        const bool isLeft = usual.area == Qt::LeftDockWidgetArea;
        if (usual.area == Qt::BottomDockWidgetArea) {
            rows.append(first);
            heights.append(sizes.bottom);
            continue;
        }
        if (!isLeft || !sizes.isStacked) {
            columns.append(first);
            widths.append(isLeft ? sizes.left : sizes.right);
        }
        if (sizes.isStacked) {
            rows.append(first);
            const int upper = static_cast<int>(m_window.height() * upperShare);
            heights.append(isLeft ? upper : m_window.height() - upper);
        }
    }
    m_window.resizeDocks(columns, widths, Qt::Horizontal);
    m_window.resizeDocks(rows, heights, Qt::Vertical);
    // How low they can be depends on how wide they have become: what wraps is higher before.
    QTimer::singleShot(
        1, this, [this, rows, heights] { m_window.resizeDocks(rows, heights, Qt::Vertical); });
}

/// As the workspace was left, or as is usual.
void PanelDocks::arrange()
{
    // One after the other they would move aside for each other, laid out anew each time.
    if (m_window.restoreState(m_places.value(m_workspace), stateVersion)) {
        return;
    }
    const AreaSizes sizes = usualSizes(m_workspace, m_window.width(), m_window.height());
    placeDocks(sizes.isStacked);
    applyUsualSizes(sizes);
}

void PanelDocks::setWorkspace(Workspace workspace)
{
    showWithModel();
    if (workspace == m_workspace) {
        return;
    }
    m_places[m_workspace] = places();
    m_workspace = workspace;
    if (m_areVisible) {
        arrange();
    }
    Q_EMIT workspaceChanged();
}

void PanelDocks::arrangeAnew()
{
    showWithModel();
    m_places.remove(m_workspace);
    if (m_areVisible) {
        arrange();
    }
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
    showWithModel(); // or all would be arranged later, without what is shown now
    QDockWidget *dock = m_docks.value(name);
    if (dock != nullptr && m_areVisible) {
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

/// Ends that they are hidden for a while, not that there is no model.
void PanelDocks::showWithModel()
{
    if (m_isShowingDue || m_isArranged) {
        setAllVisible(true);
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
    if (!visible && m_isArranged) {
        m_places[m_workspace] = places();
    }
    m_areVisible = visible;
    if (visible) {
        arrange();
        m_isArranged = true;
    }
    for (QDockWidget *dock : std::as_const(m_docks)) {
        if (!visible) {
            dock->hide();
        }
        dock->toggleViewAction()->setEnabled(visible);
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

void PanelDocks::setFloatingVisible(bool visible)
{
    if (visible) {
        for (QDockWidget *dock : std::as_const(m_hiddenFloating)) {
            dock->show();
        }
        m_hiddenFloating.clear();
        return;
    }
    for (QDockWidget *dock : std::as_const(m_docks)) {
        if (dock->isFloating() && dock->isVisible()) {
            m_hiddenFloating.append(dock);
            dock->hide();
        }
    }
}

QByteArray PanelDocks::places() const
{
    return m_areVisible ? m_window.saveState(stateVersion) : m_places.value(m_workspace);
}

void PanelDocks::save(QSettings &store) const
{
    store.setValue(workspaceSetting, workspaceKey(m_workspace));
    for (const Workspace workspace : allWorkspaces()) {
        const QByteArray kept = workspace == m_workspace ? places() : m_places.value(workspace);
        if (kept.isEmpty()) {
            store.remove(placesSetting(workspace));
        } else {
            store.setValue(placesSetting(workspace), kept);
        }
    }
    for (const Panel *panel : m_panels) {
        panel->save(store);
    }
}

void PanelDocks::restore(const QSettings &store)
{
    m_workspace = workspaceOfKey(store.value(workspaceSetting).toString());
    for (const Workspace workspace : allWorkspaces()) {
        m_places[workspace] = store.value(placesSetting(workspace)).toByteArray();
    }
    for (Panel *panel : std::as_const(m_panels)) {
        panel->restore(store);
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
