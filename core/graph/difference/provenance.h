// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/id.h"

#include <string>
#include <vector>

namespace nervure {

/// For each node of a graph, the nodes of the graph before that it came from. Nodes that are not
/// listed keep their id and came from themselves.
struct Provenance {
    struct Origin {
        NodeId node;
        std::vector<NodeId> from;
        std::string reason; ///< one phrase: "folded batch_norm into conv2d"
        /// Which of them it still is; none: it is a node in their place. Only where ids do not tell.
        NodeId was{};
    };
    std::vector<Origin> origins;
    /// Whether a node of the same id is the same node. Between files that were read one by one it is not.
    bool hasSharedIds = true;
    /// Whether somebody found out who came from whom (GraphMatch): then names and spellings may differ without
    /// a pass that did it.
    bool isMatched = false;
};

} // namespace nervure
