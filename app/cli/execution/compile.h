// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/execution/execution_request.h"
#include "core/builtins.h"
#include "core/execution/plan_builder.h"

namespace nervure::cli {

/// Compiles the request's graph by its pipeline, with what `facts` say of its inputs, and gives what a plan is built from, but for the
/// device. "device": identities removed, batch norms folded, element-wise followers fused; "none":
/// one kernel a node. LightNet graphs run as the file stands. Fails with code "usage" for a
/// pipeline that does not exist or whose passes are not there.
[[nodiscard]] Result<PlanRequest> compileGraph(const ExecutionRequest &request,
                                               const InputFacts &facts, const Builtins &builtins,
                                               Diagnostics &diagnostics);

} // namespace nervure::cli
