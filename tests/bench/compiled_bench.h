// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/execution/plan/plan_builder.h"
#include "core/execution/profile/step_work.h"
#include "core/execution/seeded_weights.h"
#include "core/graph/analysis/parameters.h"
#include "core/opencl/opencl_backend.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nervure::bench {

/// A graph made ready on a backend.
struct Ready {
    std::shared_ptr<const ExecutionPlan> plan;
    std::unique_ptr<PreparedPlan> prepared;
    TensorMap values;
};

/// Compiles graphs for a device as its own pipeline does and times them beside its roofs, which are
/// measured in the same process.
class CompiledBench {
public:
    CompiledBench(OpenclBackend &device, bool isDirect) : m_device(device)
    {
        m_traits = device.info().traits;
        m_traits.directOnly = isDirect;
    }

    static constexpr std::size_t warmup = 3;

    [[nodiscard]] const DeviceCeilings &ceilings() const { return m_ceilings; }
    [[nodiscard]] const Builtins &builtins() const { return m_builtins; }

    /// Measures the roofs and prints them.
    Status measureRoofs()
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
        return {};
    }

    /// Compiled for the device, or as it stands for the reference.
    Result<Ready> prepare(const Graph &graph, Backend &backend, bool isOnDevice,
                          InputFacts facts = {})
    {
        PassEnvironment environment{m_builtins.passes, m_builtins.ops, std::move(facts)};
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
        request.shapes = *compiled.analyses.find(keys::shape, compiled.index);
        request.types = *compiled.analyses.find(keys::dtype, compiled.index);
        for (const NodeId id : findParameters(graph, m_builtins.ops)) {
            request.parameters.insert(graph.node(id).name);
        }
        if (isOnDevice) {
            request.groups = *compiled.analyses.find(keys::groupRoot, compiled.index);
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

    /// Median device times of serialized runs, in order.
    Status printLayers(Ready &ready, std::size_t repeat) const
    {
        std::map<std::uint32_t, std::vector<double>> times;
        for (std::size_t i = 0; i < warmup + repeat; ++i) {
            const auto run = ready.prepared->run(ready.values, RunMode::Serialized, {});
            if (!run) {
                return run.error();
            }
            for (const StepTiming &timing : run->record.steps) {
                times[timing.step].push_back(timing.deviceMs);
            }
        }
        for (const auto &[id, sample] : times) {
            const PlanStep &step = ready.plan->steps[id];
            const double ms = summarize(sample).median;
            const double roof = m_ceilings.roofMs(static_cast<double>(performedFlops(step)),
                                                  trafficOf(*ready.plan, step));
            std::printf("  %8.3f ms %7.1f GFLOP/s %6.1f GB/s %6.1f %% of roof  %s %s %s %s\n", ms,
                        static_cast<double>(step.flops) / ms * 1e-6,
                        static_cast<double>(step.bytes) / ms * 1e-6, roof / ms * 100,
                        step.op.c_str(), step.root.c_str(),
                        shapeText(step.outputs.front().shape).c_str(),
                        step.kernel.launches.empty() ? "host" : kernelText(step.kernel).c_str());
        }
        return {};
    }

private:
    /// A peak below this share of what was measured before: others use the device.
    static constexpr double quietShare = 0.8;

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
            const std::uint32_t entry = request.graph->entryId(id, 0);
            auto tensor =
                seededTensor(name, roles[name], request.types[entry], request.shapes[entry], 0);
            if (tensor) {
                values.emplace(name, std::move(tensor).value());
            }
        }
        return values;
    }

    static std::string kernelText(const KernelSpec &kernel)
    {
        std::string text = kernel.launches.back().algorithm;
        for (const KernelChoice &choice : kernel.choices) {
            text += ' ' + choice.chosen;
        }
        return text;
    }

    OpenclBackend &m_device;
    const Builtins m_builtins = makeBuiltins();
    DeviceTraits m_traits;
    DeviceCeilings m_ceilings;
};

} // namespace nervure::bench
