// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/plan_builder.h"
#include "core/execution/reference_backend.h"
#include "core/passes/held_values.h"
#include "core/passes/pass_manager.h"

#include <memory>
#include <utility>
#include <vector>

namespace nervure::tests {

/// What the reference computes, in fixed semantics, for the heads of a graph whose shapes and types
/// a run of passes found. `values` holds its variables, by name, but for those that the passes made of constants.
inline Result<std::vector<Tensor>> referenceResults(const PassRun &sized, TensorMap values)
{
    RETURN_IF_FAILED(addHeldValues(sized.held, values));
    PlanRequest request;
    request.graph = sized.index;
    request.shapes = *sized.analyses.find(keys::shape, sized.index);
    request.types = *sized.analyses.find(keys::dtype, sized.index);
    request.semantics = Semantics::Fixed;
    Diagnostics ignored;
    auto plan = buildPlan(request, ignored);
    if (!plan) {
        return plan.error();
    }
    ReferenceBackend backend;
    auto prepared = backend.prepare(std::make_shared<ExecutionPlan>(std::move(*plan)), values, {});
    if (!prepared) {
        return prepared.error();
    }
    auto outcome = (*prepared)->run(values, RunMode::Unprofiled, {});
    if (!outcome) {
        return outcome.error();
    }
    return std::move(outcome->outputs);
}

} // namespace nervure::tests
