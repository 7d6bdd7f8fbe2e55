// SPDX-License-Identifier: Apache-2.0
// How long the window takes to follow an edit: a document, live inference and the canvas as the program
// has them, in a view of 1600x1000. Milliseconds from the edit (medians): "edit" until the UI thread
// has done it and told everybody, "shapes" until the document has the new shapes, "frame" until a
// picture that shows them is painted; "gap" is the longest round of the event loop on the way.
//
//     bench_edit_window [MOST_OPERATORS]
#include "core/builtins.h"
#include "core/support/heap.h"
#include "tests/bench/bench_edits.h"
#include "tests/support/graph_families.h"
#include "widgets/canvas/canvas_controller.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/graph_examiner.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/worker_process.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <vector>

using namespace nervure;

namespace {

constexpr QSize viewSize{1600, 1000};
constexpr std::size_t rounds = 5;
constexpr int patienceMs = 120000;
/// From edit to new shapes at 10,000 nodes.
constexpr double mostMs = 100;

struct Times {
    double edit = 0;
    double shapes = 0;
    double frame = 0;
    double gap = 0;
};

double median(std::vector<Times> times, double Times::*member)
{
    std::sort(times.begin(), times.end(),
              [=](const Times &a, const Times &b) { return a.*member < b.*member; });
    return times.empty() ? -1 : times[times.size() / 2].*member;
}

/// What a window has of a document.
class Window {
public:
    Window(const Builtins &builtins, const LayoutClientOptions &layout, Graph graph)
        : m_document(builtins),
          m_examiner(m_document, m_jobs),
          m_passes(m_document, m_jobs, m_worker),
          m_controller({m_document, m_selection, m_jobs, m_view}, layout)
    {
        m_view.setFrameShape(QFrame::NoFrame);
        m_view.setAnimated(false);
        m_view.resize(viewSize);
        m_view.show();
        QObject::connect(&m_passes, &PassRunner::finished, &m_view, [this] {
            m_shapesMs = sinceEdit();
            m_isInferred = true;
        });
        QObject::connect(&m_controller, &CanvasController::shown, &m_view,
                         [this] { m_isShown = m_isInferred; });
        m_document.setContent({std::move(graph), {}, "nnvm", {}, {}});
        InputFacts facts;
        facts.shapes["data"] = {1, 64, 56, 56};
        m_document.setInputFacts(std::move(facts));
        m_passes.runUsual();
    }

    [[nodiscard]] const Graph &graph() const { return m_document.graph(); }
    /// Until a picture with the shapes is painted and nothing is done any more.
    bool settle()
    {
        const bool isPainted = wait([this] { return m_isShown; });
        m_view.viewport()->repaint();
        return isPainted && wait([this] { return m_jobs.jobs().isEmpty(); });
    }

    std::optional<Times> time(const Edit &edit, NodeId place)
    {
        m_view.actualSize();
        m_view.centerOn(place);
        QCoreApplication::processEvents();
        begin();
        if (!m_document.apply(edit, QStringLiteral("Edit"))) {
            return std::nullopt;
        }
        Times times;
        times.edit = sinceEdit();
        m_gap = times.edit;
        if (!wait([this] { return m_isShown; })) {
            return std::nullopt;
        }
        m_view.viewport()->repaint();
        times.frame = sinceEdit();
        times.shapes = m_shapesMs;
        times.gap = m_gap;
        begin();
        m_document.undoStack().undo();
        return settle() ? std::optional(times) : std::nullopt;
    }

private:
    void begin()
    {
        m_isInferred = false;
        m_isShown = false;
        m_clock.start();
    }
    [[nodiscard]] double sinceEdit() const
    {
        return static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
    }
    bool wait(const std::function<bool()> &isDone)
    {
        QElapsedTimer all;
        all.start();
        while (!isDone()) {
            if (all.elapsed() > patienceMs) {
                return false;
            }
            QElapsedTimer round;
            round.start();
            QCoreApplication::processEvents(QEventLoop::AllEvents);
            m_gap = std::max(m_gap, static_cast<double>(round.nsecsElapsed()) / 1e6);
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1);
        }
        return true;
    }

    GraphDocument m_document;
    Selection m_selection;
    JobRunner m_jobs;
    GraphView m_view;
    GraphExaminer m_examiner;
    WorkerProcess m_worker;
    PassRunner m_passes;
    CanvasController m_controller;
    QElapsedTimer m_clock;
    bool m_isInferred = false; ///< since the edit
    bool m_isShown = false;
    double m_shapesMs = 0;
    double m_gap = 0;
};

std::vector<Times> timesOf(Window &window, const bench::EditKind &kind)
{
    std::vector<Times> times;
    const std::vector<NodeId> ids(window.graph().nodes().begin(), window.graph().nodes().end());
    for (std::size_t i = 0; times.size() < rounds && i < 4 * ids.size(); ++i) {
        const NodeId id = ids[(i + 1) * 7919 % ids.size()];
        if (const auto edit = kind.make(window.graph(), id)) {
            const auto time = window.time(*edit, id);
            if (!time) {
                break;
            }
            times.push_back(*time);
        }
    }
    return times;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    keepFreedMemory(); // as the programs do
    const std::size_t most = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 40000;
    const Builtins builtins = makeBuiltins();
    LayoutClientOptions layout;
    layout.helper = std::filesystem::path(argv[0]).parent_path() / "nervure-layout";
    layout.deadline = std::chrono::minutes(1);
    std::printf("%-10s %8s %9s %8s %8s %8s %8s\n", "edit", "ops", "nodes", "edit", "shapes",
                "frame", "gap");
    bool isFast = true;
    for (const std::size_t operators : {400U, 4000U, 40000U}) {
        if (operators > most) {
            break;
        }
        Result<Graph> graph = tests::fittingNetwork(builtins.ops, operators);
        if (!graph) {
            return 1;
        }
        Window window(builtins, layout, std::move(*graph));
        if (!window.settle()) {
            return 1;
        }
        for (const bench::EditKind &kind : bench::editKinds()) {
            const std::vector<Times> times = timesOf(window, kind);
            const double shapes = median(times, &Times::shapes);
            std::printf("%-10s %8zu %9zu %8.1f %8.1f %8.1f %8.1f\n", kind.name, operators,
                        window.graph().nodeCount(), median(times, &Times::edit), shapes,
                        median(times, &Times::frame), median(times, &Times::gap));
            std::fflush(stdout);
            isFast = isFast && (operators != 4000 || shapes <= mostMs);
        }
    }
    return isFast ? 0 : 1;
}
