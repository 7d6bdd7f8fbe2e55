// SPDX-License-Identifier: Apache-2.0
// What `nervure-cli render` to SVG spends its time on, for networks of every family: reading the file,
// inference, choosing what is drawn, layout, writing. CPU times of this program and of nervure-layout
// together, in ms, median of five. `whole` is the program itself, from its start to its end; the ratio is
// that over twice layout and writing.
//
//     bench_render [MOST_OPERATORS [FAMILY]]
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/output_pills.h"
#include "core/layout/export/svg_writer.h"
#include "core/passes/pass_manager.h"
#include "core/support/file.h"
#include "core/support/heap.h"
#include "core/support/process.h"
#include "tests/support/graph_families.h"

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

enum Part { Reading, Inference, Choosing, Layout, Writing, Whole, Parts };
using Times = std::array<double, Parts>;

double cpuMilliseconds()
{
    double ms = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        for (const timeval &time : {usage.ru_utime, usage.ru_stime}) {
            ms += static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
        }
    }
    return ms;
}

/// Times what is done between one call and the next.
class Clock {
public:
    double lap()
    {
        const double now = cpuMilliseconds();
        return now - std::exchange(m_last, now);
    }

private:
    double m_last = cpuMilliseconds();
};

struct Programs {
    std::filesystem::path folder;
    std::filesystem::path model;
    std::filesystem::path picture;
};

/// What the command does, step by step.
bool measureSteps(const Builtins &builtins, const Programs &files, Times &times)
{
    Clock clock;
    const auto model = openModel(files.model, builtins.formats, builtins.ops);
    times[Reading] = clock.lap();
    if (!model) {
        return false;
    }
    const PassEnvironment environment{builtins.passes, builtins.ops, {}, model->semantics};
    const std::array<PassRequest, 2> passes{PassRequest{"InferShape"}, PassRequest{"InferType"}};
    const PassRun inferred = runPasses(model->graph, passes, environment);
    times[Inference] = clock.lap();
    DrawOptions draw;
    draw.indexed = inferred.index.get();
    draw.analyses = &inferred.analyses;
    DrawnGraph drawn = addOutputs(makeDrawnGraph(model->graph, builtins.ops, draw), model->graph,
                                  builtins.ops, draw);
    times[Choosing] = clock.lap();
    Result<Drawing> drawing = makeError("", "");
    const TableTextMeasure measure;
    {
        LayoutClientOptions options;
        options.helper = files.folder / "nervure-layout";
        LayoutClient client(options);
        drawing = makeDrawing(std::move(drawn), measure, client);
    }
    times[Layout] = clock.lap();
    const auto writeTo = [&](const ByteSink &sink) { writeSvg(*drawing, measure, {}, sink); };
    if (!drawing || !writeFile(files.picture, writeTo)) {
        return false;
    }
    times[Writing] = clock.lap();
    return true;
}

/// The second of two runs is measured: what is freed is taken back by the host of a virtual machine
/// within a second, and giving it out again is charged to the program, with as much as all its work.
bool measureWhole(const Programs &files, Times &times)
{
    ProcessOptions options;
    options.argv = {files.folder / "nervure-cli", "render", files.model, "-o", files.picture};
    const auto isDone = [&options] {
        const auto output = runProcess(options, {}, {std::chrono::minutes(1), nullptr});
        return output && output->status.isSuccess();
    };
    if (!isDone()) {
        return false;
    }
    Clock clock;
    const bool isMeasured = isDone();
    times[Whole] = clock.lap();
    return isMeasured;
}

void run(const GraphFamily &family, std::size_t operators, const Builtins &builtins,
         const Programs &files)
{
    const Result<Graph> graph = family.make(builtins.ops, operators);
    Diagnostics diagnostics;
    const Result<std::string> text = builtins.formats.find("nnvm")->write(
        graph.value(), {builtins.ops, Semantics::Exact, {}}, diagnostics);
    if (!text || !writeFile(files.model, *text)) {
        std::printf("%s: cannot be written\n", family.name.data());
        return;
    }
    std::array<std::vector<double>, Parts> all;
    for (std::size_t i = 0; i < repeats; ++i) {
        Times times{};
        if (!measureSteps(builtins, files, times) || !measureWhole(files, times)) {
            std::printf("%s: cannot be drawn\n", family.name.data());
            return;
        }
        for (std::size_t part = 0; part < Parts; ++part) {
            all[part].push_back(times[part]);
        }
    }
    std::printf("%-16s %7zu", family.name.data(), graph->nodeCount());
    Times median{};
    for (std::size_t part = 0; part < Parts; ++part) {
        std::nth_element(all[part].begin(), all[part].begin() + repeats / 2, all[part].end());
        median[part] = all[part][repeats / 2];
        std::printf(" %9.1f", median[part]);
    }
    std::printf("  | %5.2f\n", median[Whole] / (2 * (median[Layout] + median[Writing])));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const std::size_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
    keepFreedMemory(); // as the programs do
    const Builtins builtins = makeBuiltins();
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("bench_render." + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const Programs files{std::filesystem::path(argv[0]).parent_path(), folder / "model.json",
                         folder / "model.svg"};
    std::printf("%-16s %7s %9s %9s %9s %9s %9s %9s  | ratio\n", "graph", "nodes", "reading",
                "inference", "choosing", "layout", "writing", "whole");
    for (const GraphFamily &family : graphFamilies()) {
        for (const std::size_t operators : {10000U, 100000U}) {
            if (operators <= most && (argc <= 2 || family.name == argv[2])) {
                run(family, operators, builtins, files);
            }
        }
    }
    std::filesystem::remove_all(folder);
    return 0;
}
