// SPDX-License-Identifier: Apache-2.0
#include "core/proof/runnable_graph.h"

#include "core/engine/given_values.h"
#include "core/engine/lightnet_values.h"
#include "core/engine/missing_sizes.h"
#include "core/engine/plan_request.h"
#include "core/engine/run_model.h"
#include "core/engine/variable_values.h"
#include "core/graph/analysis/parameters.h"
#include "core/passes/conversion/made_values.h"
#include "core/passes/lowering_pass.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// Which variables hold weights: those that were loaded too, and ONNX's constants.
void nameParameters(const ExecutionRequest &request, const OpRegistry &ops, InputFacts &facts)
{
    facts.parameters.emplace();
    for (const NodeId id : findParameters(request.graph, ops, request.loadedParams)) {
        facts.parameters->insert(request.graph.node(id).name);
    }
    for (const auto &[name, tensor] : request.weights) {
        facts.parameters->insert(name);
    }
}

/// The graph of a run of inference with what it found. Fails where it left something open.
Result<RunnableGraph> inferredGraph(const PassRun &run, Semantics semantics)
{
    if (!run.ok || !run.index) {
        return failureOf(run);
    }
    const Shapes *shapes = run.analyses.find(keys::shape, run.index);
    const DTypes *types = run.analyses.find(keys::dtype, run.index);
    if (!shapes || !types) {
        return makeError("shape-unknown", "shapes and types could not be inferred");
    }
    return RunnableGraph{run.index, *shapes, *types, {}, semantics};
}

Result<RunnableGraph> inferred(const Graph &graph, std::span<const PassRequest> passes,
                               const InputFacts &facts, Semantics semantics,
                               const Builtins &builtins)
{
    const PassRun run = runPasses(
        graph, passes,
        {.passes = builtins.passes, .ops = builtins.ops, .inputs = facts, .semantics = semantics});
    return inferredGraph(run, semantics);
}

/// Where the nodes that this pass made came from.
Provenance provenanceOf(const PassRun &run, std::string_view pass)
{
    const auto step = std::find_if(run.steps.begin(), run.steps.end(),
                                   [pass](const PassResult &done) { return done.name == pass; });
    return step == run.steps.end() ? Provenance() : step->provenance;
}

/// Values for all variables: given, else seeded.
Status addValues(const ExecutionRequest &request, const Builtins &builtins, HeldValues held,
                 RunnableModel &model)
{
    for (const auto &[name, value] : held) {
        model.held.insert(name);
    }
    const VariableValues values(request, builtins, std::move(held));
    std::vector<std::string> invented;
    RunnableGraph &graph = model.graph;
    for (const std::uint32_t id : graph.index->inputNodes()) {
        const std::string &name = graph.index->node(id).node->name;
        const std::uint32_t entry = graph.index->entryId(id, 0);
        ASSIGN_OR_RETURN(Tensor value, values.of(name, graph.types[entry], graph.shapes[entry]));
        graph.values[name] = std::make_shared<const Tensor>(std::move(value));
        if (values.given(name)) {
            model.given.insert(name);
        } else if (auto seeding = values.seedingOf(name)) {
            model.seeded.push_back({name, std::move(seeding->name), seeding->role});
            invented.push_back(name);
        }
    }
    return checkInvented(request, invented);
}

constexpr std::string_view lightNetLowering = "LightNetToNNVM";

/// Values of a LightNet document's variables under the names that they have in the graph that it was lowered to.
TensorMap loweredValues(const ExecutionRequest &request, const Provenance &provenance,
                        const Graph &lowered)
{
    TensorMap values;
    for (const Provenance::Origin &origin : provenance.origins) {
        const Node *variable =
            origin.from.empty() ? nullptr : request.graph.find(origin.from.front());
        const auto value = variable && variable->isVariable() ? request.values.find(variable->name)
                                                              : request.values.end();
        const Node *node = lowered.find(origin.node);
        if (value != request.values.end() && node && node->isVariable()) {
            values.insert_or_assign(node->name, value->second);
        }
    }
    return values;
}

/// A LightNet document runs as NNVM's graph of it, in fixed semantics, with the values that it makes at load.
Result<RunnableModel> makeLightNetRunnable(const ExecutionRequest &request,
                                           const Builtins &builtins)
{
    ExecutionRequest own = request;
    own.semantics = Semantics::Fixed;
    RETURN_IF_FAILED(useInputs(own, builtins));
    useWeights(own, builtins.ops);
    RETURN_IF_FAILED(checkGivenValues(own, builtins));
    const PassEnvironment environment{.passes = builtins.passes,
                                      .ops = builtins.ops,
                                      .inputs = factsWithValues(own),
                                      .semantics = own.semantics};
    const std::vector<PassRequest> passes{
        {std::string(lightNetLowering)}, {"InferShape"}, {"InferType"}};
    const PassRun run = runPasses(own.graph, passes, environment);
    RunnableModel model;
    ASSIGN_OR_RETURN(model.graph, inferredGraph(run, own.semantics));
    model.isLowered = true;
    model.lowered = provenanceOf(run, lightNetLowering);
    ASSIGN_OR_RETURN(TensorMap values, madeValues(run, {}, environment));
    values.merge(loweredValues(own, model.lowered, run.graph));
    own.graph = run.graph;
    own.values = std::move(values);
    RETURN_IF_FAILED(addValues(own, builtins, {}, model));
    return model;
}

const std::vector<PassRequest> inference{{"InferShape"}, {"InferType"}};

InputFacts factsOf(const Graph &graph, const SharedValues &values)
{
    InputFacts facts;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        const auto value = node.isVariable() ? values.find(node.name) : values.end();
        if (value != values.end()) {
            facts.shapes[node.name] = value->second->shape();
            facts.dtypes[node.name] = value->second->type();
        }
    }
    return facts;
}

/// The graph with these results behind its own: so nothing runs in another order than before.
Graph withResults(const Graph &graph, std::span<const Entry> entries)
{
    Graph traced = graph;
    std::vector<Entry> heads = graph.heads();
    heads.insert(heads.end(), entries.begin(), entries.end());
    traced.setHeads(std::move(heads));
    return traced;
}

} // namespace

ExecutionRequest mannerOf(const ExecutionRequest &request)
{
    ExecutionRequest how;
    how.device = request.device;
    how.semantics = request.semantics;
    how.isDirectOnly = request.isDirectOnly;
    how.computesInHalf = request.computesInHalf;
    how.fallsBack = request.fallsBack;
    how.seed = request.seed;
    return how;
}

std::string_view loweredBeforehandBy(const Graph &graph, const OpRegistry &ops)
{
    return graph.dialect() == Dialect::LightNet ? lightNetLowering : loweringPassOf(graph, ops);
}

Result<RunnableModel> makeRunnable(const ExecutionRequest &request, const Builtins &builtins)
{
    if (request.graph.dialect() == Dialect::LightNet) {
        return makeLightNetRunnable(request, builtins);
    }
    RETURN_IF_FAILED(checkGivenValues(request, builtins));
    InputFacts facts = factsWithValues(request);
    nameParameters(request, builtins.ops, facts);
    std::vector<PassRequest> passes = inference;
    const std::string_view lowering = loweringPassOf(request.graph, builtins.ops);
    if (!lowering.empty()) {
        passes.insert(passes.begin(), {std::string(lowering)});
    }
    const PassRun run = runPasses(request.graph, passes,
                                  {.passes = builtins.passes,
                                   .ops = builtins.ops,
                                   .inputs = facts,
                                   .semantics = request.semantics});
    RunnableModel model;
    Result<RunnableGraph> graph = inferredGraph(run, request.semantics);
    if (!graph) {
        return explainedBySizes(graph.error(), request, builtins);
    }
    model.graph = std::move(graph).value();
    model.isLowered = !lowering.empty();
    if (model.isLowered) {
        model.lowered = provenanceOf(run, lowering);
    }
    RETURN_IF_FAILED(addValues(request, builtins, run.held, model));
    return model;
}

Result<RunnableGraph> makeRunnable(const Graph &graph, const SharedValues &values,
                                   Semantics semantics, const Builtins &builtins)
{
    ASSIGN_OR_RETURN(RunnableGraph result,
                     inferred(graph, inference, factsOf(graph, values), semantics, builtins));
    for (const std::uint32_t id : result.index->inputNodes()) {
        const std::string &name = result.index->node(id).node->name;
        const auto value = values.find(name);
        if (value == values.end()) {
            return makeErrorAt(name, "no-value", "nothing tells the values of variable {}",
                               quoted(name));
        }
        result.values.insert(*value);
    }
    return result;
}

Result<RunnableGraph> reseeded(const RunnableModel &model, std::uint64_t seed)
{
    RunnableGraph graph = model.graph;
    for (const SeededVariable &variable : model.seeded) {
        const auto value = graph.values.find(variable.name);
        if (value != graph.values.end()) {
            ASSIGN_OR_RETURN(Tensor tensor,
                             seededTensor(variable.known, variable.role, value->second->type(),
                                          value->second->shape(), seed));
            value->second = std::make_shared<const Tensor>(std::move(tensor));
        }
    }
    return graph;
}

namespace {

/// What the heads and then these entries hold.
Result<std::vector<Tensor>> runForValues(const RunnableGraph &graph, std::span<const Entry> entries,
                                         const ProofContext &context)
{
    ExecutionRequest request = context.how;
    request.graph = withResults(graph.graph(), entries);
    request.facts = factsOf(graph.graph(), graph.values);
    request.semantics = graph.semantics;
    request.pipeline = "none";
    request.values.clear();
    request.valueFiles.clear();
    request.weights.clear();
    request.loadedParams.clear();
    for (const auto &[name, value] : graph.values) {
        request.values.emplace(name, *value);
    }
    ExecutionContext execution = context.execution;
    execution.control.progress = {}; // who asks for values tells how far it is
    ASSIGN_OR_RETURN(RunReport report, runModel(request, execution));
    const std::size_t expected = graph.graph().heads().size() + entries.size();
    if (report.outputs.size() != expected) {
        return makeError("compare", "the run gave {} results, expected {}", report.outputs.size(),
                         expected);
    }
    std::vector<Tensor> values;
    for (NamedTensor &output : report.outputs) {
        // Steps behind the lowering have no scalars: values are compared in the form that all steps have.
        ASSIGN_OR_RETURN(Tensor value, inWantedForm(output.tensor, {1}));
        values.push_back(std::move(value));
    }
    return values;
}

} // namespace

Result<std::vector<Tensor>> headValues(const RunnableGraph &graph, const ProofContext &context)
{
    return runForValues(graph, {}, context);
}

Result<std::vector<Tensor>> entryValues(const RunnableGraph &graph, std::span<const Entry> entries,
                                        const ProofContext &context)
{
    ASSIGN_OR_RETURN(std::vector<Tensor> values, runForValues(graph, entries, context));
    const auto own = static_cast<std::ptrdiff_t>(graph.graph().heads().size());
    values.erase(values.begin(), values.begin() + own);
    return values;
}

} // namespace nervure
