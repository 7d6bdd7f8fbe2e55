// SPDX-License-Identifier: Apache-2.0
// Whole sample networks as they stand (no pass, one step a node) on an OpenCL device: time of a
// run, the steps that take most of it, and how far its outputs are from the reference.
//
//     bench_networks [DEVICE [NETWORK [compare]]]
#include "core/builtins.h"
#include "core/execution/plan_builder.h"
#include "core/execution/reference_backend.h"
#include "core/execution/seeded_weights.h"
#include "core/frontends/models/models.h"
#include "core/opencl/opencl_backend.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace nervure;

namespace {

constexpr int repeats = 10;
constexpr std::size_t shownSteps = 8;

/// Without a closing softmax: it would hide differences behind its ones and zeros.
Graph withoutSoftmax(Graph graph)
{
    const Node &last = graph.node(graph.heads().front().node);
    if (last.op == "softmax") {
        graph.setHeads({last.inputs.front()});
    }
    return graph;
}

/// Shapes forward from the data input; the samples need no more.
Result<PlanRequest> requestOf(const Graph &graph, const OpRegistry &ops)
{
    Diagnostics diagnostics;
    auto indexed = IndexedGraph::build(graph, ops, diagnostics);
    if (!indexed) {
        return indexed.error();
    }
    PlanRequest request;
    request.graph = *indexed;
    request.shapes.resize((*indexed)->entryCount());
    request.types.assign((*indexed)->entryCount(), DType::Float32);
    for (std::uint32_t id = 0; id < (*indexed)->nodeCount(); ++id) {
        const IndexedNode &node = (*indexed)->node(id);
        if (node.isVariable()) {
            const bool isData = node.node->name == "data";
            request.shapes[(*indexed)->entryId(id, 0)] = isData ? Shape{1, 3, 224, 224} : Shape{};
            continue;
        }
        Shapes in;
        Shapes out(node.outputCount);
        for (const IndexedEntry &entry : node.inputs) {
            in.push_back(request.shapes[(*indexed)->entryId(entry)]);
        }
        if (Status status = node.spec->inferShape(node.rule(Semantics::Exact), in, out); !status) {
            return status.error();
        }
        for (std::size_t i = 0; i < in.size(); ++i) {
            request.shapes[(*indexed)->entryId(node.inputs[i])] = in[i];
        }
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            request.shapes[(*indexed)->entryId(id, i)] = out[i];
        }
    }
    return request;
}

TensorMap valuesOf(const PlanRequest &request)
{
    TensorMap values;
    const std::vector<ValueRole> roles = valueRolesOf(*request.graph);
    for (const std::uint32_t id : request.graph->inputNodes()) {
        const std::string &name = request.graph->node(id).node->name;
        auto tensor = seededTensor(name, roles[id], DType::Float32,
                                   request.shapes[request.graph->entryId(id, 0)], 0);
        if (tensor) {
            values.emplace(name, std::move(tensor).value());
        }
    }
    return values;
}

Result<std::unique_ptr<PreparedPlan>> prepared(PlanRequest request, Backend &backend, bool onDevice,
                                               const TensorMap &values,
                                               std::shared_ptr<const ExecutionPlan> &plan)
{
    for (const auto &[name, tensor] : values) {
        if (name != "data") {
            request.parameters.insert(name);
        }
    }
    if (onDevice) {
        request.device = backend.info().traits;
        request.alignment = backend.info().alignment;
    }
    Diagnostics diagnostics;
    auto built = buildPlan(request, diagnostics);
    if (!built) {
        return built.error();
    }
    for (const Diagnostic &diagnostic : diagnostics) {
        std::printf("  %s\n", formatDiagnostic(diagnostic).c_str());
    }
    plan = std::make_shared<const ExecutionPlan>(std::move(built).value());
    return backend.prepare(plan, values, {});
}

void printSteps(const ExecutionPlan &plan, const RunRecord &record)
{
    std::vector<StepTiming> steps = record.steps;
    std::sort(steps.begin(), steps.end(),
              [](const StepTiming &a, const StepTiming &b) { return a.deviceMs > b.deviceMs; });
    for (std::size_t i = 0; i < std::min(shownSteps, steps.size()); ++i) {
        const PlanStep &step = plan.steps[steps[i].step];
        std::printf("    %8.3f ms %6.1f GF/s  %s %s\n", steps[i].deviceMs,
                    static_cast<double>(step.flops) / steps[i].deviceMs * 1e-6, step.op.c_str(),
                    step.root.c_str());
    }
}

Status benchModel(const models::Model &model, Backend &device, const OpRegistry &ops, bool compare)
{
    const Result<Graph> graph = model.build(ops);
    if (!graph) {
        return graph.error();
    }
    const Result<PlanRequest> request = requestOf(withoutSoftmax(*graph), ops);
    if (!request) {
        return request.error();
    }
    const TensorMap values = valuesOf(*request);
    std::shared_ptr<const ExecutionPlan> plan;
    auto ready = prepared(*request, device, true, values, plan);
    if (!ready) {
        return ready.error();
    }
    double wall = 1e30;
    RunOutcome last;
    for (int i = 0; i < repeats; ++i) {
        auto run = (*ready)->run(values, RunMode::Pipelined, {});
        if (!run) {
            return run.error();
        }
        last = std::move(run).value();
        wall = std::min(wall, last.record.wallMs);
    }
    std::printf("%-16.*s %8.2f ms, device %8.2f ms, prepare %8.1f ms\n",
                static_cast<int>(model.name.size()), model.name.data(), wall, last.record.deviceMs,
                (*ready)->prepared().ms);
    printSteps(*plan, last.record);
    if (compare) {
        ReferenceBackend reference;
        auto slow = prepared(*request, reference, false, values, plan);
        const auto expected =
            slow ? (*slow)->run(values, RunMode::Unprofiled, {}) : Result<RunOutcome>(slow.error());
        if (!expected) {
            return expected.error();
        }
        std::printf("    reference %.0f ms, relative difference %.2g\n", expected->record.wallMs,
                    relativeDifference(last.outputs[0].view(), expected->outputs[0].view()));
    }
    std::fflush(stdout);
    return {};
}

} // namespace

int main(int argc, char **argv)
{
    const Builtins builtins = makeBuiltins();
    auto device = OpenclBackend::openSelected(argc > 1 ? argv[1] : "");
    if (!device) {
        std::fprintf(stderr, "%s\n", formatDiagnostic(device.error()).c_str());
        return 3;
    }
    const bool compare = argc > 3 && std::strcmp(argv[3], "compare") == 0;
    for (const models::Model &model : models::allModels()) {
        if (argc > 2 && model.name != argv[2]) {
            continue;
        }
        if (const Status status = benchModel(model, **device, builtins.ops, compare); !status) {
            std::fprintf(stderr, "%s\n", formatDiagnostic(status.error()).c_str());
            return 3;
        }
    }
    return 0;
}
