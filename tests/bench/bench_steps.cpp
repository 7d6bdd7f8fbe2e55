// SPDX-License-Identifier: Apache-2.0
// From step to step of a compiler in the window: how long the event loop stands, and until the picture is there.
#include "core/builtins.h"
#include "tests/support/graph_families.h"
#include "widgets/canvas/canvas_controller.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/document/selection_follower.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/worker_process.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace nervure;

namespace {

template <typename Signal, typename Sender>
void waitFor(Sender &sender, Signal signal)
{
    QEventLoop loop;
    QObject::connect(&sender, signal, &loop, &QEventLoop::quit);
    loop.exec();
}

double milliseconds(const QElapsedTimer &timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

class StepBench {
public:
    StepBench(const Builtins &builtins, const std::filesystem::path &programs)
        : m_document(builtins),
          m_follower(m_document, m_selection),
          m_worker(QString()),
          m_passes(m_document, m_jobs, m_worker),
          m_canvas({m_document, m_selection, m_jobs, m_view}, optionsOf(programs))
    {
        m_view.resize(1280, 800);
        m_view.show();
    }

    void run(Graph graph)
    {
        const std::size_t nodes = graph.nodeCount();
        m_document.setContent({std::move(graph), {}, "nnvm", {}, {}});
        waitFor(m_canvas, &CanvasController::shown);
        QElapsedTimer timer;
        timer.start();
        m_passes.run({{"Compile", {{"opt_level", "3"}}}});
        waitFor(m_passes, &PassRunner::finished);
        std::printf("%zu nodes, %zu steps in %.0f ms\n", nodes, m_document.passSteps().size(),
                    milliseconds(timer));
        waitFor(m_canvas, &CanvasController::shown);
        m_selection.select(m_document.stage().graph->nodes().back());
        for (int step = m_document.shownStep(); step > 0; --step) {
            go(step - 1);
        }
        for (std::size_t step = 1; step <= m_document.passSteps().size(); ++step) {
            go(static_cast<int>(step));
        }
    }

private:
    static LayoutClientOptions optionsOf(const std::filesystem::path &programs)
    {
        LayoutClientOptions options;
        options.helper = programs / "nervure-layout";
        options.deadline = std::chrono::minutes(1);
        return options;
    }

    void go(int step)
    {
        QElapsedTimer timer;
        timer.start();
        m_document.setShownStep(step);
        const double held = milliseconds(timer);
        waitFor(m_canvas, &CanvasController::shown);
        const char *name = step == 0 ? "As opened" : "";
        const QByteArray pass =
            step == 0 ? QByteArray(name)
                      : m_document.passSteps()[static_cast<std::size_t>(step) - 1].name.toUtf8();
        std::printf("%-24s %7zu nodes | held %6.1f ms | shown after %7.1f ms\n", pass.constData(),
                    m_document.stage().graph->nodeCount(), held, milliseconds(timer));
        std::fflush(stdout);
    }

    GraphDocument m_document;
    Selection m_selection;
    SelectionFollower m_follower;
    JobRunner m_jobs;
    WorkerProcess m_worker;
    PassRunner m_passes;
    GraphView m_view;
    CanvasController m_canvas;
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const std::size_t operators = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10000;
    const Builtins builtins = makeBuiltins();
    Result<Graph> graph = tests::fittingNetwork(builtins.ops, operators);
    if (!graph) {
        std::fprintf(stderr, "%s\n", graph.error().message.c_str());
        return 1;
    }
    graph->edit(*graph->findByName("data")).attrs.set("shape", "(1, 64, 56, 56)");
    StepBench(builtins, std::filesystem::path(argv[0]).parent_path()).run(std::move(*graph));
    return 0;
}
