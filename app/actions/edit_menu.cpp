// SPDX-License-Identifier: Apache-2.0
// The menus of nodes, lines and the canvas.
#include "app/actions/action_set.h"
#include "app/commands/edit_commands.h"
#include "app/files/document_session.h"
#include "widgets/canvas/view/graph_view.h"
#include "widgets/document/structure_edits.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"
#include "widgets/text/mnemonics.h"

#include <QMenu>

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

} // namespace

void EditCommands::showMenu(const CanvasPlace &place, ActionSet &actions)
{
    Selection &selection = m_session.selection;
    auto *menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (place.node.isValid()) {
        if (!selection.contains(place.node)) {
            selection.select(place.node);
        }
        actions.refreshNow();
        menu->setObjectName(QStringLiteral("node-menu"));
        addActions(*menu, actions, nodeActions);
    } else if (place.edge && !place.edge->isControl) {
        selection.selectValue(place.edge->value);
        actions.refreshNow();
        menu->setObjectName(QStringLiteral("edge-menu"));
        addActions(*menu, actions, {"insert-operator", "add-operator", "", "toggle-output"});
        const CanvasEdge edge = *place.edge;
        const Node *reader = m_session.document.graph().find(edge.reader);
        if (reader != nullptr && canEdit()) {
            menu->addAction(
                tr("Disconnect from %1").arg(withoutMnemonics(toQString(reader->name))), this,
                [this, edge] {
                    tell(nervure::disconnect(m_session.document, edge.reader, edge.input));
                });
        }
        addActions(*menu, actions, {"disconnect"});
        menu->addSeparator();
        menu->addAction(tr("Go to its source"), this,
                        [this, edge] { m_session.selection.jumpTo(edge.value.node); });
        menu->addAction(tr("Go to its reader"), this,
                        [this, edge] { m_session.selection.jumpTo(edge.reader); });
    } else if (place.edge) {
        showControlMenu(*menu, *place.edge);
    } else {
        actions.refreshNow();
        menu->setObjectName(QStringLiteral("canvas-menu"));
        addActions(
            *menu, actions,
            {"add-operator", "paste", "merge", "", "select-all", "fit", "", "graph-properties"});
    }
    menu->popup(place.global);
}

void EditCommands::showControlMenu(QMenu &menu, const CanvasEdge &edge)
{
    menu.setObjectName(QStringLiteral("control-menu"));
    QAction *remove = menu.addAction(tr("Remove this dependency"), this, [this, edge] {
        tell(nervure::toggleControl(m_session.document, {edge.value.node, edge.reader}));
    });
    remove->setEnabled(canEdit());
}

} // namespace nervure
