// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nervure {

/// How the nodes of an edited graph relate to those of the file it was read from.
struct SourceOrder {
    /// By position in the graph's order: the node's place in the file, if its text can stay there.
    std::vector<std::optional<std::size_t>> source;
    std::vector<bool> removed; ///< by place in the file
    bool isChanged = false;    ///< nodes came or went
};

/// A node keeps its text when it came from the file and stands in the file's order.
[[nodiscard]] inline SourceOrder sourceOrder(const Graph &graph, std::size_t fileNodes)
{
    SourceOrder order;
    order.removed.assign(fileNodes, true);
    std::size_t next = 0;
    for (const NodeId id : graph.nodes()) {
        const auto &index = graph.node(id).sourceIndex;
        const bool isKept = index && *index < fileNodes && *index >= next;
        order.source.push_back(isKept ? std::optional<std::size_t>(*index) : std::nullopt);
        if (isKept) {
            next = *index + 1;
            order.removed[*index] = false;
        } else {
            order.isChanged = true;
        }
    }
    for (const bool isRemoved : order.removed) {
        order.isChanged = order.isChanged || isRemoved;
    }
    return order;
}

} // namespace nervure
