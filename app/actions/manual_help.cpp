// SPDX-License-Identifier: Apache-2.0
#include "app/actions/manual_help.h"

#include "app/actions/action_context.h"
#include "app/files/document_session.h"
#include "app/files/window_services.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/manual/manual_window.h"
#include "widgets/panels/panel_spec.h"

#include <QApplication>
#include <QCursor>
#include <QMainWindow>

namespace nervure {

namespace {

const QString firstPage = QStringLiteral("first-steps");

/// "find" of "panel-find" and "dock-find"; empty for all others.
QString panelName(const QString &objectName)
{
    for (const auto &start : {QStringLiteral("panel-"), QStringLiteral("dock-")}) {
        if (objectName.startsWith(start)) {
            return objectName.mid(start.size());
        }
    }
    return {};
}

} // namespace

QString manualPageFor(const ActionContext &context, const QWidget *part)
{
    if (context.session.document.isEmpty()) {
        return firstPage;
    }
    for (const QWidget *at = part; at != nullptr; at = at->parentWidget()) {
        if (at == &context.view) {
            return QStringLiteral("reading-a-graph");
        }
        if (const PanelSpec *panel =
                context.services.panels.find(panelName(at->objectName()).toStdString())) {
            return QString::fromStdString(panel->manualPage);
        }
    }
    return {};
}

void showManual(const ActionContext &context)
{
    const QWidget *pointed = QApplication::widgetAt(QCursor::pos());
    const bool isOurs = pointed != nullptr && context.window.isAncestorOf(pointed);
    QString page = isOurs ? manualPageFor(context, pointed) : QString();
    if (page.isEmpty()) {
        page = manualPageFor(context, context.window.focusWidget());
    }
    auto *manual = context.window.findChild<ManualWindow *>(QString(), Qt::FindDirectChildrenOnly);
    if (manual == nullptr) {
        manual = new ManualWindow(&context.window);
        manual->setAttribute(Qt::WA_DeleteOnClose);
    }
    manual->showPage(page.isEmpty() ? firstPage : page);
    manual->show();
    manual->raise();
    manual->activateWindow();
}

} // namespace nervure
