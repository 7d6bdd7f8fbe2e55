// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/compile.h"

#include "core/execution/static_order.h"
#include "core/graph/parameters.h"
#include "core/passes/pass_manager.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::cli {

namespace {

const std::vector<std::string> noPasses{"InferShape", "InferType"};
const std::vector<std::string> devicePasses{"InferShape", "InferType",     "RemoveIdentity",
                                            "InferShape", "FoldBatchNorm", "InferShape",
                                            "InferType",  "FuseOperators"};

/// The passes of nnvm.compiler.build, each with the optimisation level from which it runs.
const std::vector<std::pair<std::string, int>> nnvmPasses{
    {"CorrectLayout", 0}, {"SimplifyInference", 0},      {"FoldScaleAxis", 3},
    {"AlterOpLayout", 3}, {"GraphFindFusibleGroups", 0}, {"GraphFuse", 0},
    {"GraphCompile", 0},  {"PrecomputePrune", 2}};

Diagnostic usage(std::string message)
{
    return makeError("usage", std::move(message));
}

/// "nnvm" and "nnvm:N" are refused with the passes that are missing.
Diagnostic nnvmRefusal(const std::string &pipeline, const PassRegistry &passes)
{
    int level = 2;
    if (pipeline != "nnvm") {
        const auto number = parseInteger(std::string_view(pipeline).substr(5));
        if (!number || *number < 0 || *number > 3) {
            return usage("pipeline " + quoted(pipeline) + ": expected nnvm:0 to nnvm:3");
        }
        level = static_cast<int>(*number);
    }
    std::vector<std::string> missing;
    for (const auto &[name, from] : nnvmPasses) {
        if (level >= from && !passes.find(name)) {
            missing.push_back(name);
        }
    }
    const std::string what =
        missing.empty() ? "the compilation of fused groups" : "the passes " + join(missing, ", ");
    return usage("pipeline " + quoted(pipeline) + " needs " + what
                 + ", which this version does not have; expected device or none");
}

Result<std::vector<std::string>> passesOf(const ExecutionRequest &request,
                                          const PassRegistry &passes)
{
    const std::string &name = request.pipeline;
    if (name == "device" || name == "none") {
        const bool isPlain = name == "none" || request.graph.dialect() == Dialect::LightNet;
        return isPlain ? noPasses : devicePasses;
    }
    if (name == "nnvm" || name.starts_with("nnvm:")) {
        return nnvmRefusal(name, passes);
    }
    return usage("there is no pipeline " + quoted(name) + ", expected device, none or nnvm:N");
}

/// The document's names of every node of the result, step by step.
class Names {
public:
    explicit Names(const Graph &document)
    {
        for (const NodeId id : document.nodes()) {
            m_names[id] = {document.node(id).name};
        }
    }

    void follow(const Provenance &provenance)
    {
        const auto before = m_names;
        for (const Provenance::Origin &origin : provenance.origins) {
            std::vector<std::string> names;
            for (const NodeId from : origin.from) {
                if (const auto it = before.find(from); it != before.end()) {
                    names.insert(names.end(), it->second.begin(), it->second.end());
                }
            }
            m_names[origin.node] = std::move(names);
        }
    }

    [[nodiscard]] std::unordered_map<NodeId, std::vector<std::string>> take()
    {
        return std::move(m_names);
    }

private:
    std::unordered_map<NodeId, std::vector<std::string>> m_names;
};

/// Whether the document can run at all: indexed, with attributes that are right. What the heads do
/// not reach does not run and is not told as folded.
Result<std::vector<std::string>> operatorsOf(const Graph &graph, const OpRegistry &ops)
{
    Diagnostics found;
    const auto index = IndexedGraph::build(graph, ops, found);
    if (!index) {
        return index.error();
    }
    for (const Diagnostic &diagnostic : found) {
        if (diagnostic.severity == Severity::Error) {
            return diagnostic;
        }
    }
    std::vector<std::string> names;
    for (const IndexedNode &node : (*index)->nodes()) {
        if (!node.isVariable()) {
            names.push_back(node.node->name);
        }
    }
    return names;
}

Graph inRunOrder(const Graph &graph, const OpRegistry &ops)
{
    return graph.dialect() == Dialect::LightNet ? inStaticOrder(graph, ops) : graph;
}

/// What stopped a run of passes.
Diagnostic failureOf(const PassRun &run)
{
    for (auto it = run.diagnostics.rbegin(); it != run.diagnostics.rend(); ++it) {
        if (it->severity == Severity::Error) {
            return *it;
        }
    }
    return makeError("compile", "the model could not be compiled");
}

template <typename T>
T valueOf(const Analyses &analyses, Key<T> key)
{
    const T *value = analyses.find(key);
    return value ? *value : T();
}

} // namespace

Result<PlanRequest> compileGraph(const ExecutionRequest &request, const InputFacts &facts,
                                 const Builtins &builtins, Diagnostics &diagnostics)
{
    const Result<std::vector<std::string>> passes = passesOf(request, builtins.passes);
    if (!passes) {
        return passes.error();
    }
    Result<std::vector<std::string>> operators = operatorsOf(request.graph, builtins.ops);
    if (!operators) {
        return operators.error();
    }
    std::vector<PassRequest> requests;
    for (const std::string &name : *passes) {
        requests.push_back({name, {}});
    }
    const PassRun run = runPasses(inRunOrder(request.graph, builtins.ops), requests,
                                  {.passes = builtins.passes,
                                   .ops = builtins.ops,
                                   .inputs = facts,
                                   .semantics = request.semantics});
    if (!run.ok || !run.index) {
        return failureOf(run);
    }
    diagnostics.insert(diagnostics.end(), run.diagnostics.begin(), run.diagnostics.end());
    Names names(request.graph);
    for (const PassResult &step : run.steps) {
        names.follow(step.provenance);
    }
    PlanRequest plan;
    plan.graph = run.index;
    plan.semantics = request.semantics;
    plan.shapes = valueOf(run.analyses, keys::shape);
    plan.types = valueOf(run.analyses, keys::dtype);
    plan.groups = valueOf(run.analyses, keys::fusedGroup);
    plan.originals = names.take();
    plan.documentOperators = std::move(operators).value();
    for (const NodeId id : findParameters(request.graph, builtins.ops, request.loadedParams)) {
        plan.parameters.insert(request.graph.node(id).name);
    }
    return plan;
}

} // namespace nervure::cli
