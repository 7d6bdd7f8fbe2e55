// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/overview_painter.h"

#include "widgets/style/colors.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace nervure {

namespace {

/// Lines shorter than this on the screen lie below the dots of their ends.
constexpr double shortestLine = 2;
/// More lines than these cover each other: some of them tell as much.
constexpr std::size_t mostLines = 6000;
constexpr std::size_t heatSteps = 48;
// Where the colors of dots begin, beside categories: steps of amounts, kinds of nodes.
constexpr std::size_t firstAmount = static_cast<std::size_t>(OpCategory::Other) + 1;
constexpr std::size_t kinds = firstAmount + heatSteps + 2;

class OverviewPainter {
public:
    OverviewPainter(QPainter &painter, const CanvasScene &scene, const CanvasLook &look)
        : m_painter(painter),
          m_scene(scene),
          m_look(look),
          m_toView(painter.worldTransform()),
          m_dots(kinds + look.marks.classes.size())
    {}

    void paint(const QRectF &area)
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.resetTransform(); // in view pixels: what falls on one is easily seen
        paintLines(area);
        paintDots(area);
        m_painter.restore();
    }

private:
    void paintLines(const QRectF &area)
    {
        std::vector<std::uint32_t> edges;
        m_scene.visitEdges(area, [&](std::uint32_t edge) {
            const QRectF &rect = m_scene.edgeRect(edge);
            if (std::max(rect.width(), rect.height()) * m_look.scale >= shortestLine) {
                edges.push_back(edge);
            }
        });
        const std::size_t step = (edges.size() + mostLines - 1) / mostLines;
        QVector<QLineF> lines;
        for (std::size_t i = 0; i < edges.size(); i += step) {
            addLine(edges[i], lines);
        }
        const Palette &palette = m_look.palette;
        const Rgb quiet =
            m_look.highlights.dimsRest ? blend(palette.edge, palette.canvas, 0.4) : palette.edge;
        m_painter.setPen(QPen(toQColor(quiet), 0));
        m_painter.drawLines(lines);
    }

    void addLine(std::uint32_t edge, QVector<QLineF> &lines) const
    {
        const std::vector<Point> &points = m_scene.drawing().layout.edges[edge].points;
        if (points.size() < 4) {
            return;
        }
        QPointF last = viewOf(points.front());
        for (std::size_t i = 3; i < points.size(); i += 3) {
            const QPointF next = viewOf(points[i]);
            const bool isLast = i + 3 >= points.size();
            if (isLast || (next - last).manhattanLength() >= shortestLine) {
                lines.append(QLineF(last, next));
                last = next;
            }
        }
    }

    [[nodiscard]] QPointF viewOf(const Point &p) const
    {
        return {m_toView.m11() * p.x + m_toView.dx(), m_toView.m22() * p.y + m_toView.dy()};
    }

    void paintDots(const QRectF &area)
    {
        m_scene.visitNodes(area, [&](std::uint32_t node) {
            std::vector<QRect> &dots = m_dots[colorIndex(node)];
            const QRect dot = dotOf(node);
            if (dots.empty() || dots.back() != dot) {
                dots.push_back(dot);
            }
            const auto severity = m_look.marks.severityOf(node);
            if (severity && *severity != Severity::Note) {
                (*severity == Severity::Error ? m_errors : m_warnings).push_back(seen(dot));
            }
            if (m_look.highlights.isFound(node)) {
                m_found.push_back(dot.adjusted(-1, -1, 1, 1));
            }
        });
        m_painter.setPen(Qt::NoPen);
        for (std::size_t i = 0; i < m_dots.size(); ++i) {
            m_painter.setBrush(colorAt(i));
            m_painter.drawRects(m_dots[i].data(), static_cast<int>(m_dots[i].size()));
        }
        paintFaults();
        m_painter.setBrush(toQColor(foundColor(m_look.palette.isDark)));
        m_painter.drawRects(m_found.data(), static_cast<int>(m_found.size()));
        m_painter.setBrush(toQColor(m_look.palette.accent));
        for (const std::uint32_t node : m_look.highlights.selectedNodes) {
            m_painter.drawRect(dotOf(node).adjusted(-1, -1, 1, 1));
        }
    }

    /// Faults are seen from afar, errors on top of warnings.
    void paintFaults()
    {
        const bool isDark = m_look.palette.isDark;
        m_painter.setBrush(warningColor(isDark));
        m_painter.drawRects(m_warnings.data(), static_cast<int>(m_warnings.size()));
        m_painter.setBrush(errorColor(isDark));
        m_painter.drawRects(m_errors.data(), static_cast<int>(m_errors.size()));
    }

    /// At least as large as can be seen.
    [[nodiscard]] static QRect seen(const QRect &dot)
    {
        constexpr int least = 4;
        QRect large(QPoint(), dot.size().expandedTo({least, least}));
        large.moveCenter(dot.center());
        return large;
    }

    [[nodiscard]] QRect dotOf(std::uint32_t node) const
    {
        const PlacedNode &box = m_scene.drawing().layout.nodes[node];
        const QPointF topLeft = viewOf({box.left(), box.top()});
        const QPointF bottomRight = viewOf({box.right(), box.bottom()});
        const int left = static_cast<int>(std::floor(topLeft.x()));
        const int top = static_cast<int>(std::floor(topLeft.y()));
        return {left, top, std::max(1, qRound(bottomRight.x()) - left),
                std::max(1, qRound(bottomRight.y()) - top)};
    }

    /// Categories come first, then steps of the heat scale, what has no color, and the kinds.
    [[nodiscard]] std::size_t colorIndex(std::uint32_t node) const
    {
        const DrawnNode &drawn = m_scene.graph().nodes[node];
        const CanvasMarks &marks = m_look.marks;
        if (!marks.scale && marks.classes.empty()) {
            return static_cast<std::size_t>(drawn.category);
        }
        const NodeMark *mark = marks.find(m_scene.graph().ownNode(node));
        if (marks.scale && mark && mark->heat) {
            return firstAmount
                   + static_cast<std::size_t>(std::clamp(*mark->heat, 0.0, 1.0) * heatSteps);
        }
        const bool hasKind =
            !marks.scale && mark && mark->colorClass && *mark->colorClass < marks.classes.size();
        return hasKind ? kinds + *mark->colorClass : kinds - 1;
    }

    [[nodiscard]] QColor colorAt(std::size_t index) const
    {
        if (index < firstAmount) {
            return toQColor(categoryColor(static_cast<OpCategory>(index), m_look.palette.isDark));
        }
        if (index >= kinds) {
            return toQColor(m_look.marks.classes[index - kinds].color);
        }
        const std::size_t step = index - firstAmount;
        const bool isDiverging = m_look.marks.scale && m_look.marks.scale->isDiverging;
        const double position = static_cast<double>(step) / static_cast<double>(heatSteps);
        return toQColor(step <= heatSteps ? scaleColor(position, isDiverging)
                                          : m_look.palette.line);
    }

    QPainter &m_painter;
    const CanvasScene &m_scene;
    const CanvasLook &m_look;
    QTransform m_toView;
    std::vector<std::vector<QRect>> m_dots; ///< by colorIndex()
    std::vector<QRect> m_warnings;          ///< seen() each
    std::vector<QRect> m_errors;
    std::vector<QRect> m_found; ///< on top of them, a pixel larger
};

} // namespace

void paintOverview(QPainter &painter, const CanvasScene &scene, const QRectF &area,
                   const CanvasLook &look)
{
    OverviewPainter(painter, scene, look).paint(area);
}

} // namespace nervure
