// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace nervure {

/// A box to place. Sizes in picture pixels.
struct LayoutNode {
    float width = 0;
    float height = 0;
    /// Stands where there is room beside what it reads, and moves no other box; see loose_boxes.h.
    bool isLoose = false;

    bool operator==(const LayoutNode &) const = default;
};

/// A line to route, from the bottom of one box to the top of another. Large graphs have very many, and
/// parts of the layout work on copies.
struct LayoutEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    float labelWidth = 0; ///< 0: no label
    float labelHeight = 0;
    bool isHidden = false;   ///< keeps `from` above `to`; not routed
    bool isStraight = false; ///< rather runs straight than others
    /// All lines into `to` that say so arrive side by side, from left to right as in the request.
    bool isInOrder = false;
    std::uint32_t value = 0; ///< which of the values of `from` it carries

    bool operator==(const LayoutEdge &) const = default;
};

/// What to lay out: boxes and lines by index, top to bottom. Any graph is legal: cycles, loops,
/// several lines between the same boxes, several components.
struct LayoutRequest {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;
    double nodeGap = 28; ///< between boxes of one rank
    double rankGap = 40; ///< between ranks
    /// So many of the first boxes stand in one rank, and so many of the last; 0: wherever they fit.
    std::uint32_t topRow = 0;
    std::uint32_t bottomRow = 0;

    bool operator==(const LayoutRequest &) const = default;
};

} // namespace nervure
