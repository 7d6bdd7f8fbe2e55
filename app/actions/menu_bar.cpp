// SPDX-License-Identifier: Apache-2.0
#include "app/actions/menu_bar.h"

#include "app/actions/action_set.h"
#include "app/actions/actions.h"
#include "app/files/model_windows.h"
#include "app/files/window_services.h"
#include "app/settings/recent_files.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/text/mnemonics.h"

#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <map>

namespace nervure {

MenuBar::MenuBar(const ActionContext &context) : QObject(&context.window), m_context(context)
{
    connect(&context.services.recentFiles, &RecentFiles::changed, this, &MenuBar::fillRecent);
    rebuild();
}

void MenuBar::rebuild()
{
    QMenuBar *bar = m_context.window.menuBar();
    bar->clear();
    qDeleteAll(bar->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly));
    std::map<ActionMenu, QMenu *> menus;
    menus[ActionMenu::File] = bar->addMenu(tr("&File"));
    menus[ActionMenu::Edit] = bar->addMenu(tr("&Edit"));
    menus[ActionMenu::View] = bar->addMenu(tr("&View"));
    menus[ActionMenu::Workspaces] = new QMenu(tr("Wor&kspace"), menus[ActionMenu::View]);
    menus[ActionMenu::Lines] = new QMenu(tr("&Lines"), menus[ActionMenu::View]);
    menus[ActionMenu::Groups] = new QMenu(tr("&Groups"), menus[ActionMenu::View]);
    menus[ActionMenu::Theme] = new QMenu(tr("&Colors"), menus[ActionMenu::View]);
    menus[ActionMenu::Structure] = bar->addMenu(tr("&Structure"));
    menus[ActionMenu::Color] = new QMenu(tr("Color &by"), menus[ActionMenu::View]);
    menus[ActionMenu::Go] = bar->addMenu(tr("G&o"));
    menus[ActionMenu::Bookmarks] = new QMenu(tr("Boo&kmarks"), menus[ActionMenu::Go]);
    menus[ActionMenu::Graph] = bar->addMenu(tr("&Graph"));
    menus[ActionMenu::Help] = bar->addMenu(tr("&Help"));
    for (const ActionSpec &spec : actionTable()) {
        addActions(menus[spec.menu], spec);
        if (QLatin1StringView(spec.id) == QLatin1StringView("open")) {
            addRecentMenu(menus[ActionMenu::File]);
        }
    }
    QMenu *view = menus[ActionMenu::View];
    view->addMenu(menus[ActionMenu::Color]);
    view->addMenu(menus[ActionMenu::Lines]);
    view->addMenu(menus[ActionMenu::Groups]);
    view->addMenu(menus[ActionMenu::Theme]);
    menus[ActionMenu::Go]->addSeparator();
    menus[ActionMenu::Go]->addMenu(menus[ActionMenu::Bookmarks]);
    view->addSeparator();
    view->addMenu(menus[ActionMenu::Workspaces]);
    QMenu *panels = view->addMenu(tr("&Panels"));
    panels->addActions(m_context.docks.toggleActions());
}

void MenuBar::addActions(QMenu *menu, const ActionSpec &spec)
{
    if (spec.startsGroup) {
        menu->addSeparator();
    }
    menu->addAction(m_context.actions->find(QLatin1StringView(spec.id)));
}

void MenuBar::addRecentMenu(QMenu *file)
{
    m_recent = file->addMenu(tr("Open re&cent"));
    m_recent->setObjectName(QStringLiteral("menu-recent"));
    fillRecent();
}

void MenuBar::fillRecent()
{
    RecentFiles &files = m_context.services.recentFiles;
    m_recent->clear();
    int number = 0;
    const QStringList paths = files.paths();
    for (const QString &path : paths) {
        ++number;
        const QString name = withoutMnemonics(QFileInfo(path).fileName());
        auto *action = m_recent->addAction(QStringLiteral("&%1 %2").arg(number).arg(name));
        action->setToolTip(path);
        action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(number)));
        connect(action, &QAction::triggered, this,
                [this, path] { m_context.services.windows.open(path, &m_context.window); });
    }
    m_recent->setEnabled(!paths.isEmpty());
    if (!paths.isEmpty()) {
        m_recent->addSeparator();
        connect(m_recent->addAction(tr("&Forget these")), &QAction::triggered, &files,
                &RecentFiles::clear);
    }
}

} // namespace nervure
