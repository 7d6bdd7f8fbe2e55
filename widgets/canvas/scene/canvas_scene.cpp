// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/canvas_scene.h"

#include "core/layout/diagram/group_frames.h"
#include "core/layout/engine/place_stubs.h"
#include "core/layout/engine/route.h"
#include "widgets/style/fonts.h"
#include "widgets/style/qt_text_measure.h"
#include "widgets/text/format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>
#include <unordered_map>

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

CanvasScene::EdgesByNode::EdgesByNode(const DrawnGraph &graph, std::uint32_t DrawnEdge::*end)
    : starts(graph.nodes.size() + 1, 0),
      edges(graph.edges.size())
{
    for (const DrawnEdge &edge : graph.edges) {
        ++starts[edge.*end + 1];
    }
    for (std::size_t i = 1; i < starts.size(); ++i) {
        starts[i] += starts[i - 1];
    }
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
        edges[next[graph.edges[i].*end]++] = i;
    }
}

CanvasScene::CanvasScene(std::shared_ptr<const Drawing> drawing)
    : m_drawing(std::move(drawing)),
      m_bounds(0, 0, m_drawing->layout.width, m_drawing->layout.height),
      m_inEdges(m_drawing->graph, &DrawnEdge::to),
      m_outEdges(m_drawing->graph, &DrawnEdge::from)
{
    const LayoutResult &layout = m_drawing->layout;
    for (std::uint32_t i = 0; i < nodeCount(); ++i) {
        m_nodeGrid.insert(nodeRect(i), i);
    }
    const QFontMetricsF metrics(pictureFont(TextStyle::Label));
    std::unordered_map<std::string_view, double> widths;
    m_labelWidths.reserve(layout.edges.size());
    m_edgeRects.reserve(layout.edges.size());
    for (std::uint32_t i = 0; i < layout.edges.size(); ++i) {
        const DrawnEdge &edge = m_drawing->graph.edges[i];
        const auto [known, isNew] = widths.try_emplace(edge.label, 0);
        if (isNew) {
            known->second = metrics.horizontalAdvance(toQString(edge.label));
        }
        m_labelWidths.push_back(static_cast<float>(known->second + 2 * card::labelPadding));
        m_edgeRects.push_back(boundsOf(layout.edges[i].points));
        m_edgeGrid.insert(m_edgeRects.back(), i);
    }
    makeFrames();
    makeTags();
}

void CanvasScene::makeFrames()
{
    const QFontMetricsF metrics(pictureFont(TextStyle::Name));
    const QtTextMeasure measure;
    for (const PlacedFrame &placed : placedFrames(*m_drawing)) {
        const DrawnGroup &group = graph().groups[placed.group];
        GroupFrame made{
            placed.group,
            QRectF(QPointF(placed.left, placed.top), QPointF(placed.right, placed.bottom)),
            {},
            {}};
        // A minus: folds.
        made.text = QStringLiteral("− ") + toQString(frameName(group, measure));
        made.label = QRectF(made.rect.topLeft(), QSizeF(metrics.horizontalAdvance(made.text) + 16,
                                                        frame::nameHeight + 4));
        m_frames.push_back(std::move(made));
    }
}

void CanvasScene::makeTags()
{
    const QFontMetricsF metrics(pictureFont(TextStyle::Label));
    for (StubTag &tag : stubTags(*m_drawing, QtTextMeasure())) {
        const QString text = toQString(tag.text);
        QRectF rect(0, 0, metrics.horizontalAdvance(text) + 2 * stub::padding, stub::tagHeight);
        rect.moveCenter(toQPointF(tag.at));
        m_tagGrid.insert(rect, static_cast<std::uint32_t>(m_tags.size()));
        m_tags.push_back({std::move(tag), rect, text});
    }
}

std::optional<std::uint32_t> CanvasScene::groupNameAt(QPointF at) const
{
    const auto it = std::find_if(m_frames.rbegin(), m_frames.rend(), [at](const GroupFrame &frame) {
        return frame.label.contains(at);
    });
    return it == m_frames.rend() ? std::nullopt : std::optional(it->group);
}

std::optional<std::uint32_t> CanvasScene::subgraphAt(QPointF at) const
{
    const auto it = std::find_if(m_frames.rbegin(), m_frames.rend(), [&](const GroupFrame &frame) {
        return graph().groups[frame.group].subgraph && frame.rect.contains(at);
    });
    return it == m_frames.rend() ? std::nullopt : std::optional(it->group);
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

NodeTexts CanvasScene::texts(std::uint32_t node) const
{
    const NodeBox &box = m_drawing->boxes[node];
    return {toQString(box.title), toQString(box.name), toQString(box.detail)};
}

QString CanvasScene::edgeLabel(std::uint32_t edge) const
{
    return toQString(graph().edges[edge].label);
}

QRectF CanvasScene::labelRect(std::uint32_t edge) const
{
    const std::optional<Point> &at = m_drawing->layout.edges[edge].label;
    if (!at || graph().edges[edge].label.empty()) {
        return {};
    }
    QRectF rect(0, 0, m_labelWidths[edge], card::labelHeight);
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

bool CanvasScene::isSlender() const
{
    constexpr double slender = 6;
    const auto [shorter, longer] = std::minmax({m_bounds.width(), m_bounds.height()});
    return longer > slender * shorter;
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

/// With the short line to its box.
std::vector<std::uint32_t> CanvasScene::tagsIn(const QRectF &area) const
{
    constexpr double reach = stub::lineLength + stub::turnedOffset;
    std::vector<std::uint32_t> found;
    m_tagGrid.query(area.adjusted(-reach, -reach, reach, reach),
                    [&](std::uint32_t tag) { found.push_back(tag); });
    return sorted(std::move(found));
}

std::optional<std::uint32_t> CanvasScene::tagAt(QPointF at) const
{
    std::optional<std::uint32_t> found;
    m_tagGrid.query(QRectF(at, QSizeF(0.01, 0.01)), [&](std::uint32_t tag) {
        if (m_tags[tag].rect.contains(at)) {
            found = tag;
        }
    });
    return found;
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

std::vector<std::uint32_t> CanvasScene::wayOf(std::span<const DrawnEdge> lines) const
{
    std::vector<Entry> values;
    std::transform(lines.begin(), lines.end(), std::back_inserter(values),
                   [](const DrawnEdge &line) { return line.value; });
    std::sort(values.begin(), values.end());
    std::vector<std::uint32_t> way;
    for (const std::uint32_t other : outEdges(lines.front().from)) {
        const std::span<const DrawnEdge> others = linesOf(other);
        const bool isOnWay =
            graph().edges[other].isControl == lines.front().isControl
            && std::any_of(others.begin(), others.end(), [&values](const DrawnEdge &line) {
                   return std::binary_search(values.begin(), values.end(), line.value);
               });
        if (isOnWay) {
            way.push_back(other);
        }
    }
    return way;
}

} // namespace nervure
