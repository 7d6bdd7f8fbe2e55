// SPDX-License-Identifier: Apache-2.0
#include "tests/monkey/click_all.h"

#include "app/program/composition.h"
#include "app/window/main_window.h"
#include "app/window/window_manager.h"
#include "tests/monkey/monkey.h"
#include "tests/monkey/monkey_models.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/jobs/job_runner.h"

#include <QTest>
#include <QWindow>

#include <algorithm>
#include <cstdio>

namespace nervure::tests {

namespace {

constexpr int patienceMs = 60000; ///< for programs that instrument every access

bool waitForJobs(MainWindow &window)
{
    return QTest::qWaitFor([&window] { return window.session().jobs.jobs().isEmpty(); },
                           patienceMs);
}

/// How many nodes were clicked on.
int clickNodes(MainWindow &window, int mostNodes)
{
    GraphView &view = window.view();
    view.setAnimated(false);
    std::vector<NodeId> nodes;
    for (const auto &box : view.scene()->graph().nodes) {
        nodes.push_back(box.node);
    }
    const std::size_t apart =
        std::max<std::size_t>(1, nodes.size() / static_cast<std::size_t>(mostNodes));
    int clicked = 0;
    for (std::size_t i = 0; i < nodes.size() && view.scene() != nullptr; i += apart) {
        view.centerOn(nodes[i]);
        const QPoint at = view.nodeRectInView(nodes[i]).center().toPoint();
        QWidget *canvas = view.viewport();
        QTest::mouseClick(canvas->window()->windowHandle(), Qt::LeftButton, {},
                          canvas->mapTo(canvas->window(), at));
        static_cast<void>(waitForJobs(window));
        QCoreApplication::processEvents();
        ++clicked;
    }
    return clicked;
}

} // namespace

bool clickAll(Composition &program, const MonkeyPlan &plan, int mostNodes)
{
    int clicked = 0;
    for (const QString &model : plan.models) {
        MainWindow *window = program.windows().open(copyInto(plan.folder, model));
        const bool isShown = QTest::qWaitFor(
            [window] {
                return window->view().scene() != nullptr
                       || (window->shownPath().isEmpty() && !window->hasDocument());
            },
            patienceMs);
        if (isShown && window->view().scene() != nullptr && waitForJobs(*window)) {
            const int here = clickNodes(*window, mostNodes);
            std::printf("%s: %d nodes\n", qPrintable(model), here);
            std::fflush(stdout);
            clicked += here;
        }
        window->close();
        QCoreApplication::processEvents();
    }
    return clicked > 0;
}

} // namespace nervure::tests
