// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"
#include "core/execution/plan/plan_builder.h"
#include "core/graph/op/op_registry.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace nervure::tests {

/// One node with its inputs: what a kernel and a reference are compared on.
struct ProbeCase {
    std::string op;
    AttrDict attrs;
    Shapes inputs;
    Dialect dialect = Dialect::Nnvm;
    DTypes types = {}; ///< of the inputs; float32 where nothing is said
};

/// The graph "in0, in1, … → node" of a case.
struct ProbeGraph {
    std::shared_ptr<const IndexedGraph> graph;
    std::uint32_t node = 0;                ///< its id in `graph`
    std::optional<std::uint32_t> producer; ///< a copy between in0 and the node
};

inline Result<ProbeGraph> probeGraph(const ProbeCase &probe, const OpRegistry &ops, bool behindCopy)
{
    Graph graph;
    Node node;
    node.op = probe.op;
    node.name = "node";
    node.dialect = probe.dialect;
    node.attrs = probe.attrs;
    for (std::size_t i = 0; i < probe.inputs.size(); ++i) {
        Node variable;
        variable.name = "in" + std::to_string(i);
        variable.dialect = probe.dialect;
        node.inputs.push_back({graph.add(std::move(variable))});
    }
    // LightNet's gather and scatter count their ports.
    for (std::size_t i = 0; i < probe.inputs.size() && probe.op.starts_with("gather"); ++i) {
        node.inputPorts.push_back({"src" + std::to_string(i), {}});
    }
    for (std::int64_t i = 0; probe.op.starts_with("scatter") && i < probe.inputs[0][0]; ++i) {
        node.outputPorts.push_back({"dst" + std::to_string(i), {}});
    }
    NodeId producer;
    if (behindCopy) { // only asked of operators with inputs
        Node copy;
        copy.op = "copy";
        copy.name = "producer";
        copy.inputs = {node.inputs.front()};
        producer = graph.add(std::move(copy));
        node.inputs.front() = {producer};
    }
    const NodeId id = graph.add(std::move(node));
    graph.setHeads({{id}});
    Diagnostics diagnostics;
    auto indexed = IndexedGraph::build(graph, ops, diagnostics);
    if (!indexed) {
        return indexed.error();
    }
    if (hasErrors(diagnostics)) {
        return diagnostics.front();
    }
    return ProbeGraph{*indexed, *(*indexed)->find(id),
                      behindCopy ? (*indexed)->find(producer) : std::nullopt};
}

/// A plan request for a case, with all shapes and types inferred. `behindCopy`: in0 passes through a
/// copy, and the node is fused into it. LightNet's kernels do what is fixed: exact is nothing for
/// devices.
inline Result<PlanRequest> probeRequest(const ProbeCase &probe, const OpRegistry &ops,
                                        bool behindCopy = false)
{
    const Result<ProbeGraph> made = probeGraph(probe, ops, behindCopy);
    if (!made) {
        return made.error();
    }
    const IndexedGraph &graph = *made->graph;
    const IndexedNode &root = graph.node(made->node);
    if (root.spec == nullptr) {
        return makeError("no-operator", "no operator " + probe.op);
    }
    Shapes in = probe.inputs;
    Shapes out(root.outputCount);
    PlanRequest request;
    request.semantics = probe.dialect == Dialect::LightNet ? Semantics::Fixed : Semantics::Exact;
    if (Status status = root.spec->inferShapes(root.rule(request.semantics), in, out); !status) {
        return status.error();
    }
    request.graph = made->graph;
    request.shapes.resize(graph.entryCount());
    request.types.assign(graph.entryCount(), DType::Float32);
    if (!probe.types.empty() || probe.inputs.empty()) {
        DTypes inTypes = probe.types;
        // Without a rule all types agree.
        DTypes outTypes(out.size(), root.spec->inferType ? DType::Unknown : inTypes.at(0));
        const Status status =
            root.spec->inferType
                ? root.spec->inferType(root.rule(request.semantics), inTypes, outTypes)
                : Status();
        if (!status) {
            return status.error();
        }
        for (std::size_t i = 0; i < in.size(); ++i) {
            request.types[graph.entryId(root.inputs[i])] = inTypes[i];
        }
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            request.types[graph.entryId(made->node, i)] = outTypes[i];
        }
    }
    for (std::size_t i = 0; i < in.size(); ++i) {
        request.shapes[graph.entryId(root.inputs[i])] = in[i];
    }
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        request.shapes[graph.entryId(made->node, i)] = out[i];
    }
    if (made->producer) {
        request.shapes[graph.entryId(graph.node(*made->producer).inputs[0])] = in[0];
        for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
            request.groups.push_back(id == made->node ? *made->producer : id);
        }
    }
    return request;
}

/// A tensor of random numbers in [least, most].
inline Tensor randomTensor(const Shape &shape, std::uint32_t seed, float least = 0.1F,
                           float most = 2.0F)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> numbers(least, most);
    Tensor tensor = *Tensor::zeros(DType::Float32, shape);
    for (float &element : tensor.elements<float>()) {
        element = numbers(engine);
    }
    return tensor;
}

/// A tensor of the positions of a vector, the last first.
inline Tensor positionTensor(DType type, const Shape &shape)
{
    Tensor tensor = *Tensor::zeros(type, shape);
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        storeElement(tensor.view(), i, static_cast<double>(tensor.count() - 1 - i));
    }
    return tensor;
}

/// A value for every input of a request: positive, so that every operator is defined there, unless
/// `least` says otherwise. Integers are positions.
inline TensorMap probeInputs(const PlanRequest &request, float least = 0.1F)
{
    TensorMap inputs;
    for (const std::uint32_t node : request.graph->inputNodes()) {
        const std::uint32_t entry = request.graph->entryId(node, 0);
        const Shape &shape = request.shapes[entry];
        const DType type = request.types[entry];
        inputs.emplace(request.graph->node(node).node->name,
                       type == DType::Float32 ? randomTensor(shape, 7 + node, least)
                                              : positionTensor(type, shape));
    }
    return inputs;
}

/// Plans the request for a backend (`onDevice`: with kernels, for that device unless the request
/// names another) and runs it once.
inline Result<RunOutcome> probeRun(PlanRequest request, Backend &backend, bool onDevice,
                                   const TensorMap &inputs)
{
    if (onDevice) {
        request.device = request.device ? request.device : backend.info().traits;
        request.alignment = backend.info().alignment;
    }
    Diagnostics diagnostics;
    Result<ExecutionPlan> plan = buildPlan(request, diagnostics);
    if (!plan) {
        return plan.error();
    }
    for (const PlanStep &step : plan->steps) {
        if (onDevice && step.kernel.launches.empty()) {
            return makeError("no-kernel", diagnostics.empty() ? "the step runs on the host"
                                                              : diagnostics.front().message);
        }
    }
    auto prepared =
        backend.prepare(std::make_shared<ExecutionPlan>(std::move(plan).value()), inputs, {});
    if (!prepared) {
        return prepared.error();
    }
    return (*prepared)->run(inputs, RunMode::Pipelined, {});
}

/// Winograd's convolutions round coarser: what winograd_kernel.h promises.
inline constexpr double winogradTolerance = 1e-4;

/// Whether a device computes a request after Winograd.
inline bool usesWinograd(PlanRequest request, const DeviceTraits &device)
{
    request.device = request.device ? request.device : device;
    Diagnostics ignored;
    const auto plan = buildPlan(request, ignored);
    for (const PlanStep &step : plan ? plan->steps : std::vector<PlanStep>()) {
        for (const KernelLaunch &launch : step.kernel.launches) {
            if (launch.algorithm.starts_with("winograd")) {
                return true;
            }
        }
    }
    return false;
}

/// How far a device's results for a request may be from the reference: both sum in different orders
/// and precision.
inline constexpr double probeTolerance = 2e-5;
inline double toleranceOn(const PlanRequest &request, const DeviceTraits &device)
{
    return usesWinograd(request, device) ? winogradTolerance : probeTolerance;
}

} // namespace nervure::tests
