// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/pass_picture.h"

#include <algorithm>

namespace nervure {

namespace {

using Places = std::unordered_map<NodeId, NodeId>;

/// Of more, nobody sees the graph that is left, and a large one would take minutes to lay out.
constexpr std::size_t mostRemoved = 300;

bool isDrawn(const NodeChange &change, const Graph &before)
{
    return change.mark == ChangeMark::Removed && !before.node(change.node).isVariable();
}

/// Where nodes before are in the picture, when that is elsewhere: in what they went into.
Places placesOf(const NodeChanges &changes)
{
    Places places;
    for (const NodeChange &change : changes) {
        for (const NodeId from : change.from) {
            places[from] = change.node;
        }
    }
    return places;
}

/// The inputs that are still drawn.
Entries inputsOf(const Node &removed, const Places &places, const Graph &picture)
{
    Entries inputs;
    for (const Entry &input : removed.inputs) {
        const auto moved = places.find(input.node);
        const NodeId node = moved == places.end() ? input.node : moved->second;
        if (picture.contains(node)) {
            inputs.push_back({node, input.index, 0});
        }
    }
    return inputs;
}

} // namespace

PassPicture pictureOf(const ModelStage &stage)
{
    PassPicture picture{stage.graph, {}, {}};
    const NodeChanges &changes = stage.changes();
    const auto removedCount =
        std::count_if(changes.begin(), changes.end(),
                      [&stage](const NodeChange &one) { return isDrawn(one, *stage.before); });
    const bool drawsRemoved = static_cast<std::size_t>(removedCount) <= mostRemoved;
    Graph withRemoved = *stage.graph;
    Places places = placesOf(stage.changes());
    std::vector<std::pair<NodeId, NodeId>> removed;
    for (const NodeChange &change : stage.changes()) {
        if (change.mark != ChangeMark::Removed) {
            picture.marks[change.node] = change.mark;
        } else if (drawsRemoved && isDrawn(change, *stage.before)) {
            const NodeId place = withRemoved.add(stage.before->node(change.node));
            places[change.node] = place;
            removed.emplace_back(change.node, place);
            picture.marks[place] = ChangeMark::Removed;
            picture.removed[place] = change.node;
        }
    }
    if (removed.empty()) {
        return picture;
    }
    for (const auto &[before, place] : removed) {
        Node &node = withRemoved.edit(place);
        node.inputs = inputsOf(stage.before->node(before), places, withRemoved);
        node.controlDeps.clear();
    }
    picture.graph = std::make_shared<const Graph>(std::move(withRemoved));
    return picture;
}

} // namespace nervure
