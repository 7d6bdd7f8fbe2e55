// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "widgets/models/memory_plan.h"

#include <string>
#include <vector>

namespace nervure {

/// What one planner makes of a graph.
struct PlannerPlan {
    std::string planner; ///< value of PlanMemory's option: "nnvm", "lightnet" or "arena"
    MemoryPlanView view;
    std::vector<std::int64_t> storage; ///< by entry: its id, negative where it has no storage
    std::vector<std::int64_t> offset;  ///< by entry: bytes, or -1; empty for plans without offsets
};

/// The plans of all planners that there are for the graph's dialect, for looking at them side by
/// side. Entries are numbered as in the graph's own index. Planners that refuse the graph are left
/// out. Takes as long as the passes do.
[[nodiscard]] std::vector<PlannerPlan> plansOfAllPlanners(const Graph &graph,
                                                          const PassEnvironment &environment);

} // namespace nervure
