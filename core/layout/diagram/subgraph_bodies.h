// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/groups.h"

#include <cstddef>

namespace nervure {

/// So deep subgraphs within subgraphs are drawn.
inline constexpr int deepestSubgraph = 8;
/// So many nodes of subgraphs are drawn: parameters count, they are made before they are folded.
inline constexpr std::size_t mostSubgraphNodes = 20000;

/// Adds what the drawn nodes of `graph` hold in subgraphs, each a group of its own within those of
/// `tree` that its owner is in: the subgraph as it would be drawn alone, variables and all, and a
/// dashed line from each of its heads to its owner. Nothing says which outer value is which of its
/// variables, so no line goes in. Call it between groupBoxes() and foldGroups().
///
/// What is too deep or too much is left out, which the owner's third line tells. `options` are those
/// that `drawn` was drawn with; of values inside, nothing is known.
void addSubgraphBodies(DrawnGraph &drawn, GroupTree &tree, const Graph &graph,
                       const OpRegistry &ops, const DrawOptions &options = {});

} // namespace nervure
