// SPDX-License-Identifier: Apache-2.0
#include "app/actions/palette_entries.h"

#include "app/actions/action_set.h"
#include "app/actions/actions.h"
#include "app/files/window_services.h"
#include "app/settings/recent_files.h"
#include "app/window/main_window.h"
#include "app/window/window_manager.h"
#include "core/builtins.h"
#include "core/graph/kernel_calls.h"
#include "core/query/query_values.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace nervure {

namespace {

constexpr std::size_t mostListedNodes = 50;
constexpr int actionBonus = 12;

QString words(const char *text)
{
    return QCoreApplication::translate("PaletteEntries", text);
}

void addActions(std::vector<PaletteEntry> &entries, MainWindow &window)
{
    for (const ActionSpec &spec : actionTable()) {
        QAction *action = window.actions().find(QLatin1StringView(spec.id));
        if (!action->isEnabled() || QLatin1StringView(spec.id) == QLatin1StringView("palette")) {
            continue;
        }
        QString text = actionLabel(spec);
        if (action->isCheckable() && action->isChecked()) {
            text += QStringLiteral("  ✓");
        }
        entries.push_back({text, action->shortcut().toString(QKeySequence::NativeText),
                           action->icon(), [action] { action->trigger(); }, actionBonus});
    }
}

void addPasses(std::vector<PaletteEntry> &entries, MainWindow &window)
{
    if (!window.hasDocument() || window.session().passes.isRunning()) {
        return;
    }
    for (const PassSpec &pass : window.services().builtins.passes.all()) {
        entries.push_back(
            {words(QT_TRANSLATE_NOOP("PaletteEntries", "Run %1")).arg(toQString(pass.name)),
             words(QT_TRANSLATE_NOOP("PaletteEntries", "pass")),
             tintedIcon(QStringLiteral("passes")), [&window, name = pass.name] {
                 window.session().passes.run({{name, {}}});
             }});
    }
}

void addPanels(std::vector<PaletteEntry> &entries, MainWindow &window)
{
    if (!window.hasDocument()) {
        return;
    }
    for (const PanelSpec &panel : window.services().panels.all()) {
        entries.push_back(
            {words(QT_TRANSLATE_NOOP("PaletteEntries", "Show %1")).arg(panel.title()),
             panel.shortcut.toString(QKeySequence::NativeText), tintedIcon(panel.icon),
             [&window, name = panel.name] { window.docks().raise(toQString(name)); }});
    }
}

void addRecentFiles(std::vector<PaletteEntry> &entries, MainWindow &window)
{
    const QStringList paths = window.services().recentFiles.paths();
    for (const QString &path : paths) {
        const QFileInfo file(path);
        entries.push_back({file.fileName(), QDir::toNativeSeparators(file.path()),
                           tintedIcon(QStringLiteral("open")),
                           [&window, path] { window.services().windows.open(path, &window); }});
    }
}

} // namespace

std::vector<PaletteEntry> paletteEntries(MainWindow &window)
{
    window.actions().refreshNow();
    std::vector<PaletteEntry> entries;
    addActions(entries, window);
    addPasses(entries, window);
    addPanels(entries, window);
    addRecentFiles(entries, window);
    return entries;
}

std::vector<PaletteEntry> nodeEntries(MainWindow &window, const QString &typed)
{
    std::vector<PaletteEntry> entries;
    const QString wanted = typed.trimmed();
    if (wanted.isEmpty()) {
        return entries;
    }
    const TextPattern pattern(wanted.toStdString(), false, true);
    const std::shared_ptr<const Graph> graph = window.session().document.stage().graph;
    for (const NodeId id : graph->nodes()) {
        const Node &node = graph->node(id);
        if (!pattern.matches(node.name)) {
            continue;
        }
        const QString op = node.isVariable()
                               ? words(QT_TRANSLATE_NOOP("PaletteEntries", "variable"))
                               : toQString(nodeTitle(node));
        entries.push_back({toQString(node.name), op, tintedIcon(QStringLiteral("graph")),
                           [&window, id] { window.session().selection.jumpTo(id); }});
        if (entries.size() == mostListedNodes) {
            break;
        }
    }
    return entries;
}

} // namespace nervure
