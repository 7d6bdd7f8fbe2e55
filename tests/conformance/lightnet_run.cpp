// SPDX-License-Identifier: Apache-2.0
// Runs of LightNet's documents on its own arena, looked into after every operator.
#include "core/engine/compile.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/run_model.h"
#include "core/execution/reference_backend.h"
#include "core/support/file.h"
#include "tests/conformance/lightnet_context.h"

#include <cstring>
#include <stdexcept>

namespace nervure::conformance {

namespace {

/// Copies tensors out of the arena of a run.
class ArenaReader {
public:
    explicit ArenaReader(const PlanRequest &request) : m_request(request) {}

    /// After a step: where the arena lies, from any buffer in it.
    void locate(const ExecutionPlan &plan, const HostMemory &memory)
    {
        for (const PlanBuffer &buffer : plan.buffers) {
            if (buffer.arenaOffset) {
                m_arena = memory(buffer.id) - *buffer.arenaOffset;
                return;
            }
        }
    }

    /// Adds the outputs of a node as they are now.
    void read(std::uint32_t id, std::map<std::string, Tensor> &tensors) const
    {
        const IndexedNode &node = m_request.graph->node(id);
        for (std::uint32_t i = 0; m_arena && i < node.outputCount; ++i) {
            const std::uint32_t entry = m_request.graph->entryId(id, i);
            auto tensor = Tensor::zeros(m_request.types[entry], m_request.shapes[entry]);
            if (!tensor) {
                throw std::runtime_error(tensor.error().message);
            }
            std::memcpy(tensor->data(), m_arena + m_request.placement->offsets[entry],
                        tensor->byteSize());
            tensors[node.node->outputPorts.at(i).tensor] = std::move(*tensor);
        }
    }

private:
    const PlanRequest &m_request;
    const std::byte *m_arena = nullptr;
};

Result<LightNetRun> runPlaced(const PlanRequest &request, const TensorMap &weights)
{
    Diagnostics ignored;
    auto built = buildPlan(request, ignored);
    if (!built) {
        return built.error();
    }
    const auto plan = std::make_shared<const ExecutionPlan>(std::move(*built));
    const IndexedGraph &graph = *request.graph;
    LightNetRun run;
    run.outputs.resize(graph.nodeCount());
    ArenaReader arena(request);
    ReferenceBackend backend;
    backend.setWatcher([&](const PlanStep &step, const HostMemory &memory) {
        arena.locate(*plan, memory);
        // Aliases, which have no step, follow the operator after which they are as they will be.
        std::uint32_t id = step.parts.at(0).node;
        do {
            arena.read(id, run.outputs[id]);
            ++id;
        } while (id < graph.nodeCount() && graph.node(id).spec->isView);
    });
    auto prepared = backend.prepare(plan, weights, {});
    if (!prepared) {
        return prepared.error();
    }
    const auto outcome = (*prepared)->run({}, RunMode::Serialized, {});
    if (!outcome) {
        return outcome.error();
    }
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        arena.read(id, run.final);
    }
    return run;
}

Result<ExecutionRequest> requestOf(const LightNetJob &job)
{
    ExecutionRequest request;
    request.graph = job.graph;
    request.semantics = Semantics::Exact;
    request.isPlanned = job.mode == LightNetMode::RunOnly;
    request.isExpanded = job.mode == LightNetMode::WithoutExpander;
    if (job.weights.empty()) {
        return request;
    }
    const PassRun inferred = runPasses(job.graph, *parsePipeline("InferShape,InferType"),
                                       {.passes = job.context.builtins.passes,
                                        .ops = job.context.builtins.ops,
                                        .semantics = Semantics::Exact});
    if (!inferred.ok || !inferred.index) {
        return makeError("passes", "the document's shapes cannot be inferred");
    }
    const auto text = readFile(job.weights);
    if (!text) {
        return text.error();
    }
    Diagnostics ignored;
    auto weights = readWts(*text, job.weights.string(), weightTensors(inferred), ignored);
    if (!weights) {
        return weights.error();
    }
    request.weights = std::move(*weights);
    return request;
}

} // namespace

Result<LightNetRun> runLightNet(const LightNetJob &job)
{
    const auto request = requestOf(job);
    if (!request) {
        return request.error();
    }
    Diagnostics ignored;
    const auto compiled = compileGraph(*request, {}, {}, job.context.builtins, ignored);
    if (!compiled) {
        return compiled.error();
    }
    return runPlaced(compiled->plan, request->weights);
}

Result<std::string> printLightNet(const LightNetJob &job)
{
    const auto request = requestOf(job);
    if (!request) {
        return request.error();
    }
    DeviceCatalog devices;
    ExecutionContext execution{job.context.builtins, devices, {}};
    auto report = runModel(*request, execution);
    if (!report) {
        return report.error();
    }
    return std::move(report->printed);
}

} // namespace nervure::conformance
