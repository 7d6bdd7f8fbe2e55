// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/plan_comparison.h"

namespace nervure {

namespace {

constexpr const char *lightNetPlanner = "lightnet";

std::vector<std::int64_t> valuesOf(const Analyses &analyses,
                                   const Key<std::vector<std::int64_t>> &key)
{
    const auto *values = analyses.find(key);
    return values != nullptr ? *values : std::vector<std::int64_t>();
}

} // namespace

std::vector<PlannerInfo> plannerInfos()
{
    return {{lightNetPlanner, PlannerInfo::tr("LightNet"),
             PlannerInfo::tr("LightNet's planner: offsets from 1, constants are kept for good")},
            {"nnvm", PlannerInfo::tr("NNVM"),
             PlannerInfo::tr("NNVM's planner: blocks, four bytes an element whatever its type")},
            {"arena", PlannerInfo::tr("Arena"),
             PlannerInfo::tr("Our planner: true sizes in one arena, offsets aligned")}};
}

std::vector<PlannerPlan> plansOfAllPlanners(const Graph &graph, const PassEnvironment &environment)
{
    std::vector<PlannerPlan> plans;
    for (const char *planner : {lightNetPlanner, "nnvm", "arena"}) {
        if (planner == lightNetPlanner && graph.dialect() != Dialect::LightNet) {
            continue;
        }
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
