// SPDX-License-Identifier: Apache-2.0
#include "app/actions/edit_menu.h"

#include "app/actions/action_set.h"
#include "app/commands/edit_commands.h"
#include "app/files/document_session.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/document/shown_nodes.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QMainWindow>
#include <QMenu>

#include <algorithm>

namespace nervure {

namespace {

constexpr std::initializer_list<const char *> nodeActions{"rename",
                                                          "duplicate",
                                                          "",
                                                          "cut",
                                                          "copy",
                                                          "paste",
                                                          "delete",
                                                          "delete-bridge",
                                                          "",
                                                          "add-operator",
                                                          "insert-operator",
                                                          "replace-selection",
                                                          "",
                                                          "toggle-output",
                                                          "control-dependency",
                                                          "run-earlier",
                                                          "run-later",
                                                          "extract",
                                                          "open-subgraphs",
                                                          "",
                                                          "copy-names"};

/// Adds the actions of these ids; an empty id is a separator.
void addActions(QMenu &menu, const ActionSet &actions, std::initializer_list<const char *> ids)
{
    for (const char *id : ids) {
        if (*id == '\0') {
            menu.addSeparator();
        } else if (QAction *action = actions.find(QLatin1StringView(id))) {
            menu.addAction(action);
        }
    }
}

/// It names nodes of the graph that is shown, and closes when another one is.
QMenu *makeMenu(const ActionContext &context)
{
    auto *menu = new QMenu(&context.window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    whenNodesAreOthers(context.session.document, menu, [menu] { menu->close(); });
    return menu;
}

void fillNodeMenu(QMenu &menu, const ActionContext &context, NodeId node)
{
    menu.setObjectName(QStringLiteral("node-menu"));
    if (!context.session.selection.contains(node)) {
        context.session.selection.select(node);
    }
    context.actions->refreshNow();
    addActions(menu, *context.actions, nodeActions);
}

void fillEdgeMenu(QMenu &menu, const ActionContext &context, const CanvasEdge &edge)
{
    menu.setObjectName(QStringLiteral("edge-menu"));
    Selection &selection = context.session.selection;
    selection.selectValue(edge.value);
    context.actions->refreshNow();
    addActions(menu, *context.actions, {"insert-operator", "add-operator", "", "toggle-output"});
    const Node *reader = context.session.document.stage().graph->find(edge.reader);
    if (reader != nullptr && context.edits.canEdit()) {
        menu.addAction(
            EditCommands::tr("Disconnect from %1").arg(withoutMnemonics(toQString(reader->name))),
            &context.edits, [&edits = context.edits, edge] { edits.removeEdge(edge); });
    }
    if (reader != nullptr) {
        addActions(menu, *context.actions, {"disconnect"});
    }
    menu.addSeparator();
    menu.addAction(EditCommands::tr("Go to its source"), &context.edits,
                   [&selection, edge] { selection.jumpTo(edge.value.node); });
    if (reader != nullptr) {
        menu.addAction(EditCommands::tr("Go to its reader"), &context.edits,
                       [&selection, edge] { selection.jumpTo(edge.reader); });
    }
}

void fillControlMenu(QMenu &menu, const ActionContext &context, const CanvasEdge &edge)
{
    menu.setObjectName(QStringLiteral("control-menu"));
    menu.addAction(EditCommands::tr("Remove this dependency"), &context.edits,
                   [&edits = context.edits, edge] { edits.removeEdge(edge); })
        ->setEnabled(context.edits.canEdit());
}

void fillLineMenu(QMenu &menu, const ActionContext &context, const CanvasEdge &edge)
{
    if (edge.isControl) {
        fillControlMenu(menu, context, edge);
    } else {
        fillEdgeMenu(menu, context, edge);
    }
}

/// Of a bundle: which of its lines is meant. Another menu says what can be done with it.
void fillBundleMenu(QMenu &menu, const ActionContext &context, const CanvasPoint &place)
{
    constexpr std::size_t mostEntries = 40; // so that it can be read
    menu.setObjectName(QStringLiteral("bundle-menu"));
    menu.addSection(EditCommands::tr("Which line?"));
    const Graph &graph = *context.session.document.stage().graph;
    const auto nameOf = [&graph](NodeId id) {
        const Node *node = graph.find(id);
        return node ? withoutMnemonics(toQString(node->name)) : QString();
    };
    const std::size_t count = std::min(place.bundle.size(), mostEntries);
    for (std::size_t i = 0; i < count; ++i) {
        const CanvasEdge &edge = place.bundle[i];
        const QString output =
            edge.value.index == 0 ? QString() : QStringLiteral(":%1").arg(edge.value.index);
        menu.addAction(nameOf(edge.value.node) + output + QStringLiteral(" → ")
                           + nameOf(edge.reader),
                       &context.window, [&context, edge, at = place.global] {
                           QMenu *next = makeMenu(context);
                           fillLineMenu(*next, context, edge);
                           next->popup(at);
                       });
    }
    if (place.bundle.size() > count) {
        menu.addAction(EditCommands::tr("and %n more: a click on the line goes to the next one",
                                        nullptr, static_cast<int>(place.bundle.size() - count)))
            ->setEnabled(false);
    }
}

} // namespace

void showEditMenu(const ActionContext &context, const CanvasPoint &place)
{
    QMenu *menu = makeMenu(context);
    if (place.node.isValid()) {
        fillNodeMenu(*menu, context, place.node);
    } else if (!place.bundle.empty()) {
        fillBundleMenu(*menu, context, place);
    } else if (place.edge) {
        fillLineMenu(*menu, context, *place.edge);
    } else {
        menu->setObjectName(QStringLiteral("canvas-menu"));
        context.actions->refreshNow();
        addActions(
            *menu, *context.actions,
            {"add-operator", "paste", "merge", "", "select-all", "fit", "", "graph-properties"});
    }
    menu->popup(place.global);
}

} // namespace nervure
