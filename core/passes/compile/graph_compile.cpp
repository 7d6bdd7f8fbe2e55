// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/plan_builder.h"
#include "core/passes/compile/runtime_graph.h"
#include "core/passes/inherit.h"
#include "core/passes/pass_manager.h"
#include "core/passes/target_traits.h"

#include <algorithm>

namespace nervure {

namespace {

/// Shapes and types of the new graph's entries, taken over from the old one.
Analyses entryTypes(const IndexedGraph &old, const IndexedGraph &now, const CompiledGroups &groups)
{
    Shapes shapes(now.entryCount());
    DTypes types(now.entryCount(), DType::Unknown);
    std::vector<std::string> names(now.entryCount());
    for (std::uint32_t id = 0; id < now.nodeCount(); ++id) {
        const std::uint32_t source = *old.find(now.node(id).source);
        const std::uint32_t outputs =
            std::min(now.node(id).outputCount, old.node(source).outputCount);
        for (std::uint32_t i = 0; i < outputs; ++i) {
            const std::uint32_t from = old.entryId(source, i);
            const std::uint32_t to = now.entryId(id, i);
            shapes[to] = groups.shapes[from];
            types[to] = groups.types[from];
            names[to] = dtypeName(types[to]);
        }
    }
    Analyses analyses;
    analyses.set(keys::shape, std::move(shapes), now);
    analyses.set(keys::dtype, std::move(types), now);
    analyses.set(keys::dltype, std::move(names), now);
    return analyses;
}

/// The result of an _assign lies where its variable lies, and so does a value that is made there.
void tieAssigns(const RuntimeGraph &runtime, std::vector<std::int64_t> &storage)
{
    const IndexedGraph &graph = *runtime.index;
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const auto mode = runtime.assigns.find(graph.node(id).source);
        if (mode == runtime.assigns.end()) {
            continue;
        }
        const auto &inputs = graph.node(id).inputs;
        const std::int64_t variable = storage[graph.entryId(inputs[0])];
        storage[graph.entryId(id, 0)] = variable;
        if (mode->second == AssignMode::InPlace && inputs.size() > 1) {
            storage[graph.entryId(inputs[1])] = variable;
        }
    }
}

/// Plans the memory of the new graph; variables come after everything else and share nothing.
Status planStorage(const PassContext &context, const RuntimeGraph &runtime, Analyses &analyses)
{
    Analyses planned = analyses;
    Status status = applyPass(context, "PlanMemory", context.graph, runtime.index, planned);
    if (!status) {
        return status;
    }
    const std::int64_t *missing = planned.find(keys::storageNotAllocated);
    if (missing && *missing > 0) {
        return makeError("shape-unknown",
                         "{} values have no known shape, expected all of them to be known",
                         *missing);
    }
    const auto *ids = planned.find(keys::storageId, runtime.index);
    std::vector<std::int64_t> storage = ids ? *ids : std::vector<std::int64_t>();
    storage.resize(runtime.index->entryCount(), -1);
    std::int64_t next = storage.empty() ? 0 : *std::max_element(storage.begin(), storage.end()) + 1;
    for (const std::uint32_t variable : runtime.index->inputNodes()) {
        storage[runtime.index->entryId(variable, 0)] = next++;
    }
    tieAssigns(runtime, storage);
    analyses.set(keys::storageId, std::move(storage), *runtime.index);
    return {};
}

std::set<std::string> namesOfParams(const PassContext &context)
{
    const Graph &graph = context.index->graph();
    std::set<std::string> names;
    for (const NodeId id : factsAtStart(graph, context.ops, context.inputs).parameters) {
        names.insert(graph.node(id).name);
    }
    return names;
}

/// Our plan of the graph as it was: what is run. A graph that we cannot run has none, but its
/// runtime graph is right all the same.
Status makeModule(PassContext &context, const CompiledGroups &groups, Analyses &analyses)
{
    ASSIGN_OR_RETURN(const auto traits,
                     targetTraits(context.options.at("target"), context.targets));
    PlanRequest request;
    request.graph = context.index;
    request.shapes = groups.shapes;
    request.types = groups.types;
    request.groups = groups.roots;
    request.parameters = namesOfParams(context);
    request.device = traits;
    request.semantics = context.semantics;
    Diagnostics notes;
    Result<ExecutionPlan> plan = buildPlan(request, notes);
    if (!plan) {
        Diagnostic reason = plan.error();
        reason.severity = Severity::Warning;
        context.diagnostics.push_back(std::move(reason));
        return {};
    }
    analyses.set(keys::module, std::make_shared<const ExecutionPlan>(std::move(plan).value()));
    return {};
}

/// NNVM's runtime graph is a list of calls: there is no place for graphs within nodes.
Status refuseBodies(const IndexedGraph &index)
{
    for (const IndexedNode &node : index.nodes()) {
        if (!node.node->subgraphs.empty()) {
            return makeErrorAt(node.node->name, "not-compiled",
                               "{} {}: NNVM's runtime graph has no control flow (with GraphCompile "
                               "off it compiles; run and profile need no such graph)",
                               node.node->op, quoted(node.node->name));
        }
    }
    return {};
}

Status runGraphCompile(PassContext &context)
{
    RETURN_IF_FAILED(refuseBodies(*context.index));
    ASSIGN_OR_RETURN(const CompiledGroups groups, CompiledGroups::of(context));
    ASSIGN_OR_RETURN(const RuntimeGraph runtime, makeRuntimeGraph(context, groups));
    Analyses analyses = entryTypes(*context.index, *runtime.index, groups);
    RETURN_IF_FAILED(planStorage(context, runtime, analyses));
    RETURN_IF_FAILED(makeModule(context, groups, analyses));
    context.analyses = std::move(analyses);
    return {};
}

} // namespace

void registerGraphCompile(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "GraphCompile";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "makes each group one call of a kernel, plans storage and how it is run";
    spec.changesGraph = true;
    spec.needs = {"shape", "dtype", "group_root", "group_master", "pattern", "fused_entry"};
    spec.provides = {"shape", "dtype", "dltype", "storage_id", "module"};
    spec.options = {{"target",
                     std::string(anyDevice),
                     "what kernels are chosen for: opencl (any device), reference, or a device as "
                     "run takes it",
                     {},
                     false,
                     true}};
    spec.run = runGraphCompile;
    passes.add(std::move(spec));
}

} // namespace nervure
