// SPDX-License-Identifier: Apache-2.0
// Layout of networks of every family, beside Graphviz on the whole graph in the same run where that
// finishes. CPU times of this program and of nervure-layout together, in ms, median of five; what
// is counted is explained in tests/support/layout_quality.h.
//
//     bench_layout [MOST_OPERATORS [FAMILY]]
#include "core/builtins.h"
#include "core/layout/diagram/drawn_graph.h"
#include "core/layout/diagram/node_geometry.h"
#include "core/layout/diagram/output_pills.h"
#include "core/layout/engine/layout_client.h"
#include "core/support/heap.h"
#include "tests/support/graph_families.h"
#include "tests/support/layout_quality.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sys/resource.h>

using namespace nervure;
using namespace nervure::tests;

namespace {

constexpr std::size_t repeats = 5;
constexpr std::chrono::seconds longestDot{20};

double cpuMilliseconds(int who)
{
    rusage usage{};
    getrusage(who, &usage);
    const auto ms = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
    };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
}

struct Measured {
    double ms = 0;
    std::optional<LayoutResult> layout; ///< nothing where Graphviz did not finish
    std::size_t helperCalls = 0;
};

/// A client of its own, from nothing to the last position: the helper's end is waited for.
Measured measureOnce(const LayoutRequest &request, const LayoutClientOptions &options)
{
    const double start = cpuMilliseconds(RUSAGE_SELF) + cpuMilliseconds(RUSAGE_CHILDREN);
    Measured measured;
    {
        LayoutClient client(options);
        Result<LayoutResult> result = client.layout(request);
        if (result && result->engine != LayoutEngine::Fallback) {
            measured.layout = std::move(result).value();
        }
        measured.helperCalls = client.helperCalls();
    }
    measured.ms = cpuMilliseconds(RUSAGE_SELF) + cpuMilliseconds(RUSAGE_CHILDREN) - start;
    return measured;
}

Measured measure(const LayoutRequest &request, const LayoutClientOptions &options)
{
    std::vector<Measured> all;
    for (std::size_t i = 0; i < repeats; ++i) {
        all.push_back(measureOnce(request, options));
        if (all.back().ms > 3000) {
            break;
        }
    }
    std::sort(all.begin(), all.end(),
              [](const Measured &a, const Measured &b) { return a.ms < b.ms; });
    return std::move(all[all.size() / 2]);
}

LayoutRequest requestOf(const Graph &graph, const OpRegistry &ops)
{
    const TableTextMeasure text;
    const DrawnGraph drawn = addOutputs(makeDrawnGraph(graph, ops), graph, ops);
    return makeLayoutRequest(drawn, measureNodes(drawn, text), text);
}

void printQuality(const LayoutRequest &request, const Measured &measured)
{
    if (!measured.layout) {
        std::printf(" %9.1f  not finished", measured.ms);
        return;
    }
    const LayoutQuality quality = measureQuality(request, *measured.layout);
    std::printf(" %9.1f %6zu %5zu %5zu %5zu %6.0f", measured.ms, quality.crossings, quality.stubs,
                quality.overlaps, quality.looseEnds, measured.layout->width);
}

void run(const GraphFamily &family, std::size_t operators, const OpRegistry &ops,
         LayoutClientOptions options)
{
    const Result<Graph> graph = family.make(ops, operators);
    if (!graph) {
        std::printf("%s: %s\n", family.name.data(), graph.error().message.c_str());
        return;
    }
    const LayoutRequest request = requestOf(*graph, ops);
    const Measured ours = measure(request, options);
    std::printf("%-16s %7zu %4zu", family.name.data(), request.nodes.size(), ours.helperCalls);
    printQuality(request, ours);
    if (operators <= 2000) {
        options.isWhole = true;
        options.deadline = longestDot;
        const Measured dot = measure(request, options);
        std::printf("  |");
        printQuality(request, dot);
        std::printf("  | %7.3f", ours.ms / dot.ms);
    }
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const std::size_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
    keepFreedMemory(); // as the programs do
    const Builtins builtins = makeBuiltins();
    LayoutClientOptions options;
    options.helper = std::filesystem::path(argv[0]).parent_path() / "nervure-layout";
    options.deadline = std::chrono::minutes(1);
    std::printf("%-16s %7s %4s %9s %6s %5s %5s %5s %6s  | whole dot: the same          | ratio\n",
                "graph", "boxes", "dots", "CPU ms", "cross", "stubs", "over", "loose", "width");
    for (const GraphFamily &family : graphFamilies()) {
        if (argc > 2 && family.name != argv[2]) {
            continue;
        }
        for (const std::size_t operators : {230U, 500U, 1700U, 10000U, 100000U}) {
            if (operators <= most) {
                run(family, operators, builtins.ops, options);
            }
        }
    }
    return 0;
}
