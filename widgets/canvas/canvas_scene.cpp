// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/canvas_scene.h"

#include "core/layout/route.h"
#include "core/layout/stubs.h"
#include "widgets/style/fonts.h"
#include "widgets/style/qt_text_measure.h"
#include "widgets/text/format.h"

#include <QFontMetricsF>
#include <QHash>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

QPointF toQPointF(Point p)
{
    return {p.x, p.y};
}

/// The control polygon's bounds hold the curve.
QRectF boundsOf(const std::vector<Point> &points)
{
    if (points.empty()) {
        return {};
    }
    double left = points[0].x;
    double right = left;
    double top = points[0].y;
    double bottom = top;
    for (const Point &p : points) {
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
    }
    return {left - 4, top - 4, right - left + 8, bottom - top + 8};
}

double distance(Point p, Point a, Point b)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double length = dx * dx + dy * dy;
    const double t =
        length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0) : 0;
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> items)
{
    std::sort(items.begin(), items.end());
    return items;
}

} // namespace

CanvasScene::CanvasScene(std::shared_ptr<const Drawing> drawing) : m_drawing(std::move(drawing))
{
    const LayoutResult &layout = m_drawing->layout;
    const std::size_t nodes = m_drawing->graph.nodes.size();
    m_bounds = QRectF(0, 0, layout.width, layout.height);
    m_texts.reserve(nodes);
    m_inEdges.resize(nodes);
    m_outEdges.resize(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) {
        const NodeBox &box = m_drawing->boxes[i];
        m_texts.push_back({toQString(box.title), toQString(box.name), toQString(box.detail)});
        m_nodeGrid.insert(nodeRect(i), i);
    }
    const QFontMetricsF metrics(pictureFont(TextStyle::Label));
    const QtTextMeasure measure;
    QHash<QString, double> widths;
    for (std::uint32_t i = 0; i < layout.edges.size(); ++i) {
        const DrawnEdge &edge = m_drawing->graph.edges[i];
        m_inEdges[edge.to].push_back(i);
        m_outEdges[edge.from].push_back(i);
        m_labels.push_back(
            toQString(isStub(i) ? stubText(m_drawing->graph, edge, measure) : edge.label));
        auto width = widths.constFind(m_labels.back());
        if (width == widths.constEnd()) {
            width = widths.insert(m_labels.back(), metrics.horizontalAdvance(m_labels.back()));
        }
        m_labelWidths.push_back(*width + 2 * (isStub(i) ? stub::padding : card::labelPadding));
        m_edgeRects.push_back(boundsOf(layout.edges[i].points));
        if (isStub(i)) {
            m_edgeRects.back() |= labelRect(i);
        }
        m_edgeGrid.insert(m_edgeRects.back(), i);
    }
}

QRectF CanvasScene::nodeRect(std::uint32_t node) const
{
    const PlacedNode &placed = m_drawing->layout.nodes[node];
    return {placed.left(), placed.top(), placed.width, placed.height};
}

QPainterPath CanvasScene::edgePath(std::uint32_t edge) const
{
    const std::vector<Point> &points = m_drawing->layout.edges[edge].points;
    QPainterPath path;
    if (points.size() < 4) {
        return path;
    }
    path.moveTo(toQPointF(points[0]));
    for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
        path.cubicTo(toQPointF(points[i + 1]), toQPointF(points[i + 2]), toQPointF(points[i + 3]));
    }
    return path;
}

QString CanvasScene::edgeLabel(std::uint32_t edge) const
{
    return m_labels[edge];
}

QRectF CanvasScene::labelRect(std::uint32_t edge) const
{
    const PlacedEdge &line = m_drawing->layout.edges[edge];
    const std::optional<Point> at = line.isStub ? line.points.front() : line.label;
    if (!at || m_labels[edge].isEmpty()) {
        return {};
    }
    QRectF rect(0, 0, m_labelWidths[edge], line.isStub ? stub::tagHeight : card::labelHeight);
    rect.moveCenter(toQPointF(*at));
    return rect;
}

std::vector<std::uint32_t> CanvasScene::nodesIn(const QRectF &area) const
{
    std::vector<std::uint32_t> found;
    m_nodeGrid.query(area, [&](std::uint32_t node) {
        if (nodeRect(node).intersects(area)) {
            found.push_back(node);
        }
    });
    return sorted(std::move(found));
}

std::vector<std::uint32_t> CanvasScene::edgesIn(const QRectF &area) const
{
    std::vector<std::uint32_t> found;
    m_edgeGrid.query(area, [&](std::uint32_t edge) {
        if (m_edgeRects[edge].intersects(area)) {
            found.push_back(edge);
        }
    });
    return sorted(std::move(found));
}

std::optional<std::uint32_t> CanvasScene::nodeAt(QPointF at) const
{
    std::optional<std::uint32_t> found;
    m_nodeGrid.query(QRectF(at, QSizeF(0.01, 0.01)), [&](std::uint32_t node) {
        if (nodeRect(node).contains(at)) {
            found = node;
        }
    });
    return found;
}

std::optional<std::uint32_t> CanvasScene::edgeAt(QPointF at, double reach) const
{
    std::optional<std::uint32_t> found;
    double nearest = reach;
    const Point p{at.x(), at.y()};
    const QRectF area(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach);
    for (const std::uint32_t edge : edgesIn(area)) {
        if (labelRect(edge).contains(at)) {
            return edge;
        }
        const std::vector<Point> flat = flatten(m_drawing->layout.edges[edge].points, 12);
        for (std::size_t i = 1; i < flat.size(); ++i) {
            const double away = distance(p, flat[i - 1], flat[i]);
            if (away < nearest) {
                nearest = away;
                found = edge;
            }
        }
    }
    return found;
}

std::vector<std::uint32_t> CanvasScene::wayOf(std::uint32_t edge) const
{
    const DrawnEdge &line = graph().edges[edge];
    std::vector<std::uint32_t> way;
    for (const std::uint32_t other : m_outEdges[line.from]) {
        if (graph().edges[other].value == line.value
            && graph().edges[other].isControl == line.isControl) {
            way.push_back(other);
        }
    }
    return way;
}

} // namespace nervure
