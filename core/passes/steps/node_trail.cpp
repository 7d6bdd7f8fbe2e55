// SPDX-License-Identifier: Apache-2.0
#include "core/passes/steps/node_trail.h"

#include <algorithm>
#include <unordered_set>

namespace nervure {

namespace {

/// What stands for the nodes in every stage.
std::vector<std::vector<NodeId>> stagesOf(const StagePlace &place, std::span<const NodeId> nodes)
{
    const NodeLineage &lineage = *place.lineage;
    std::vector<std::vector<NodeId>> stages(lineage.stageCount());
    stages[place.stage].assign(nodes.begin(), nodes.end());
    for (std::size_t i = place.stage; i > 0; --i) {
        stages[i - 1] = lineage.follow(stages[i], i, i - 1);
    }
    for (std::size_t i = place.stage; i + 1 < stages.size(); ++i) {
        stages[i + 1] = lineage.follow(stages[i], i, i + 1);
    }
    return stages;
}

void readDifference(const GraphDifference &difference, TrailStep &step)
{
    const std::unordered_set<NodeId> now(step.nodes.begin(), step.nodes.end());
    std::copy_if(difference.nodes.begin(), difference.nodes.end(), std::back_inserter(step.changes),
                 [&now](const NodeChange &change) {
                     return change.mark != ChangeMark::Removed && now.count(change.node) != 0;
                 });
    std::copy_if(difference.values.begin(), difference.values.end(),
                 std::back_inserter(step.values),
                 [&now](const ChangedValue &value) { return now.count(value.node) != 0; });
}

} // namespace

std::vector<TrailStep> nodeTrail(const StagePlace &place, std::span<const NodeId> nodes,
                                 std::span<const FollowedStep> steps)
{
    const std::vector<std::vector<NodeId>> stages = stagesOf(place, nodes);
    std::vector<TrailStep> trail(stages.size());
    trail.front().nodes = stages.front();
    for (std::size_t i = 1; i < stages.size(); ++i) {
        TrailStep &step = trail[i];
        step.nodes = stages[i];
        step.isGone = !stages[i - 1].empty() && stages[i].empty();
        const FollowedStep source = i <= steps.size() ? steps[i - 1] : FollowedStep();
        if (source.difference) {
            readDifference(*source.difference, step);
        }
        for (const NodeId node : source.kept ? stages[i - 1] : std::vector<NodeId>()) {
            for (const std::string &reason : source.kept->reasonsOf(node)) {
                step.kept.push_back({node, reason});
            }
        }
    }
    return trail;
}

} // namespace nervure
