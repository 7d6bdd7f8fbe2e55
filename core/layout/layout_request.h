// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace nervure {

/// A box to place. Sizes in picture pixels.
struct LayoutNode {
    double width = 0;
    double height = 0;

    bool operator==(const LayoutNode &) const = default;
};

/// A line to route, from the bottom of one box to the top of another.
struct LayoutEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    double labelWidth = 0; ///< 0: no label
    double labelHeight = 0;
    bool isHidden = false;   ///< keeps `from` above `to`; not routed
    bool isStraight = false; ///< rather runs straight than others

    bool operator==(const LayoutEdge &) const = default;
};

/// What to lay out: boxes and lines by index, top to bottom. Any graph is legal: cycles, loops,
/// several lines between the same boxes, several components.
struct LayoutRequest {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;
    double nodeGap = 28; ///< between boxes of one rank
    double rankGap = 40; ///< between ranks

    bool operator==(const LayoutRequest &) const = default;
};

} // namespace nervure
