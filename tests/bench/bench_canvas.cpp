// SPDX-License-Identifier: Apache-2.0
// The canvas with networks of every family. Frames: a view of 1600x1000 at device pixel ratio 1 is
// moved and zoomed; processor time of a frame in ms (median, 95th percentile, longest) at each
// scale. Opening: wall time from the start of a new `nervure_opening` to the painted picture, the longest
// round of its event loop (wall, and processor time of its thread), and its peak memory.
//
// All is drawn, but with `folded`: then large models open folded, as they do unless that is switched
// off.
//
// FAMILY "unknown" is a graph with known and with unknown operators, opened in turn; FAMILY "onnx" is one of
// NNVM's and its twin of ONNX's.
//
//     bench_canvas [frames|open|folded] [MOST_OPERATORS [FAMILY]]
#include "core/builtins.h"
#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/output_pills.h"
#include "core/support/heap.h"
#include "tests/bench/onnx_twin.h"
#include "tests/bench/opening.h"
#include "tests/support/graph_families.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/style/qt_text_measure.h"

#include <QApplication>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace nervure;
using namespace nervure::tests;

namespace {

constexpr QSize viewSize{1600, 1000};
constexpr int framesEach = 24;
constexpr std::size_t opensEach = 5;
/// Fractions of what fits, and scales; both kinds are asked for.
constexpr double scales[]{0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 0.75, 1, 1.5, 3};

double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

struct Spread {
    double median = 0;
    double high = 0; ///< 95th percentile
    double longest = 0;
};

Spread spreadOf(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
        return times[std::min(times.size() - 1,
                              static_cast<std::size_t>(share * static_cast<double>(times.size())))];
    };
    return {at(0.5), at(0.95), times.back()};
}

double frame(GraphView &view, const ViewTransform &target)
{
    const double before = threadMilliseconds();
    view.setTransform(target);
    QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    view.viewport()->repaint(); // nothing, unless the frame was put off
    return threadMilliseconds() - before;
}

/// Moves by some pixels, by half a view, and zooms back and forth, at places all over the picture.
std::vector<double> framesAt(GraphView &view, double scale)
{
    const QRectF bounds = view.scene()->bounds();
    std::vector<double> times;
    ViewTransform at = view.transform();
    for (int i = 0; i < framesEach; ++i) {
        if (i % 6 == 0) {
            at.setScale(scale, {});
            const double down = 0.04 + 0.92 * i / framesEach;
            at.centerOn({bounds.center().x(), bounds.height() * down}, viewSize);
            frame(view, at); // arriving is not a step of a move
        }
        switch (i % 6) {
        case 4: at.setScale(scale * 1.1, {viewSize.width() / 2.0, viewSize.height() / 2.0}); break;
        case 5: at.setScale(scale / 1.1, {viewSize.width() / 2.0, viewSize.height() / 2.0}); break;
        case 3: at.pan({0, -viewSize.height() / 2.0}); break;
        default: at.pan({-3, -17}); break;
        }
        times.push_back(frame(view, at));
    }
    return times;
}

std::shared_ptr<const Drawing> draw(const Graph &graph, const OpRegistry &ops, LayoutClient &client)
{
    DrawnGraph drawn = addOutputs(makeDrawnGraph(graph, ops), graph, ops);
    for (DrawnEdge &edge : drawn.edges) {
        edge.label = "1×64×56×56"; // as after inference
    }
    const QtTextMeasure measure;
    Result<Drawing> drawing = makeDrawing(std::move(drawn), measure, client);
    return drawing ? std::make_shared<const Drawing>(std::move(*drawing)) : nullptr;
}

void measureFrames(const GraphFamily &family, const Graph &graph, const OpRegistry &ops,
                   LayoutClient &client)
{
    GraphView view;
    view.setFrameShape(QFrame::NoFrame);
    view.setAnimated(false);
    view.resize(viewSize);
    view.show();
    view.setDrawing(draw(graph, ops, client));
    view.fit();
    std::vector<double> tried{view.zoom(), view.zoom() * 2};
    for (const double scale : scales) {
        if (scale > view.zoom() * 2) {
            tried.push_back(scale);
        }
    }
    std::vector<double> all;
    std::printf("%-16s %7u |", family.name.data(), view.scene()->nodeCount());
    for (const double scale : tried) {
        const std::vector<double> times = framesAt(view, scale);
        const Spread spread = spreadOf(times);
        std::printf(" %.3g: %.1f %.1f %.1f |", scale, spread.median, spread.high, spread.longest);
        all.insert(all.end(), times.begin(), times.end());
    }
    const Spread spread = spreadOf(all);
    std::printf(" all: %.1f %.1f %.1f\n", spread.median, spread.high, spread.longest);
    std::fflush(stdout);
}

/// A model on disk, and how it opened each time.
struct TriedModel {
    std::string name;
    std::size_t nodes = 0;
    std::string file;
    std::vector<Opening> openings;
};

void printOpening(const TriedModel &model)
{
    const double mib = medianOf(model.openings, &Opening::mib);
    std::printf("%-16s %7zu | opening %7.0f ms | gap %6.1f ms, busy %6.1f ms | peak %6.1f MB, "
                "%.2f KB a node over 90 MB\n",
                model.name.data(), model.nodes, medianOf(model.openings, &Opening::ms),
                medianOf(model.openings, &Opening::gap), medianOf(model.openings, &Opening::busy),
                mib * 1.048576, (mib * 1048.576 - 90e3) / static_cast<double>(model.nodes));
    std::fflush(stdout);
}

/// Models on disk that are opened in turn.
class OpeningBench {
public:
    OpeningBench()
        : m_folder(std::filesystem::temp_directory_path()
                   / ("bench_canvas." + std::to_string(std::rand())))
    {
        std::filesystem::create_directories(m_folder);
    }
    ~OpeningBench() { std::filesystem::remove_all(m_folder); }
    OpeningBench(const OpeningBench &) = delete;
    OpeningBench &operator=(const OpeningBench &) = delete;

    void add(const std::string &name, const Graph &graph, const char *extension,
             const std::string &bytes)
    {
        m_models.push_back({name, graph.nodeCount(), m_folder / (name + extension), {}});
        std::ofstream(m_models.back().file, std::ios::binary) << bytes;
    }

    void addNnvm(const std::string &name, const Graph &graph, const Builtins &builtins)
    {
        Diagnostics diagnostics;
        const Result<std::string> text = builtins.formats.find("nnvm")->write(
            graph, {builtins.ops, Semantics::Exact, {}}, diagnostics);
        add(name, graph, ".json", *text);
    }

    void run(const std::filesystem::path &programs, bool isFolded)
    {
        for (std::size_t i = 0; i < opensEach; ++i) {
            for (TriedModel &model : m_models) {
                if (const auto opening = openOnce(programs / "nervure_opening", model.file,
                                                  m_folder / "home", isFolded)) {
                    model.openings.push_back(*opening);
                }
            }
        }
        std::for_each(m_models.begin(), m_models.end(), printOpening);
    }

private:
    std::filesystem::path m_folder;
    std::vector<TriedModel> m_models;
};

void measureOpening(std::span<const GraphFamily> families, std::size_t operators,
                    const Builtins &builtins, const std::filesystem::path &programs, bool isFolded)
{
    OpeningBench bench;
    for (const GraphFamily &family : families) {
        if (const Result<Graph> graph = family.make(builtins.ops, operators)) {
            bench.addNnvm(std::string(family.name), *graph, builtins);
        }
    }
    bench.run(programs, isFolded);
}

void measureOnnx(std::size_t operators, const Builtins &builtins,
                 const std::filesystem::path &programs, bool isFolded)
{
    Result<Graph> graph = fittingNetwork(builtins.ops, operators);
    if (graph) {
        // As an ONNX model says it: both are inferred and labeled.
        graph->edit(*graph->findByName("data")).attrs.set("shape", "(1, 64, 56, 56)");
        OpeningBench bench;
        bench.addNnvm("nnvm", *graph, builtins);
        bench.add("onnx", *graph, ".onnx", onnxTwinOf(*graph));
        bench.run(programs, isFolded);
    }
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    keepFreedMemory(); // as the programs do
    const std::string what = argc > 1 ? argv[1] : "";
    const std::size_t most = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100000;
    const std::filesystem::path programs = std::filesystem::path(argv[0]).parent_path();
    const Builtins builtins = makeBuiltins();
    LayoutClientOptions options;
    options.helper = programs / "nervure-layout";
    options.deadline = std::chrono::minutes(1);
    LayoutClient client(options);
    const std::string_view only = argc > 3 ? argv[3] : "";
    constexpr std::array<std::size_t, 4> sizes{500, 1000, 10000, 100000};
    for (const GraphFamily &family : graphFamilies()) {
        for (const std::size_t operators : sizes) {
            if (operators > most || (!only.empty() && family.name != only)) {
                continue;
            }
            const Result<Graph> graph = family.make(builtins.ops, operators);
            if (graph && (what.empty() || what == "frames")) {
                measureFrames(family, *graph, builtins.ops, client);
            }
            if (graph && what != "frames") {
                measureOpening(std::span(&family, 1), operators, builtins, programs,
                               what == "folded");
            }
        }
    }
    for (const std::size_t operators : sizes) {
        if (operators <= most && what != "frames" && (only.empty() || only == "unknown")) {
            measureOpening(graphsOfUnknowns(), operators, builtins, programs, what == "folded");
        }
    }
    constexpr std::array<std::size_t, 5> onnxSizes{500, 1000, 10000, 32000,
                                                   100000}; // 80,000 nodes among them
    for (const std::size_t operators : onnxSizes) {
        if (operators <= most && what != "frames" && (only.empty() || only == "onnx")) {
            measureOnnx(operators, builtins, programs, what == "folded");
        }
    }
    return 0;
}
