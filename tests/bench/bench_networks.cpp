// SPDX-License-Identifier: Apache-2.0
// Whole networks as the device's own pipeline compiles them, batch 1: the time of a run, what of the
// device's measured peak that is, and with --layers the same of every layer beside its roof.
//
//     bench_networks [--device D] [--network N] [--repeat R] [--layers] [--direct] [--compare]
//
// Times are medians of R runs (20 unless given) without profiling, input upload to output read. The
// roofs are measured in the same process: multiply-add peak on all compute units, copy bandwidth.
// FLOPs are those of the direct convolution whatever algorithm is used, so that a share may pass
// 100 %. --direct forbids Winograd's convolutions. --compare runs the reference instead of timing,
// and prints how far the results are from it; without softmax, which would hide differences behind
// its ones and zeros.
#include "core/execution/reference_backend.h"
#include "core/frontends/models/models.h"
#include "core/support/text.h"
#include "tests/bench/compiled_bench.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace nervure;

namespace {

struct Options {
    std::string device;
    std::string network;
    std::size_t repeat = 20;
    bool showsLayers = false;
    bool isDirect = false;
    bool compares = false;
};

/// What others need, as far as it was measured: printed beside our figures.
struct Context {
    std::string_view network;
    double onnxRuntimeMs;
    const char *text;
};
constexpr Context contexts[]{
    {"resnet50_v1", 30, "ONNX Runtime 1.30, 2 threads"},
    {"resnet18_v1", 13, "ONNX Runtime 1.30, 2 threads"},
    {"mobilenet", 4, "ONNX Runtime 1.30, 2 threads; TVM 0.5's OpenCL 590 ms"},
    {"vgg16", 110, "ONNX Runtime 1.30, 2 threads"},
    {"squeezenet1.1", 2.7, "ONNX Runtime 1.30, 2 threads"},
    {"resnet18", 0, "TVM 0.5's OpenCL 2100 ms"},
};

Graph withoutSoftmax(Graph graph)
{
    const Node &last = graph.node(graph.heads().front().node);
    if (last.op == "softmax") {
        graph.setHeads({last.inputs.front()});
    }
    return graph;
}

class Bench {
public:
    Bench(OpenclBackend &device, Options options)
        : m_device(device),
          m_options(std::move(options)),
          m_bench(device, m_options.isDirect)
    {}

    Status run()
    {
        if (Status status = m_bench.measureRoofs(); !status) {
            return status;
        }
        for (const models::Model &model : models::allModels()) {
            if (!m_options.network.empty() && model.name != m_options.network) {
                continue;
            }
            const Result<Graph> graph = model.build(m_bench.builtins().ops);
            if (!graph) {
                return graph.error();
            }
            const Status status = m_options.compares ? compare(model.name, withoutSoftmax(*graph))
                                                     : time(model.name, *graph);
            if (!status) {
                return status;
            }
            std::fflush(stdout);
        }
        return {};
    }

private:
    Status time(std::string_view name, const Graph &graph)
    {
        auto ready = m_bench.prepare(graph, m_device, true);
        if (!ready) {
            return ready.error();
        }
        std::vector<double> walls;
        for (std::size_t i = 0; i < bench::CompiledBench::warmup + m_options.repeat; ++i) {
            const auto run = ready->prepared->run(ready->values, RunMode::Unprofiled, {});
            if (!run) {
                return run.error();
            }
            if (i >= bench::CompiledBench::warmup) {
                walls.push_back(run->record.wallMs);
            }
        }
        std::int64_t flops = 0;
        std::size_t layers = 0;
        for (const PlanStep &step : ready->plan->steps) {
            flops += step.phase == StepPhase::Run ? step.flops : 0;
            layers += step.phase == StepPhase::Run ? 1 : 0;
        }
        const Statistics wall = summarize(walls);
        const double rate = static_cast<double>(flops) / wall.median * 1e-6;
        std::printf("%-14.*s %8.2f ms (least %.2f, p95 %.2f)  %6.1f GFLOP/s  %5.1f %% of peak  "
                    "%zu layers%s\n",
                    static_cast<int>(name.size()), name.data(), wall.median, wall.min, wall.p95,
                    rate, rate / m_bench.ceilings().multiplyAddGflops * 100, layers,
                    contextOf(name).c_str());
        return m_options.showsLayers ? m_bench.printLayers(*ready, m_options.repeat) : Status();
    }

    static std::string contextOf(std::string_view name)
    {
        for (const Context &context : contexts) {
            if (context.network == name) {
                return "  (" + std::string(context.text)
                       + (context.onnxRuntimeMs > 0
                              ? ": " + formatNumber(context.onnxRuntimeMs) + " ms)"
                              : ")");
            }
        }
        return {};
    }

    Status compare(std::string_view name, const Graph &graph)
    {
        auto fast = m_bench.prepare(graph, m_device, true);
        if (!fast) {
            return fast.error();
        }
        const auto actual = fast->prepared->run(fast->values, RunMode::Unprofiled, {});
        ReferenceBackend reference;
        auto slow = m_bench.prepare(graph, reference, false);
        const auto expected = slow ? slow->prepared->run(slow->values, RunMode::Unprofiled, {})
                                   : Result<RunOutcome>(slow.error());
        if (!actual || !expected) {
            return actual ? expected.error() : actual.error();
        }
        std::printf("%-14.*s relative difference %.2g, reference %.0f ms\n",
                    static_cast<int>(name.size()), name.data(),
                    relativeDifference(actual->outputs[0].view(), expected->outputs[0].view()),
                    expected->record.wallMs);
        return {};
    }

    OpenclBackend &m_device;
    const Options m_options;
    bench::CompiledBench m_bench;
};

std::optional<Options> parsed(int argc, char **argv)
{
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const char *next = i + 1 < argc ? argv[i + 1] : nullptr;
        if (word == "--layers") {
            options.showsLayers = true;
        } else if (word == "--direct") {
            options.isDirect = true;
        } else if (word == "--compare") {
            options.compares = true;
        } else if (word == "--device" && next) {
            options.device = argv[++i];
        } else if (word == "--network" && next) {
            options.network = argv[++i];
        } else if (word == "--repeat" && next && parseInteger(next).value_or(0) > 0) {
            options.repeat = static_cast<std::size_t>(*parseInteger(argv[++i]));
        } else {
            return std::nullopt;
        }
    }
    return options;
}

} // namespace

int main(int argc, char **argv)
{
    const auto options = parsed(argc, argv);
    if (!options) {
        std::fprintf(stderr, "usage: bench_networks [--device D] [--network N] [--repeat R] "
                             "[--layers] [--direct] [--compare]\n");
        return 2;
    }
    auto device = OpenclBackend::openSelected(options->device);
    if (!device) {
        std::fprintf(stderr, "%s\n", formatDiagnostic(device.error()).c_str());
        return 3;
    }
    if (const Status status = Bench(**device, *options).run(); !status) {
        std::fprintf(stderr, "%s\n", formatDiagnostic(status.error()).c_str());
        return 3;
    }
    return 0;
}
