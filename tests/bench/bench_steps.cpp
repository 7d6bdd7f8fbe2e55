// SPDX-License-Identifier: Apache-2.0
// From step to step of a compiler in the window: how long the event loop stands, and until the picture is there; how
// far the selected node, or what replaces it, moves on the screen, and what part of the pairs of boxes that are in both
// pictures stands in the same order (tests/support/kept_order.h says how it is counted); and how long frames take while one picture becomes the other.
//
// With "beside" the step before is shown beside each one, and told is when both pictures stand.
//
//     bench_steps [OPERATORS | FILE [ZOOM [beside]]]
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "tests/support/graph_families.h"
#include "tests/support/kept_order.h"
#include "widgets/canvas/canvas_controller.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/canvas/side_by_side.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/document/selection_follower.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/worker_process.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QLineF>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

using namespace nervure;
using namespace nervure::tests;

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

std::string text(const KeptOrder &order)
{
    return fmt::format("{:.2f} %, beside each other {:.2f} %, by middles {:.2f} %",
                       percentKept(order.pairs, order.turned),
                       percentKept(order.besidePairs, order.besideTurned),
                       percentKept(order.pairs, order.middlesTurned));
}

class StepBench {
public:
    StepBench(const Builtins &builtins, const std::filesystem::path &programs, double zoom,
              bool isBeside)
        : m_zoom(zoom),
          m_document(builtins),
          m_follower(m_document, m_selection),
          m_worker(QString()),
          m_passes(m_document, m_jobs, m_worker),
          m_view(*new GraphView), // becomes a part of the panes
          m_canvas({m_document, m_selection, m_jobs, m_view}, optionsOf(programs)),
          m_panes({m_document, m_selection, m_jobs, m_view, m_canvas}, optionsOf(programs))
    {
        m_panes.resize(isBeside ? 2560 : 1280, 800);
        m_panes.show();
        m_panes.setOn(isBeside);
    }

    /// Whether there was anything to step through; else it says why not.
    bool run(Graph graph)
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
        if (const std::string missing = missingFacts(); !missing.empty()) {
            std::fprintf(stderr, "%s\n", missing.c_str());
            return false;
        }
        waitFor(m_canvas, &CanvasController::shown);
        const auto nodeIds = m_document.stage().graph->nodes();
        m_selection.select(nodeIds[nodeIds.size() / 2]);
        for (int step = m_document.shownStep(); step > 0; --step) {
            go(step - 1);
        }
        for (std::size_t step = 1; step <= m_document.passSteps().size(); ++step) {
            go(static_cast<int>(step));
        }
        return true;
    }

private:
    /// Why the passes did not come to their end; empty: they did.
    [[nodiscard]] std::string missingFacts() const
    {
        for (const PassStep &step : m_document.passSteps()) {
            const auto fault =
                std::find_if(step.diagnostics.begin(), step.diagnostics.end(),
                             [](const Diagnostic &one) { return one.severity == Severity::Error; });
            if (step.failed) {
                return step.name.toStdString() + " failed: "
                       + (fault == step.diagnostics.end() ? "it gives no reason" : fault->message);
            }
        }
        return m_document.passSteps().empty() ? "Compile made no step, expected some" : "";
    }
    static LayoutClientOptions optionsOf(const std::filesystem::path &programs)
    {
        LayoutClientOptions options;
        options.helper = programs / "nervure-layout";
        options.deadline = std::chrono::minutes(1);
        return options;
    }

    /// Where the boxes of the shown step are drawn.
    [[nodiscard]] BoxPlaces places() const
    {
        const CanvasScene *scene = m_view.scene();
        return scene ? boxPlaces(scene->drawing(), *m_document.stage().graph) : BoxPlaces();
    }

    [[nodiscard]] QRectF selectedRect() const
    {
        return m_view.nodeRectInView(m_selection.current());
    }

    /// Until no picture comes any more: a quick one comes first where the layout takes long.
    static void settle(bool &hasCome)
    {
        constexpr int quietMs = 400;
        do {
            hasCome = false;
            QEventLoop loop;
            QTimer::singleShot(quietMs, &loop, &QEventLoop::quit);
            loop.exec();
        } while (hasCome);
    }

    /// The longest frame while one picture becomes the other, and how far the selected node then is from where
    /// it was.
    [[nodiscard]] std::string motionOf()
    {
        if (!m_view.morph().isRunning()) {
            return "no motion";
        }
        const NodeId selected = m_selection.current();
        const QPointF place = m_view.nodeRectInView(selected).center();
        double longest = 0;
        double farthest = 0;
        for (const double progress : {0.1, 0.3, 0.5, 0.7, 0.9}) {
            m_view.morph().setProgress(progress);
            QElapsedTimer timer;
            timer.start();
            m_view.viewport()->repaint();
            longest = std::max(longest, milliseconds(timer));
            farthest = std::max(farthest,
                                QLineF(m_view.morph().placeOf(selected).center(), place).length());
        }
        return fmt::format("frames of {} boxes up to {:.1f} ms, {:.1f} px", m_view.morph().count(),
                           longest, farthest);
    }

    void go(int step)
    {
        m_view.setAnimated(false);
        m_view.centerOn(m_selection.current());
        m_view.setZoom(m_zoom, QRectF(m_view.viewport()->rect()).center());
        m_view.setAnimated(!m_panes.isOn());
        const auto before = places();
        const QRectF selected = selectedRect();
        QElapsedTimer timer;
        QObject context;
        bool hasCome = false;
        double all = 0; // when the last picture came
        const auto note = [&] {
            hasCome = true;
            all = milliseconds(timer);
        };
        QObject::connect(&m_canvas, &CanvasController::shown, &context, note);
        if (const GraphView *other = m_panes.otherView()) {
            QObject::connect(other, &CanvasSurface::drawingChanged, &context, note);
        }
        timer.start();
        m_document.setShownStep(step);
        const double held = milliseconds(timer);
        waitFor(m_canvas, &CanvasController::shown);
        const char *name = step == 0 ? "As opened" : "";
        const QByteArray pass =
            step == 0 ? QByteArray(name)
                      : m_document.passSteps()[static_cast<std::size_t>(step) - 1].name.toUtf8();
        const double shown = milliseconds(timer);
        const std::string motion = motionOf();
        settle(hasCome);
        const QRectF stands = selectedRect();
        const bool isDrawn = !selected.isEmpty() && !stands.isEmpty();
        std::printf(
            "%-24s %7zu nodes | held %6.1f ms | shown after %7.1f ms, all after %7.1f ms | moved %s px | kept order %s | %s\n",
            pass.constData(), m_document.stage().graph->nodeCount(), held, shown, all,
            isDrawn
                ? fmt::format("{:.1f}", QLineF(selected.center(), stands.center()).length()).c_str()
                : "-",
            text(keptOrder(before, places())).c_str(), motion.c_str());
        std::fflush(stdout);
    }

    double m_zoom;
    GraphDocument m_document;
    Selection m_selection;
    SelectionFollower m_follower;
    JobRunner m_jobs;
    WorkerProcess m_worker;
    PassRunner m_passes;
    GraphView &m_view;
    CanvasController m_canvas;
    SideBySide m_panes;
};

/// A network of that many operators, or the graph of a file.
Result<Graph> graphOf(const std::string &what, const Builtins &builtins)
{
    if (const std::size_t operators = std::strtoull(what.c_str(), nullptr, 10); operators > 0) {
        ASSIGN_OR_RETURN(Graph graph, fittingNetwork(builtins.ops, operators));
        graph.edit(*graph.findByName("data")).attrs.set("shape", "(1, 64, 56, 56)");
        return graph;
    }
    ASSIGN_OR_RETURN(OpenedModel model, openModel(what, builtins.formats, builtins.ops));
    return std::move(model.graph);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const std::string what = argc > 1 ? argv[1] : "10000";
    const Builtins builtins = makeBuiltins();
    Result<Graph> graph = graphOf(what, builtins);
    if (!graph) {
        std::fprintf(stderr, "%s\n", graph.error().message.c_str());
        return 1;
    }
    const double zoom = argc > 2 ? std::strtod(argv[2], nullptr) : 1;
    const bool isBeside = argc > 3 && std::string(argv[3]) == "beside";
    StepBench bench(builtins, std::filesystem::path(argv[0]).parent_path(), zoom, isBeside);
    return bench.run(std::move(*graph)) ? 0 : 1;
}
