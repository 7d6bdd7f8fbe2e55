// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/containers/increasing.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace nervure {

/// How the nodes of an edited graph relate to those of the file it was read from.
struct SourceOrder {
    /// By position in the graph's order: the node's place in the file, if its text can stay there.
    std::vector<std::optional<std::size_t>> source;
    /// By position in the graph's order: the node's place in the file, if its text moves from there.
    std::vector<std::optional<std::size_t>> movedFrom;
    std::vector<bool> removed; ///< by place in the file
    bool isChanged = false;    ///< nodes came or went
};

/// A node keeps its text when it came from the file and stands in the file's order. Of those that
/// do not, as few as possible lose their text. Copies of one node are told apart: the first keeps it.
[[nodiscard]] inline SourceOrder sourceOrder(const Graph &graph, std::size_t fileNodes)
{
    SourceOrder order;
    order.removed.assign(fileNodes, true);
    order.source.resize(graph.nodeCount());
    order.movedFrom.resize(graph.nodeCount());
    std::vector<std::size_t> places; // in the file, of the nodes that came from it
    std::vector<std::size_t> nodes;  // and in the graph
    std::vector<bool> isTaken(fileNodes, false);
    for (std::size_t i = 0; i < graph.nodeCount(); ++i) {
        const auto &index = graph.node(graph.nodes()[i]).sourceIndex;
        if (index && *index < fileNodes && !isTaken[*index]) {
            isTaken[*index] = true;
            places.push_back(*index);
            nodes.push_back(i);
        }
    }
    const std::vector<bool> stays = longestIncreasing(places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (stays[i]) {
            order.source[nodes[i]] = places[i];
            order.removed[places[i]] = false;
        } else {
            order.movedFrom[nodes[i]] = places[i];
        }
    }
    order.isChanged =
        static_cast<std::size_t>(std::count(stays.begin(), stays.end(), true)) != graph.nodeCount()
        || std::find(order.removed.begin(), order.removed.end(), true) != order.removed.end();
    return order;
}

} // namespace nervure
