// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/box_placement.h"

#include <algorithm>

namespace nervure {

BoxPlacement placeOf(const DrawnGraph &graph, std::uint32_t box)
{
    const DrawnNode &node = graph.nodes[box];
    if (node.kind == DrawnKind::Output) {
        return {{}, {}, node.head, true};
    }
    BoxPlacement place{node.node, {}, 0, false};
    if (graph.isInside(box)) {
        place.group = graph.groups[static_cast<std::size_t>(node.group)].key;
        // The boxes of a subgraph stand together.
        while (box > place.number && graph.nodes[box - place.number - 1].group == node.group) {
            ++place.number;
        }
    }
    return place;
}

std::optional<std::uint32_t> findBox(const DrawnGraph &graph, const BoxPlacement &place)
{
    if (place.isOutput) {
        const std::uint32_t box =
            place.number < graph.outputs.size() ? graph.outputs[place.number] : graph.notDrawn;
        return box == graph.notDrawn ? std::nullopt : std::optional(box);
    }
    const auto known =
        std::find_if(graph.groups.begin(), graph.groups.end(), [&place](const DrawnGroup &group) {
            return group.subgraph && group.key == place.group;
        });
    int group = place.group.empty() || known == graph.groups.end()
                    ? -1
                    : static_cast<int>(known - graph.groups.begin());
    for (; group >= 0; group = graph.groups[static_cast<std::size_t>(group)].parent) {
        const auto isOne = [group](const DrawnNode &node) { return node.group == group; };
        const auto first = std::find_if(graph.nodes.begin(), graph.nodes.end(), isOne);
        if (first == graph.nodes.end()) {
            continue;
        }
        const auto end = std::find_if_not(first, graph.nodes.end(), isOne);
        const auto box = static_cast<std::uint32_t>(first - graph.nodes.begin());
        const auto count = static_cast<std::uint32_t>(end - first);
        return box + (place.number < count ? place.number : 0);
    }
    return graph.find(place.node);
}

} // namespace nervure
