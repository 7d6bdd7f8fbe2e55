// SPDX-License-Identifier: Apache-2.0
#include "app/actions/palette_entries.h"

#include "app/actions/action_set.h"
#include "app/actions/action_tables.h"
#include "app/actions/disabled_reasons.h"
#include "app/files/model_windows.h"
#include "app/files/window_services.h"
#include "app/settings/recent_files.h"
#include "core/builtins.h"
#include "core/graph/op/kernel_parts.h"
#include "core/query/query_values.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMainWindow>

namespace nervure {

namespace {

constexpr std::size_t mostListedNodes = 50;
constexpr int actionBonus = 12;
constexpr int disabledBonus = -100; ///< they stand at the end

QString paletteWords(const char *text)
{
    return QCoreApplication::translate("PaletteEntries", text);
}

void addActions(std::vector<PaletteEntry> &entries, const ActionContext &context)
{
    for (const ActionSpec &spec : actionTable()) {
        QAction *action = context.actions->find(QLatin1StringView(spec.id));
        if (!action->isVisible() || QLatin1StringView(spec.id) == QLatin1StringView("palette")) {
            continue;
        }
        QString text = actionLabel(spec, context);
        if (!action->isEnabled()) {
            entries.push_back(
                {text, whyDisabled(spec, context), action->icon(), [] {}, disabledBonus, false});
            continue;
        }
        if (action->isCheckable() && action->isChecked()) {
            text += QStringLiteral("  ✓");
        }
        entries.push_back({text, action->shortcut().toString(QKeySequence::NativeText),
                           action->icon(), [action] { action->trigger(); }, actionBonus});
    }
}

void addPasses(std::vector<PaletteEntry> &entries, const ActionContext &context)
{
    if (!action_tables::hasDocument(context) || context.session.passes.isRunning()) {
        return;
    }
    const Dialect dialect = context.session.document.graph().dialect();
    for (const PassSpec &pass : context.services.builtins.passes.all()) {
        if (!pass.fits(dialect)) {
            continue;
        }
        entries.push_back(
            {paletteWords(QT_TRANSLATE_NOOP("PaletteEntries", "Run %1")).arg(toQString(pass.name)),
             paletteWords(QT_TRANSLATE_NOOP("PaletteEntries", "pass")),
             tintedIcon(QStringLiteral("passes")), [&context, name = pass.name] {
                 context.session.passes.run({{name, {}}});
             }});
    }
}

void addPanels(std::vector<PaletteEntry> &entries, const ActionContext &context)
{
    if (!action_tables::hasDocument(context)) {
        return;
    }
    for (const PanelSpec &panel : context.services.panels.all()) {
        entries.push_back(
            {paletteWords(QT_TRANSLATE_NOOP("PaletteEntries", "Show %1")).arg(panel.title()),
             panel.shortcut.toString(QKeySequence::NativeText), tintedIcon(panel.icon),
             [&context, name = panel.name] { context.docks.raise(toQString(name)); }});
    }
}

void addRecentFiles(std::vector<PaletteEntry> &entries, const ActionContext &context)
{
    const QStringList paths = context.services.recentFiles.paths();
    for (const QString &path : paths) {
        const QFileInfo file(path);
        entries.push_back({file.fileName(), QDir::toNativeSeparators(file.path()),
                           tintedIcon(QStringLiteral("open")), [&context, path] {
                               context.services.windows.open(path, &context.window);
                           }});
    }
}

} // namespace

std::vector<PaletteEntry> paletteEntries(const ActionContext &context)
{
    context.actions->refreshNow();
    std::vector<PaletteEntry> entries;
    addActions(entries, context);
    addPasses(entries, context);
    addPanels(entries, context);
    addRecentFiles(entries, context);
    return entries;
}

std::vector<PaletteEntry> nodeEntries(const ActionContext &context, const QString &typed)
{
    std::vector<PaletteEntry> entries;
    const QString wanted = typed.trimmed();
    if (wanted.isEmpty()) {
        return entries;
    }
    const TextPattern pattern(wanted.toStdString(), false, true);
    const std::shared_ptr<const Graph> graph = context.session.document.stage().graph;
    for (const NodeId id : graph->nodes()) {
        const Node &node = graph->node(id);
        if (!pattern.matches(node.name)) {
            continue;
        }
        const QString op = node.isVariable()
                               ? paletteWords(QT_TRANSLATE_NOOP("PaletteEntries", "variable"))
                               : toQString(nodeTitle(node));
        entries.push_back({toQString(node.name), op, tintedIcon(QStringLiteral("graph")),
                           [&context, id] { context.session.selection.jumpTo(id); }});
        if (entries.size() == mostListedNodes) {
            break;
        }
    }
    return entries;
}

} // namespace nervure
