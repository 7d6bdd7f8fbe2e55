// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/execution/plan/plan_builder.h"
#include "core/passes/pass_manager.h"

#include <set>
#include <string>
#include <vector>

namespace nervure {

/// How the bodies of control flow are compiled: as the graph around them.
struct BodyCompilation {
    std::vector<PassRequest> passes;
    const Builtins &builtins;
    TargetLookup targets;
    std::function<Status(std::vector<PassRequest> &)> change; ///< PassEnvironment::changesExpansion
    Semantics semantics = Semantics::Exact;
    Diagnostics &diagnostics;
};

/// What a plan is built from, but for the device, after these passes. `parameters`: names of variables
/// that are parameters. The bodies of its operators of control flow are compiled, with the shapes and
/// types of what they read; their variables are parameters where they read one.
[[nodiscard]] Result<PlanRequest> planRequestOf(const PassRun &run,
                                                const std::set<std::string> &parameters,
                                                const BodyCompilation &how);

/// The last error of a run of passes that failed.
[[nodiscard]] Diagnostic failureOf(const PassRun &run);

} // namespace nervure
