// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/reference_run.h"

#include "core/execution/plan/plan_builder.h"
#include "core/execution/reference_backend.h"

#include <utility>

namespace nervure {

namespace {

Result<ExecutionPlan> planFor(Graph graph, const TensorMap &given,
                              const PassEnvironment &environment)
{
    InputFacts facts;
    for (const auto &[name, tensor] : given) {
        facts.shapes[name] = tensor.shape();
        facts.dtypes[name] = tensor.type();
    }
    const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    const PassRun sized = runPasses(std::move(graph), passes,
                                    {.passes = environment.passes,
                                     .ops = environment.ops,
                                     .inputs = facts,
                                     .semantics = environment.semantics,
                                     .control = environment.control});
    const Shapes *shapes = sized.index ? sized.analyses.find(keys::shape, sized.index) : nullptr;
    const DTypes *types = sized.index ? sized.analyses.find(keys::dtype, sized.index) : nullptr;
    if (!sized.ok || !shapes || !types) {
        return makeError("not-converted", "values made at load have unknown shapes or types");
    }
    PlanRequest request;
    request.graph = sized.index;
    request.shapes = *shapes;
    request.types = *types;
    request.semantics = environment.semantics;
    Diagnostics ignored;
    return buildPlan(request, ignored);
}

} // namespace

Result<std::vector<Tensor>> runOnReference(Graph graph, const TensorMap &given,
                                           const PassEnvironment &environment)
{
    ASSIGN_OR_RETURN(ExecutionPlan plan, planFor(std::move(graph), given, environment));
    ReferenceBackend backend;
    ASSIGN_OR_RETURN(const auto prepared,
                     backend.prepare(std::make_shared<ExecutionPlan>(std::move(plan)), given,
                                     environment.control));
    ASSIGN_OR_RETURN(RunOutcome outcome,
                     prepared->run(given, RunMode::Unprofiled, environment.control));
    return std::move(outcome.outputs);
}

} // namespace nervure
