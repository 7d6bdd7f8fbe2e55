// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"
#include "core/execution/plan/plan_builder.h"
#include "core/passes/pass_manager.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// What depends on parameters alone and is computed once, before anything is run.
struct Beforehand {
    PlanRequest plan;
    std::vector<std::string> names; ///< of the outputs: variables of the compiled graph
};

/// What plans are built from, but for the device.
struct CompiledModel {
    PlanRequest plan;
    std::optional<Beforehand> beforehand;
    std::vector<std::string> resultTypes; ///< keys::resultTypes
    HeldValues held;                      ///< of variables that the passes made
};

/// The device that a graph is compiled for, by a name that `lookup` knows, and how to ask about it.
struct CompileTarget {
    std::string name = "reference";
    TargetLookup lookup;
};

/// Compiles the request's graph by its pipeline, with what `facts` say of its inputs. "device":
/// identities removed, batch norms folded, layouts as the target likes them, element-wise
/// followers fused; "nnvm:N": NNVM's own
/// passes of that level; "none": one kernel a node. LightNet graphs run as the file stands, in
/// exact semantics (without looking at the pipeline) in the memory that LightNet plans. Fails with
/// code "usage" for a pipeline that does not exist.
[[nodiscard]] Result<CompiledModel> compileGraph(const ExecutionRequest &request, InputFacts facts,
                                                 const CompileTarget &target,
                                                 const Builtins &builtins,
                                                 Diagnostics &diagnostics);

/// Whether the request is about LightNet's own arithmetic and memory, which is the host's business.
[[nodiscard]] bool runsOnLightNetsPlan(const ExecutionRequest &request);

} // namespace nervure
