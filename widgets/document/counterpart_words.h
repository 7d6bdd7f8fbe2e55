// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/pass_step.h"

#include <QString>

#include <unordered_map>
#include <vector>

namespace nervure {

/// What became of the nodes of the graph before, as marks on them: what stays and is otherwise is changed,
/// what went into a node with others is fused, what is gone or replaced is removed.
[[nodiscard]] std::unordered_map<NodeId, ChangeMark> marksBefore(const GraphDifference &difference);

/// A node of one of two graphs, and those of the other that stand for it, the best one last.
struct CounterpartPair {
    NodeId node;
    const Graph &graph;
    std::vector<NodeId> others;
    const Graph &otherGraph;
    bool isBefore = false; ///< `graph` is the one before
};

/// One line about a pair: "bn0 ↔ conv0: folded batch_norm into conv2d", "relu0 is in both",
/// "drop0 has no counterpart: it was removed". `difference` (null: it is not known yet) is from the graph
/// before to the one after.
[[nodiscard]] QString counterpartWords(const CounterpartPair &pair,
                                       const GraphDifference *difference);

} // namespace nervure
