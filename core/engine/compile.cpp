// SPDX-License-Identifier: Apache-2.0
#include "core/engine/compile.h"

#include "core/engine/pipeline_choice.h"
#include "core/engine/plan_request.h"
#include "core/execution/plan/plan_checks.h"
#include "core/execution/plan/static_order.h"
#include "core/graph/analysis/parameters.h"
#include "core/passes/lowering_pass.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

Diagnostic usage(std::string message)
{
    return makeError("usage", std::move(message));
}

/// A compilation that ends with fused groups: what becomes of them is the plan's business.
PassRequest compilation(std::vector<std::pair<std::string, std::string>> options)
{
    options.emplace_back("GraphCompile", "off");
    return {"Compile", std::move(options)};
}

/// "nnvm" is level 2, as in nnvm.compiler.build.
Result<std::vector<PassRequest>> nnvmPasses(const std::string &pipeline, bool isBody)
{
    constexpr std::string_view prefix = "nnvm:";
    const std::string level = pipeline == "nnvm" ? "2" : pipeline.substr(prefix.size());
    const auto number = parseInteger(level);
    if (!number || *number < 0 || *number > 3) {
        return usage("pipeline " + quoted(pipeline) + ": expected nnvm:0 to nnvm:3");
    }
    std::vector<std::pair<std::string, std::string>> options{{"opt_level", level}};
    if (isBody) {
        options.emplace_back("PrecomputePrune", "off");
    }
    return std::vector<PassRequest>{compilation(std::move(options))};
}

/// Exact semantics runs LightNet's documents as they stand, on LightNet's own plan.
std::vector<PassRequest> lightNetPasses(const ExecutionRequest &request)
{
    return {{"InferShape"},
            {"InferType"},
            {"PlanMemory", {{"planner", request.isPlanned ? "stored" : "lightnet"}}}};
}

/// For the document, or for the bodies of its control flow, which are lowered with it and compute
/// nothing beforehand that they would have to pass on.
Result<std::vector<PassRequest>> namedPasses(const ExecutionRequest &request,
                                             const std::string &name, const std::string &target,
                                             const OpRegistry &ops, bool isBody)
{
    if (name == "none") {
        std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
        const std::string_view lowering = loweringPassOf(request.graph, ops);
        if (!lowering.empty() && !isBody) {
            passes.insert(passes.begin(), {std::string(lowering)});
        }
        return passes;
    }
    if (name == devicePipeline) {
        return std::vector<PassRequest>{compilation({{"opt_level", "3"}, {"target", target}})};
    }
    if (name == "nnvm" || name.starts_with("nnvm:")) {
        return nnvmPasses(name, isBody);
    }
    return usage("there is no pipeline " + quoted(name) + ", expected device, none or nnvm:N");
}

/// The same with the pipeline's changes, but for those in passes that stand for others: `change` is for these.
Result<std::vector<PassRequest>> passesOf(const ExecutionRequest &request,
                                          const std::string &target, const Builtins &builtins,
                                          const PassChange &change, bool isBody = false)
{
    if (runsOnLightNetsPlan(request)) {
        return lightNetPasses(request);
    }
    ASSIGN_OR_RETURN(const PipelineChoice choice, parsePipelineChoice(request.pipeline));
    ASSIGN_OR_RETURN(auto passes, namedPasses(request, choice.name, target, builtins.ops, isBody));
    const bool standsForOthers =
        std::any_of(passes.begin(), passes.end(), [&builtins](const PassRequest &pass) {
            const PassSpec *spec = builtins.passes.find(pass.name);
            return spec != nullptr && spec->expand;
        });
    if (change && !standsForOthers) {
        RETURN_IF_FAILED(change(passes));
    }
    return passes;
}

/// What the request's pipeline changes; nothing where it is none.
PassChange changeOf(const ExecutionRequest &request, const Builtins &builtins)
{
    const Result<PipelineChoice> choice = parsePipelineChoice(request.pipeline);
    return choice ? passChangeOf(*choice, request.graph, builtins) : PassChange();
}

/// The document's nodes that every node of the result came from, step by step.
class Originals {
public:
    explicit Originals(const Graph &document)
    {
        for (const NodeId id : document.nodes()) {
            m_originals[id] = {{id, document.node(id).name}};
        }
    }

    void follow(const Provenance &provenance)
    {
        const auto before = m_originals;
        for (const Provenance::Origin &origin : provenance.origins) {
            std::vector<NamedNode> nodes;
            for (const NodeId from : origin.from) {
                if (const auto it = before.find(from); it != before.end()) {
                    nodes.insert(nodes.end(), it->second.begin(), it->second.end());
                }
            }
            m_originals[origin.node] = std::move(nodes);
        }
    }

    [[nodiscard]] std::unordered_map<NodeId, std::vector<NamedNode>> take()
    {
        return std::move(m_originals);
    }

private:
    std::unordered_map<NodeId, std::vector<NamedNode>> m_originals;
};

/// What plans take from the document as it is.
struct DocumentNodes {
    std::vector<NamedNode> operators; ///< in order
    std::vector<std::string> results; ///< by head
};

/// Whether the document can run at all: indexed, with attributes that are right. What the heads do
/// not reach does not run and is not told as folded.
Result<DocumentNodes> nodesOf(const Graph &graph, const OpRegistry &ops)
{
    Diagnostics found;
    ASSIGN_OR_RETURN(const auto index, IndexedGraph::build(graph, ops, found));
    for (const Diagnostic &diagnostic : found) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic;
        }
    }
    RETURN_IF_FAILED(checkOperators(*index));
    DocumentNodes nodes;
    for (const IndexedNode &node : index->nodes()) {
        if (!node.isVariable()) {
            nodes.operators.push_back({node.source, node.node->name});
        }
    }
    for (const IndexedEntry &head : index->heads()) {
        nodes.results.push_back(resultName(index->node(head.nodeId), head.index));
    }
    return nodes;
}

/// LightNet's order of running, unless the document is in it.
Graph inRunOrder(const ExecutionRequest &request, const OpRegistry &ops)
{
    const bool isMoved = request.graph.dialect() == Dialect::LightNet && !request.isPlanned;
    return isMoved ? inStaticOrder(request.graph, ops) : request.graph;
}

/// Of PassRun and PassResult.
template <typename State, typename T, Over over>
T valueOf(const State &state, Key<T, over> key)
{
    const T *value = nullptr;
    if constexpr (over == Over::Whole) {
        value = state.analyses.find(key);
    } else {
        value = state.analyses.find(key, state.index);
    }
    return value ? *value : T();
}

/// What is known about variables at the end of a run, for graphs that share them.
InputFacts factsAfter(const PassRun &run, InputFacts facts)
{
    for (const PassResult &step : run.steps) {
        const Shapes *shapes = step.analyses.find(keys::shape, step.index);
        const DTypes *types = step.analyses.find(keys::dtype, step.index);
        if (!step.index || !shapes || !types) {
            continue;
        }
        for (const std::uint32_t id : step.index->inputNodes()) {
            const std::string &name = step.index->node(id).node->name;
            const std::uint32_t entry = step.index->entryId(id, 0);
            facts.shapes[name] = (*shapes)[entry];
            facts.dtypes[name] = (*types)[entry];
        }
    }
    return facts;
}

/// Only what is about variables of the graph, so that nothing is said about others.
InputFacts factsFor(const Graph &graph, const InputFacts &all)
{
    InputFacts facts;
    for (const NodeId id : graph.nodes()) {
        const std::string &name = graph.node(id).name;
        if (const auto shape = all.shapes.find(name); shape != all.shapes.end()) {
            facts.shapes.insert(*shape);
        }
        if (const auto type = all.dtypes.find(name); type != all.dtypes.end()) {
            facts.dtypes.insert(*type);
        }
    }
    return facts;
}

/// LightNet's memory, with the elements that are in it from the start.
PlanPlacement placementOf(const PassRun &run, const ExecutionRequest &request)
{
    PlanPlacement placement;
    placement.offsets = valueOf(run, keys::storageOffset);
    placement.bytes = valueOf(run, keys::storageAllocatedBytes);
    for (const auto &[name, tensor] : request.weights) {
        placement.loaded.insert(name);
    }
    return placement;
}

/// What PrecomputePrune took out, if it ran and took something.
Result<std::optional<Beforehand>> beforehandOf(const PassRun &run, const ExecutionRequest &request,
                                               const InputFacts &facts,
                                               const std::set<std::string> &parameters,
                                               const BodyCompilation &bodies)
{
    for (const PassResult &step : run.steps) {
        const auto graph = valueOf(step, keys::precomputeGraph);
        if (!graph) {
            continue;
        }
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
        const PassRun inferred = runPasses(*graph, passes,
                                           {.passes = bodies.builtins.passes,
                                            .ops = bodies.builtins.ops,
                                            .inputs = factsFor(*graph, factsAfter(run, facts)),
                                            .semantics = request.semantics});
        if (!inferred.ok || !inferred.index) {
            return failureOf(inferred);
        }
        ASSIGN_OR_RETURN(PlanRequest plan, planRequestOf(inferred, parameters, bodies));
        return std::optional(
            Beforehand{std::move(plan), valueOf(step, keys::precomputeOutputNames)});
    }
    return std::optional<Beforehand>();
}

/// What the step that lowered the document said; steps behind it have other graphs.
std::vector<std::string> resultTypesOf(const PassRun &run)
{
    for (const PassResult &step : run.steps) {
        if (auto texts = valueOf(step, keys::resultTypes); !texts.empty()) {
            return texts;
        }
    }
    return {};
}

} // namespace

bool runsOnLightNetsPlan(const ExecutionRequest &request)
{
    return request.graph.dialect() == Dialect::LightNet && request.semantics == Semantics::Exact;
}

Result<CompiledModel> compileGraph(const ExecutionRequest &request, InputFacts facts,
                                   const CompileTarget &target, const Builtins &builtins,
                                   Diagnostics &diagnostics)
{
    const PassChange change = changeOf(request, builtins);
    ASSIGN_OR_RETURN(const auto passes, passesOf(request, target.name, builtins, change));
    ASSIGN_OR_RETURN(DocumentNodes document, nodesOf(request.graph, builtins.ops));
    std::set<std::string> parameters;
    for (const NodeId id : findParameters(request.graph, builtins.ops, request.loadedParams)) {
        parameters.insert(request.graph.node(id).name);
    }
    if (hasValueTypes(request.graph.dialect())) { // Constants of many elements too
        for (const auto &[name, tensor] : request.weights) {
            parameters.insert(name);
        }
    }
    facts.parameters.emplace(parameters.begin(), parameters.end());
    const PassRun run = runPasses(inRunOrder(request, builtins.ops), passes,
                                  {.passes = builtins.passes,
                                   .ops = builtins.ops,
                                   .inputs = facts,
                                   .semantics = request.semantics,
                                   .targets = target.lookup,
                                   .changesExpansion = change});
    if (!run.ok || !run.index) {
        return failureOf(run);
    }
    diagnostics.insert(diagnostics.end(), run.diagnostics.begin(), run.diagnostics.end());
    ASSIGN_OR_RETURN(auto bodyPasses, passesOf(request, target.name, builtins, change, true));
    for (const auto &[name, value] : run.held) {
        parameters.insert(name);
    }
    const BodyCompilation bodies{std::move(bodyPasses), builtins,   target.lookup, change,
                                 request.semantics,     diagnostics};
    ASSIGN_OR_RETURN(auto beforehand, beforehandOf(run, request, facts, parameters, bodies));
    if (beforehand) {
        parameters.insert(beforehand->names.begin(), beforehand->names.end());
    }
    ASSIGN_OR_RETURN(PlanRequest plan, planRequestOf(run, parameters, bodies));
    CompiledModel model{std::move(plan), std::move(beforehand), {}, run.held};
    if (runsOnLightNetsPlan(request)) {
        model.plan.placement = placementOf(run, request);
    }
    Originals originals(request.graph);
    for (const PassResult &step : run.steps) {
        originals.follow(step.provenance);
    }
    model.plan.originals = originals.take();
    model.plan.documentOperators = std::move(document.operators);
    model.plan.resultNames = std::move(document.results);
    model.resultTypes = resultTypesOf(run);
    return model;
}

} // namespace nervure
