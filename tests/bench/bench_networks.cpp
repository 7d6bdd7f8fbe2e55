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
#include "core/builtins.h"
#include "core/execution/plan_builder.h"
#include "core/execution/reference_backend.h"
#include "core/execution/seeded_weights.h"
#include "core/frontends/models/models.h"
#include "core/graph/parameters.h"
#include "core/opencl/opencl_backend.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

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

constexpr std::size_t warmup = 3;
/// A peak below this share of what was measured before: others use the device.
constexpr double quietShare = 0.8;

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

/// A network made ready on a backend.
struct Ready {
    std::shared_ptr<const ExecutionPlan> plan;
    std::unique_ptr<PreparedPlan> prepared;
    TensorMap values;
};

class Bench {
public:
    Bench(OpenclBackend &device, Options options) : m_device(device), m_options(std::move(options))
    {
        m_traits = device.info().traits;
        m_traits.directOnly = m_options.isDirect;
    }

    Status run()
    {
        const Result<std::optional<DeviceCeilings>> before = m_device.ceilings(false);
        const Result<std::optional<DeviceCeilings>> measured = m_device.ceilings(true);
        if (!before || !measured) {
            return before ? measured.error() : before.error();
        }
        m_ceilings = measured->value_or(DeviceCeilings{});
        std::printf("%s: %.0f GFLOP/s of multiply-adds, %.1f GB/s copied\n",
                    m_device.info().name.c_str(), m_ceilings.multiplyAddGflops, m_ceilings.copyGbs);
        const double usual = before->value_or(DeviceCeilings{}).multiplyAddGflops;
        if (m_ceilings.multiplyAddGflops < quietShare * usual) {
            std::printf("not quiet: it did %.0f GFLOP/s before, so shares of roofs are too high\n",
                        usual);
        }
        for (const models::Model &model : models::allModels()) {
            if (!m_options.network.empty() && model.name != m_options.network) {
                continue;
            }
            const Result<Graph> graph = model.build(m_builtins.ops);
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
    /// Compiled for the device, or as it stands for the reference.
    Result<Ready> prepare(const Graph &graph, Backend &backend, bool isOnDevice)
    {
        PassEnvironment environment{m_builtins.passes, m_builtins.ops};
        environment.targets = [this](const std::string &) {
            return Result<DeviceTraits>(m_traits);
        };
        const std::string passes =
            isOnDevice ? "Compile{opt_level=3,GraphCompile=off,target=" + backend.info().id + '}'
                       : "InferShape,InferType";
        const PassRun compiled = runPasses(graph, *parsePipeline(passes), environment);
        if (!compiled.ok || !compiled.index) {
            return compiled.diagnostics.back();
        }
        PlanRequest request;
        request.graph = compiled.index;
        request.shapes = *compiled.analyses.find(keys::shape);
        request.types = *compiled.analyses.find(keys::dtype);
        for (const NodeId id : findParameters(graph, m_builtins.ops)) {
            request.parameters.insert(graph.node(id).name);
        }
        if (isOnDevice) {
            request.groups = *compiled.analyses.find(keys::groupRoot);
            request.device = m_traits;
            request.alignment = std::max<std::int64_t>(backend.info().alignment, 1);
        }
        Diagnostics diagnostics;
        Result<ExecutionPlan> plan = buildPlan(request, diagnostics);
        if (!plan) {
            return plan.error();
        }
        for (const Diagnostic &diagnostic : diagnostics) {
            std::printf("  %s\n", formatDiagnostic(diagnostic).c_str());
        }
        Ready ready;
        ready.plan = std::make_shared<const ExecutionPlan>(std::move(plan).value());
        ready.values = valuesOf(graph, request);
        auto prepared = backend.prepare(ready.plan, ready.values, {});
        if (!prepared) {
            return prepared.error();
        }
        ready.prepared = std::move(prepared).value();
        return ready;
    }

    /// Seeded values by the roles that the variables have in the graph as it was.
    TensorMap valuesOf(const Graph &graph, const PlanRequest &request)
    {
        std::map<std::string, ValueRole> roles;
        Diagnostics ignored;
        if (const auto index = IndexedGraph::build(graph, m_builtins.ops, ignored)) {
            const std::vector<ValueRole> all = valueRolesOf(**index);
            for (const std::uint32_t id : (*index)->inputNodes()) {
                roles.emplace((*index)->node(id).node->name, all[id]);
            }
        }
        TensorMap values;
        for (const std::uint32_t id : request.graph->inputNodes()) {
            const std::string &name = request.graph->node(id).node->name;
            auto tensor = seededTensor(name, roles[name], DType::Float32,
                                       request.shapes[request.graph->entryId(id, 0)], 0);
            if (tensor) {
                values.emplace(name, std::move(tensor).value());
            }
        }
        return values;
    }

    Status time(std::string_view name, const Graph &graph)
    {
        auto ready = prepare(graph, m_device, true);
        if (!ready) {
            return ready.error();
        }
        std::vector<double> walls;
        for (std::size_t i = 0; i < warmup + m_options.repeat; ++i) {
            const auto run = ready->prepared->run(ready->values, RunMode::Unprofiled, {});
            if (!run) {
                return run.error();
            }
            if (i >= warmup) {
                walls.push_back(run->record.wallMs);
            }
        }
        std::int64_t flops = 0;
        std::size_t layers = 0;
        for (const PlanStep &step : ready->plan->steps) {
            flops += step.phase == StepPhase::Run ? step.flops : 0;
            layers += step.phase == StepPhase::Run ? 1 : 0;
        }
        const Statistics wall = summarise(walls);
        const double rate = static_cast<double>(flops) / wall.median * 1e-6;
        std::printf("%-14.*s %8.2f ms (least %.2f, p95 %.2f)  %6.1f GFLOP/s  %5.1f %% of peak  "
                    "%zu layers%s\n",
                    static_cast<int>(name.size()), name.data(), wall.median, wall.min, wall.p95,
                    rate, rate / m_ceilings.multiplyAddGflops * 100, layers,
                    contextOf(name).c_str());
        return m_options.showsLayers ? printLayers(*ready) : Status();
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

    /// Median device times of serialised runs, in order.
    Status printLayers(Ready &ready) const
    {
        std::map<std::uint32_t, std::vector<double>> times;
        for (std::size_t i = 0; i < warmup + m_options.repeat; ++i) {
            const auto run = ready.prepared->run(ready.values, RunMode::Serialised, {});
            if (!run) {
                return run.error();
            }
            for (const StepTiming &timing : run->record.steps) {
                times[timing.step].push_back(timing.deviceMs);
            }
        }
        for (const auto &[id, sample] : times) {
            const PlanStep &step = ready.plan->steps[id];
            const double ms = summarise(sample).median;
            const double roof =
                m_ceilings.roofMs(static_cast<double>(step.flops), static_cast<double>(step.bytes));
            std::printf("  %8.3f ms %7.1f GFLOP/s %6.1f GB/s %6.1f %% of roof  %s %s %s %s\n", ms,
                        static_cast<double>(step.flops) / ms * 1e-6,
                        static_cast<double>(step.bytes) / ms * 1e-6, roof / ms * 100,
                        step.op.c_str(), step.root.c_str(),
                        shapeText(step.outputs.front().shape).c_str(),
                        step.kernel.launches.empty() ? "host" : kernelText(step.kernel).c_str());
        }
        return {};
    }

    static std::string kernelText(const KernelSpec &kernel)
    {
        std::string text = kernel.launches.back().algorithm;
        for (const KernelChoice &choice : kernel.choices) {
            text += ' ' + choice.chosen;
        }
        return text;
    }

    Status compare(std::string_view name, const Graph &graph)
    {
        auto fast = prepare(graph, m_device, true);
        if (!fast) {
            return fast.error();
        }
        const auto actual = fast->prepared->run(fast->values, RunMode::Unprofiled, {});
        ReferenceBackend reference;
        auto slow = prepare(graph, reference, false);
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
    const Builtins m_builtins = makeBuiltins();
    DeviceTraits m_traits;
    DeviceCeilings m_ceilings;
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
