// SPDX-License-Identifier: Apache-2.0
#include "app/manual_pictures/picture_steps.h"

#include "app/files/document_session.h"
#include "app/window/main_window.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/panel_docks.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <chrono>

namespace nervure {

namespace {

using namespace std::chrono_literals;

/// So long nothing is under way any more.
constexpr auto quiet = 600ms;
/// A run on a slow machine is over by then.
constexpr auto patience = 120s;

void letEventsPass()
{
    constexpr auto round = 20ms;
    QEventLoop loop;
    QTimer::singleShot(round, &loop, &QEventLoop::quit);
    loop.exec();
}

bool isBusy(const MainWindow &window)
{
    const DocumentSession &session = window.session();
    return !session.jobs.jobs().isEmpty() || session.passes.isRunning()
           || session.profiles.isRunning() || session.proofs.isRunning() || session.worker.isBusy();
}

} // namespace

bool waitUntilQuiet(MainWindow &window)
{
    const QDeadlineTimer deadline(patience);
    QElapsedTimer since;
    while (!deadline.hasExpired()) {
        letEventsPass();
        if (isBusy(window) || window.view().scene() == nullptr) {
            since.invalidate();
        } else if (!since.isValid()) {
            since.start();
        } else if (std::chrono::milliseconds(since.elapsed()) > quiet) {
            return true;
        }
    }
    return false;
}

NodeId nodeNamed(const MainWindow &window, std::string_view name)
{
    NodeId found;
    for (const NodeId id : window.session().document.graph().nodes()) {
        if (window.session().document.graph().node(id).name == name) {
            found = id;
        }
    }
    return found;
}

void goTo(MainWindow &window, std::string_view name)
{
    window.session().selection.jumpTo(nodeNamed(window, name));
}

QPixmap takeWindow(MainWindow &window)
{
    return waitUntilQuiet(window) ? window.grab() : QPixmap();
}

QPixmap takePanel(MainWindow &window, const QString &panel)
{
    window.docks().raise(panel);
    return waitUntilQuiet(window) ? window.docks().panel(panel)->grab() : QPixmap();
}

} // namespace nervure
