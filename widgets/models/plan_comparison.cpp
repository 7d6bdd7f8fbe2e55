// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/plan_comparison.h"

namespace nervure {

namespace {

std::vector<std::int64_t> valuesOf(const Analyses &analyses,
                                   const Key<std::vector<std::int64_t>> &key)
{
    const auto *values = analyses.find(key);
    return values != nullptr ? *values : std::vector<std::int64_t>();
}

} // namespace

std::vector<PlannerPlan> plansOfAllPlanners(const Graph &graph, const PassEnvironment &environment)
{
    std::vector<std::string> planners{"nnvm", "arena"};
    if (graph.dialect() == Dialect::LightNet) {
        planners.insert(planners.begin(), "lightnet");
    }
    std::vector<PlannerPlan> plans;
    for (const std::string &planner : planners) {
        const std::vector<PassRequest> passes{
            {"InferShape", {}}, {"InferType", {}}, {"PlanMemory", {{"planner", planner}}}};
        const PassRun run = runPasses(graph, passes, environment);
        auto view = run.ok && run.index ? memoryPlanView(*run.index, run.analyses) : std::nullopt;
        if (view) {
            plans.push_back({planner, std::move(*view), valuesOf(run.analyses, keys::storageId),
                             valuesOf(run.analyses, keys::storageOffset)});
        }
    }
    return plans;
}

} // namespace nervure
