// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_result.h"

#include <array>
#include <optional>
#include <vector>

namespace nervure {

/// Points of lines: 1 + 3n, cubic Bézier pieces. The functions that append go on from the last one.

/// Appends a piece that leaves and arrives vertically.
void curveDown(std::vector<Point> &points, Point to);
/// Appends a straight piece.
void straightDown(std::vector<Point> &points, Point to);

/// Whether the piece that starts at `points[start]` is a straight line.
[[nodiscard]] bool isStraight(const std::vector<Point> &points, std::size_t start);

/// Makes one of straight pieces that go on in one direction: however many ranks a line crosses, it has
/// no more points than bends.
void joinStraight(std::vector<Point> &points);

/// A line between two boxes of one rank, or a loop: leaves and arrives at their right sides.
[[nodiscard]] std::vector<Point> routeBeside(const PlacedNode &from, const PlacedNode &to);

/// The point of the piece that starts at `points[piece * 3]` at `t` in [0, 1].
[[nodiscard]] Point pointAt(const std::vector<Point> &points, std::size_t piece, double t);

/// `count` + 1 points spread over the whole line (by pieces and their parameter).
[[nodiscard]] std::vector<Point> flatten(const std::vector<Point> &points, int perPiece = 8);

/// The arrow head at the end of a line: its tip and the two other corners. Nothing for lines that
/// are too short to have a direction.
[[nodiscard]] std::optional<std::array<Point, 3>> arrowHead(const std::vector<Point> &points);

/// Splits pieces that cross the horizontal line at `y`, so that no piece crosses it any more.
void splitAtHeight(std::vector<Point> &points, double y);

/// Moves everything so that the picture starts at (0, 0), and sets its size.
void moveToOrigin(LayoutResult &result);

/// Moves all boxes, lines and labels.
void translate(LayoutResult &result, Point by);

} // namespace nervure
