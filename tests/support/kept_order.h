// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/layout/diagram/drawing.h"

#include <cstddef>
#include <map>

namespace nervure::tests {

/// Where the nodes of a picture stand that have a box of their own. A parameter that is part of a card would
/// count that card again.
using BoxPlaces = std::map<NodeId, PlacedNode>;

[[nodiscard]] BoxPlaces boxPlaces(const Drawing &drawing, const Graph &graph);

/// How many pairs of boxes that are in two pictures stand in the same order in both, across and down. A box is
/// left of another where it ends before that begins, and above it likewise: boxes that overlap in one direction
/// have no order in it that could be seen.
struct KeptOrder {
    std::size_t pairs = 0;
    std::size_t turned = 0;
    /// Pairs of which neither box is above the other in at least one of the pictures: there, left and right
    /// is all the order that they have.
    std::size_t besidePairs = 0;
    std::size_t besideTurned = 0;
    /// Pairs whose middles change sides, by however little: the strictest count.
    std::size_t middlesTurned = 0;
};

/// Of the first two thousand nodes.
[[nodiscard]] KeptOrder keptOrder(const BoxPlaces &before, const BoxPlaces &now);

/// 100 where there are no pairs.
[[nodiscard]] double percentKept(std::size_t pairs, std::size_t turned);

} // namespace nervure::tests
