// SPDX-License-Identifier: Apache-2.0
// Where the runner meets what this build can do with LightNet's documents.
#include "core/execution/plan/static_order.h"
#include "core/formats/lightnet/lightnet_writer.h"
#include "core/formats/lightnet/net/net_translator.h"
#include "core/passes/pass_manager.h"
#include "tests/conformance/lightnet_context.h"

namespace nervure::conformance {

namespace {

PassRun runPipeline(const LightNetJob &job, const Graph &graph, std::string_view pipeline)
{
    const Builtins &builtins = job.context.builtins;
    return runPasses(graph, *parsePipeline(pipeline),
                     {.passes = builtins.passes, .ops = builtins.ops});
}

/// The names of all tensors, by entry.
std::vector<std::string> tensorNames(const IndexedGraph &graph)
{
    std::vector<std::string> names(graph.entryCount());
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const std::vector<Port> &ports = graph.node(id).node->outputPorts;
        for (std::uint32_t i = 0; i < ports.size(); ++i) {
            names[graph.entryId(id, i)] = ports[i].tensor;
        }
    }
    return names;
}

void tellPlan(const PassRun &run, LightNetBuild &build)
{
    const IndexedGraph &graph = *run.index;
    const std::vector<std::string> names = tensorNames(graph);
    const auto &offsets = *run.analyses.find(keys::storageOffset, run.index);
    const auto &inplace = *run.analyses.find(keys::storageInplaceIndex, run.index);
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = graph.entryId(id, i);
            build.offsets[names[entry]] = offsets[entry];
            if (inplace[entry] >= 0) {
                const auto input = static_cast<std::size_t>(inplace[entry]);
                build.owners[names[entry]] = names[graph.entryId(node.inputs[input])];
            }
        }
    }
    const auto &events = *run.analyses.find(keys::storageEvents, run.index);
    const auto &ids = *run.analyses.find(keys::storageId, run.index);
    std::map<std::int64_t, std::string> given; // whose memory has that number
    for (std::size_t i = 0; i + 2 < events.size(); i += 3) {
        const auto entry = static_cast<std::size_t>(events[i]);
        if (events[i + 2] > 0) {
            given[ids[entry]] = names[entry];
        }
    }
    for (std::size_t entry = 0; entry < names.size(); ++entry) {
        const auto owner = given.find(ids[entry]);
        if (inplace[entry] < 0 && owner != given.end() && owner->second != names[entry]) {
            build.owners[names[entry]] = owner->second;
        }
    }
    build.events = nlohmann::json::array();
    for (std::size_t i = 0; i + 2 < events.size(); i += 3) {
        if (events[i + 2] > 0) {
            build.events.push_back({"alloc", events[i + 1], events[i + 2],
                                    names[static_cast<std::size_t>(events[i])]});
        } else {
            build.events.push_back({"free", events[i + 1]});
        }
    }
    build.bytes = *run.analyses.find(keys::storageAllocatedBytes);
}

} // namespace

Result<LightNetBuild> buildLightNet(const LightNetJob &job)
{
    const PassRun planned = runPipeline(job, job.graph, "InferShape,InferType,PlanMemory");
    if (!planned.ok) {
        return planned.diagnostics.back();
    }
    LightNetBuild build;
    tellPlan(planned, build);
    if (job.mode != LightNetMode::Compile) {
        build.graph = inStaticOrder(job.graph, job.context.builtins.ops);
        return build;
    }
    PassRun compiled = runPipeline(job, job.graph, "InferShape,InferType,LightNetCompile");
    if (!compiled.ok) {
        return compiled.diagnostics.back();
    }
    Diagnostics ignored;
    auto emitted = writeLightNetJson(compiled.graph, job.context.formatContext(), ignored);
    if (!emitted) {
        return emitted.error();
    }
    build.emitted = std::move(emitted).value();
    build.graph = std::move(compiled.graph);
    return build;
}

Result<std::string> translateNet(const std::string &text)
{
    auto translated = nervure::translateNet(text, Semantics::Exact);
    if (!translated) {
        return translated.error();
    }
    return std::move(translated->json);
}

} // namespace nervure::conformance
