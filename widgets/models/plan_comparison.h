// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/memory_plan.h"
#include "core/passes/pass_manager.h"

#include <QCoreApplication>
#include <QString>

#include <string>
#include <vector>

namespace nervure {

/// A planner as people see it.
struct PlannerInfo {
    Q_DECLARE_TR_FUNCTIONS(PlannerInfo)
public:
    std::string key; ///< value of PlanMemory's option `planner`
    QString title;
    QString hint; ///< how it plans
};

/// LightNet's, NNVM's and ours, in the order in which they are shown. For the UI thread.
[[nodiscard]] std::vector<PlannerInfo> plannerInfos();

/// What one planner makes of a graph.
struct PlannerPlan {
    std::string planner; ///< PlannerInfo::key
    MemoryPlanView view;
    std::vector<std::int64_t> storage; ///< by entry: its id, negative where it has no storage
    std::vector<std::int64_t> offset;  ///< by entry: bytes, or -1; empty for plans without offsets
};

/// The plans of all planners that there are for the graph's dialect, in the order of plannerInfos(),
/// for looking at them side by side. Entries are numbered as in the graph's own index. Planners that refuse the graph are left
/// out. `known` are shapes and types that are known already, as of compiled graphs, whose kernels have
/// no rules. Takes as long as the passes do.
[[nodiscard]] std::vector<PlannerPlan> plansOfAllPlanners(const Graph &graph, const Analyses &known,
                                                          const PassEnvironment &environment);

} // namespace nervure
