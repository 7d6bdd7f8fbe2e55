// SPDX-License-Identifier: Apache-2.0
#include "app/cli/node_trail_report.h"

#include "app/cli/edit_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

/// One thing to tell of one node.
struct Line {
    std::string change;
    std::string node;
    std::string what;
};

std::string named(const Graph &graph, NodeId id)
{
    const Node *node = graph.find(id);
    return node ? node->name : std::string();
}

/// "attribute strides: [1,1] → [2,2]"
std::string detailText(const ChangeDetail &detail)
{
    const std::string_view gap = detail.key.empty() ? "" : " ";
    return fmt::format("{}{}{}: {} → {}", detailName(detail.kind), gap, detail.key,
                       detail.before.empty() ? "none" : detail.before,
                       detail.after.empty() ? "none" : detail.after);
}

/// What a step changed in the nodes.
std::vector<Line> linesOf(const TrailStep &step, const Graph &before, const Graph &after)
{
    std::vector<Line> lines;
    for (const NodeChange &change : step.changes) {
        const std::string name = named(after, change.node);
        const std::string word(changeName(change));
        if (const std::string origin = originWords(change, before); !origin.empty()) {
            lines.push_back({word, name, "from " + origin});
        }
        for (const ChangeDetail &detail : change.details) {
            lines.push_back({word, name, detailText(detail)});
        }
        if (lines.empty() || lines.back().node != name) {
            lines.push_back({word, name, {}});
        }
    }
    for (const ChangedValue &value : step.values) {
        lines.push_back({"value", named(after, value.node),
                         fmt::format("{} of output {}: {} → {}", factName(value.fact), value.output,
                                     value.before, value.after)});
    }
    if (step.isGone) {
        lines.push_back({"removed", {}, {}});
    }
    return lines;
}

const Graph &graphBefore(const FollowedNode &followed, std::size_t step)
{
    return followed.place.lineage->graph(step - 1);
}

} // namespace

Result<FollowedNode> followNode(const std::string &name, const Graph &start,
                                const std::vector<PassResult> &steps,
                                const std::vector<GraphDifference> &differences)
{
    std::vector<LineageStage> stages{{std::make_shared<const Graph>(start)}};
    std::vector<FollowedStep> followed;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const PassResult &step = steps[i];
        stages.push_back({step.graph, step.changed
                                          ? std::make_shared<const Provenance>(step.provenance)
                                          : nullptr});
        followed.push_back({&differences[i], &step.kept});
    }
    const auto lineage = std::make_shared<const NodeLineage>(std::move(stages));
    Result<NodeId> node = findNode(name, start);
    std::size_t stage = 0;
    for (std::size_t i = 1; !node && i < lineage->stageCount(); ++i) {
        if (const auto found = lineage->graph(i).findByName(name)) {
            node = *found;
            stage = i;
        }
    }
    RETURN_IF_FAILED(node);
    const StagePlace place{lineage, stage};
    return FollowedNode{place, nodeTrail(place, std::vector{*node}, followed)};
}

Table nodeTrailTable(const FollowedNode &followed, const std::vector<PassResult> &steps)
{
    Table table({{"pass"}, {"change"}, {"node"}, {"what, or why not"}});
    for (std::size_t i = 1; i < followed.trail.size(); ++i) {
        const TrailStep &step = followed.trail[i];
        const Graph &before = graphBefore(followed, i);
        std::vector<Line> lines = linesOf(step, before, followed.place.lineage->graph(i));
        for (const TrailStep::Kept &kept : step.kept) {
            lines.push_back({"left alone", named(before, kept.node), kept.reason});
        }
        std::string pass = steps[i - 1].name;
        for (Line &line : lines) {
            table.add({std::exchange(pass, {}), std::move(line.change), std::move(line.node),
                       std::move(line.what)});
        }
    }
    return table;
}

Json nodeTrailJson(const FollowedNode &followed, const std::vector<PassResult> &steps)
{
    Json list = Json::array();
    for (std::size_t i = 1; i < followed.trail.size(); ++i) {
        const TrailStep &step = followed.trail[i];
        if (!step.says()) {
            continue;
        }
        const Graph &before = graphBefore(followed, i);
        const Graph &after = followed.place.lineage->graph(i);
        Json nodes = Json::array();
        for (const NodeId id : step.nodes) {
            nodes.push_back(named(after, id));
        }
        Json changes = Json::array();
        for (const Line &line : linesOf(step, before, after)) {
            changes.push_back({{"change", line.change}, {"node", line.node}, {"what", line.what}});
        }
        Json kept = Json::array();
        for (const TrailStep::Kept &one : step.kept) {
            kept.push_back({{"node", named(before, one.node)}, {"reason", one.reason}});
        }
        list.push_back({{"pass", steps[i - 1].name},
                        {"step", i},
                        {"nodes", std::move(nodes)},
                        {"gone", step.isGone},
                        {"changes", std::move(changes)},
                        {"left_alone", std::move(kept)}});
    }
    return list;
}

} // namespace nervure::cli
