// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/route.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

Point between(Point a, Point b, double t)
{
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/// Where a cubic with points p reaches the height; the middle of the parameter range that was
/// narrowed down by halving.
double parameterAtHeight(const Point *p, double y)
{
    double low = 0;
    double high = 1;
    const bool isDown = p[0].y < p[3].y;
    for (int i = 0; i < 40; ++i) {
        const double t = (low + high) / 2;
        const double s = 1 - t;
        const double at = s * s * s * p[0].y + 3 * s * s * t * p[1].y + 3 * s * t * t * p[2].y
                          + t * t * t * p[3].y;
        ((at < y) == isDown ? low : high) = t;
    }
    return (low + high) / 2;
}

/// How far from a straight line counts as on it, in pixels: less than anybody sees.
constexpr double flat = 0.05;

/// Whether `p` lies between `a` and `b`.
bool isBetween(Point a, Point p, Point b)
{
    const Point along{b.x - a.x, b.y - a.y};
    const Point to{p.x - a.x, p.y - a.y};
    const double length = std::hypot(along.x, along.y);
    if (length < flat) {
        return std::hypot(to.x, to.y) < flat;
    }
    const double across = (along.x * to.y - along.y * to.x) / length;
    const double way = (along.x * to.x + along.y * to.y) / length;
    return std::abs(across) < flat && way > -flat && way < length + flat;
}

void grow(Point &least, Point &most, Point p)
{
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
}

} // namespace

void curveDown(std::vector<Point> &points, Point to)
{
    const Point from = points.back();
    const double middle = (from.y + to.y) / 2;
    points.push_back({from.x, middle});
    points.push_back({to.x, middle});
    points.push_back(to);
}

void straightDown(std::vector<Point> &points, Point to)
{
    const Point from = points.back();
    points.push_back(between(from, to, 1.0 / 3));
    points.push_back(between(from, to, 2.0 / 3));
    points.push_back(to);
}

bool isStraight(const std::vector<Point> &points, std::size_t start)
{
    const Point *p = &points[start];
    return isBetween(p[0], p[1], p[3]) && isBetween(p[0], p[2], p[3]);
}

void joinStraight(std::vector<Point> &points)
{
    if (points.size() < 7) {
        return;
    }
    std::size_t size = 1; // of what is done
    bool wasStraight = false;
    for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
        const std::array piece{points[i], points[i + 1], points[i + 2], points[i + 3]};
        const bool goesStraight = isStraight(points, i);
        if (wasStraight && goesStraight && isBetween(points[size - 4], piece[0], piece[3])) {
            const Point from = points[size - 4];
            points[size - 3] = between(from, piece[3], 1.0 / 3);
            points[size - 2] = between(from, piece[3], 2.0 / 3);
            points[size - 1] = piece[3];
            continue;
        }
        std::copy(piece.begin() + 1, piece.end(),
                  points.begin() + static_cast<std::ptrdiff_t>(size));
        size += 3;
        wasStraight = goesStraight;
    }
    points.resize(size);
}

std::vector<Point> routeBeside(const PlacedNode &from, const PlacedNode &to)
{
    constexpr double reach = 24;
    const double x = std::max(from.right(), to.right()) + reach;
    const bool isLoop = from.center == to.center;
    const double shift = isLoop ? from.height / 4 : 0;
    const Point start{from.right(), from.center.y + shift};
    const Point end{to.right(), to.center.y - shift};
    return {start, {x, start.y}, {x, end.y}, end};
}

Point pointAt(const std::vector<Point> &points, std::size_t piece, double t)
{
    const Point *p = &points[piece * 3];
    const double s = 1 - t;
    const double a = s * s * s;
    const double b = 3 * s * s * t;
    const double c = 3 * s * t * t;
    const double d = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
            a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

std::vector<Point> flatten(const std::vector<Point> &points, int perPiece)
{
    std::vector<Point> flat;
    if (points.empty()) {
        return flat;
    }
    flat.push_back(points.front());
    for (std::size_t piece = 0; piece * 3 + 3 < points.size(); ++piece) {
        for (int i = 1; i <= perPiece; ++i) {
            flat.push_back(pointAt(points, piece, static_cast<double>(i) / perPiece));
        }
    }
    return flat;
}

std::optional<std::array<Point, 3>> arrowHead(const std::vector<Point> &points)
{
    constexpr double reach = 7;
    constexpr double half = 3.5;
    constexpr double shortest = 0.5;
    for (std::size_t i = points.size(); i-- > 1;) {
        const Point tip = points.back();
        const double dx = tip.x - points[i - 1].x;
        const double dy = tip.y - points[i - 1].y;
        const double length = std::hypot(dx, dy);
        if (length > shortest) {
            const Point along{dx / length, dy / length};
            const Point foot{tip.x - along.x * reach, tip.y - along.y * reach};
            return std::array{tip, Point{foot.x - along.y * half, foot.y + along.x * half},
                              Point{foot.x + along.y * half, foot.y - along.x * half}};
        }
    }
    return std::nullopt;
}

void splitAtHeight(std::vector<Point> &points, double y)
{
    std::size_t crossing = 0;
    for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
        crossing += (points[i].y < y) != (points[i + 3].y < y) ? 1 : 0;
    }
    if (crossing == 0) {
        return;
    }
    std::vector<Point> split;
    split.reserve(points.size() + 3 * crossing);
    split.push_back(points.front());
    for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
        const Point *p = &points[i];
        if ((p[0].y < y) != (p[3].y < y)) {
            const double t = parameterAtHeight(p, y);
            const Point a = between(p[0], p[1], t);
            const Point b = between(p[1], p[2], t);
            const Point c = between(p[2], p[3], t);
            const Point ab = between(a, b, t);
            const Point bc = between(b, c, t);
            split.insert(split.end(), {a, ab, between(ab, bc, t), bc, c, p[3]});
        } else {
            split.insert(split.end(), {p[1], p[2], p[3]});
        }
    }
    points = std::move(split);
}

void translate(LayoutResult &result, Point by)
{
    const auto move = [by](Point &p) { p = {p.x + by.x, p.y + by.y}; };
    for (PlacedNode &node : result.nodes) {
        move(node.center);
    }
    for (PlacedEdge &edge : result.edges) {
        std::for_each(edge.points.begin(), edge.points.end(), move);
        if (edge.label) {
            move(*edge.label);
        }
    }
}

void moveToOrigin(LayoutResult &result)
{
    constexpr double far = std::numeric_limits<double>::max();
    Point least{far, far};
    Point most{-far, -far};
    for (const PlacedNode &node : result.nodes) {
        grow(least, most, {node.left(), node.top()});
        grow(least, most, {node.right(), node.bottom()});
    }
    for (const PlacedEdge &edge : result.edges) {
        for (const Point &p : edge.points) {
            grow(least, most, p);
        }
    }
    if (least.x > most.x) {
        result.width = 0;
        result.height = 0;
        return;
    }
    translate(result, {-least.x, -least.y});
    result.width = most.x - least.x;
    result.height = most.y - least.y;
}

} // namespace nervure
