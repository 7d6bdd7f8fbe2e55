// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

/// A position in picture pixels, y down. Doubles: long graphs need the precision.
struct Point {
    double x = 0;
    double y = 0;

    bool operator==(const Point &) const = default;
};

/// Where a box is.
struct PlacedNode {
    Point center;
    double width = 0;
    double height = 0;

    [[nodiscard]] double left() const { return center.x - width / 2; }
    [[nodiscard]] double right() const { return center.x + width / 2; }
    [[nodiscard]] double top() const { return center.y - height / 2; }
    [[nodiscard]] double bottom() const { return center.y + height / 2; }
};

/// How a line runs: cubic Bézier pieces, 1 + 3n points, from the source's border to the target's.
/// The label's center is absent when there is none or no room. Of a stub `points` is the piece that
/// arrives at the target, from the middle of a tag that names the source.
struct PlacedEdge {
    std::vector<Point> points;
    std::optional<Point> label;
    bool isStub = false;
};

/// Who made the layout, weakest part: `Own` what is too large for Graphviz, `Fallback` what it should
/// have made and did not, which is told and tried again.
enum class LayoutEngine : std::uint8_t { Graphviz, Own, Fallback };

/// Positions for a LayoutRequest, index by index. The picture's top left corner is (0, 0).
struct LayoutResult {
    std::vector<PlacedNode> nodes;
    std::vector<PlacedEdge> edges;
    double width = 0;
    double height = 0;
    LayoutEngine engine = LayoutEngine::Graphviz;
};

} // namespace nervure
