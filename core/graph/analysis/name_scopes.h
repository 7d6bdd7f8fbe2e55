// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace nervure {

/// A part of the tree that names form when they are split at '_' and '/': "stage1_unit2_conv1".
struct NameScope {
    std::string label; ///< the part of the name below the parent: "unit2"
    NodeId node;       ///< the node of exactly this name; invalid for a mere scope
    int parent = -1;   ///< place of the scope above; -1: at the top
    int nodeCount = 0; ///< nodes in it, itself included
};

/// The scopes of a graph in order of first appearance, parents before children. A scope that
/// holds one thing only is joined with it, so that no click is wasted. Words of operators stay
/// whole: "elemwise_add0", and "moving_mean" of the batch_norm bn0 in "bn0_moving_mean".
[[nodiscard]] std::vector<NameScope> nameScopes(const Graph &graph);

} // namespace nervure
