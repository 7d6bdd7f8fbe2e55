// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/plan_comparison.h"

#include "core/passes/graph_attributes.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr const char *lightNetPlanner = "lightnet";
constexpr const char *nnvmPlanner = "nnvm";
constexpr const char *arenaPlanner = "arena";

std::vector<std::int64_t> valuesOf(const PassResult &step, EntryKey<std::int64_t> key)
{
    const auto *values = step.analyses.find(key, step.index);
    return values != nullptr ? *values : std::vector<std::int64_t>();
}

/// The graph as a file would hold it that says shapes and types itself.
Graph withKnownValues(const Graph &graph, const Analyses &known)
{
    Analyses values = known;
    for (const auto &[name, value] : known.all()) {
        if (name != keys::shape.name && name != keys::dtype.name) {
            values.erase(name);
        }
    }
    std::vector<GraphAttr> attrs = writeGraphAttributes(values);
    for (const GraphAttr &attr : graph.attrs()) {
        if (attr.name != keys::shape.name && attr.name != keys::dtype.name) {
            attrs.push_back(attr);
        }
    }
    Graph telling = graph;
    telling.setAttrs(std::move(attrs));
    return telling;
}

} // namespace

std::vector<PlannerInfo> plannerInfos()
{
    return {{lightNetPlanner, PlannerInfo::tr("LightNet"),
             PlannerInfo::tr("LightNet's planner: offsets from 1, constants are never freed")},
            {nnvmPlanner, PlannerInfo::tr("NNVM"),
             PlannerInfo::tr("NNVM's planner: blocks, four bytes per element whatever its type")},
            {arenaPlanner, PlannerInfo::tr("Arena"),
             PlannerInfo::tr("Nervure's planner: true sizes and aligned offsets in one arena")}};
}

std::vector<PlannerPlan> plansOfAllPlanners(const Graph &graph, const Analyses &known,
                                            const PassEnvironment &environment)
{
    // One pipeline, so that shapes are inferred once. It ends with the first planner that refuses
    // the graph; LightNet's, which refuses most, comes last.
    std::vector<PassRequest> passes{{"InferShape", {}}, {"InferType", {}}};
    for (const char *planner : {nnvmPlanner, arenaPlanner, lightNetPlanner}) {
        if (planner != lightNetPlanner || graph.dialect() == Dialect::LightNet) {
            passes.push_back({"PlanMemory", {{"planner", planner}}});
        }
    }
    const PassRun run = runPasses(withKnownValues(graph, known), passes, environment);
    std::vector<PlannerPlan> plans;
    for (std::size_t i = 2; i < run.steps.size() && run.steps[i].ok; ++i) {
        const Analyses &analyses = run.steps[i].analyses;
        if (auto view = run.index ? memoryPlanView(*run.index, analyses) : std::nullopt) {
            plans.push_back({passes[i].options[0].second, std::move(*view),
                             valuesOf(run.steps[i], keys::storageId),
                             valuesOf(run.steps[i], keys::storageOffset)});
        }
    }
    if (!plans.empty() && plans.back().planner == lightNetPlanner) {
        std::rotate(plans.begin(), plans.end() - 1, plans.end());
    }
    return plans;
}

} // namespace nervure
