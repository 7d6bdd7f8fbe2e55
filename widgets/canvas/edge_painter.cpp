// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/edge_painter.h"

#include "core/layout/route.h"
#include "widgets/style/colours.h"
#include "widgets/style/fonts.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>

namespace nervure {

namespace {

constexpr double lineWidth = 1.5;
/// Below these scales lines lose their arrow heads, and their curves.
constexpr double arrowScale = 0.3;
constexpr double curveScale = 0.22;
constexpr double labelScale = 0.55;
constexpr double tagRadius = 3;

class EdgePainter {
public:
    EdgePainter(QPainter &painter, const CanvasScene &scene, const CanvasLook &look)
        : m_painter(painter),
          m_scene(scene),
          m_look(look)
    {}

    void paintAll(const std::vector<std::uint32_t> &edges)
    {
        if (m_look.scale < curveScale) {
            paintStraight(edges);
        } else {
            m_painter.setRenderHint(QPainter::Antialiasing);
            for (const std::uint32_t edge : edges) {
                if (!isPicked(edge)) {
                    paintOne(edge, quietColour(), std::max(lineWidth, 1 / m_look.scale));
                }
            }
        }
        m_painter.setRenderHint(QPainter::Antialiasing);
        for (const std::uint32_t edge : edges) {
            if (isPicked(edge)) {
                const double width = std::max(2.0, 2.0 / std::max(m_look.scale, 0.2));
                paintOne(edge, toQColor(m_look.palette.accent), width);
            }
        }
    }

private:
    [[nodiscard]] bool isPicked(std::uint32_t edge) const
    {
        return m_look.highlights.litEdges.count(edge) != 0
               || m_look.highlights.selectedEdge == edge;
    }

    [[nodiscard]] QColor quietColour() const
    {
        return toQColor(m_look.highlights.dimsRest
                            ? blend(m_look.palette.edge, m_look.palette.canvas, 0.4)
                            : m_look.palette.edge);
    }

    void paintOne(std::uint32_t edge, const QColor &colour, double width)
    {
        QPen pen(colour, width);
        pen.setCapStyle(Qt::FlatCap);
        if (m_scene.graph().edges[edge].isControl) {
            pen.setDashPattern({4, 3});
        }
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(m_scene.edgePath(edge));
        if (m_look.scale >= arrowScale) {
            paintArrow(edge, colour);
        }
    }

    void paintArrow(std::uint32_t edge, const QColor &colour)
    {
        const auto corners = arrowHead(m_scene.drawing().layout.edges[edge].points);
        if (!corners) {
            return;
        }
        QPolygonF head;
        for (const Point &p : *corners) {
            head.append(QPointF(p.x, p.y));
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.drawPolygon(head);
    }

    /// Far out: straight pieces without smoothing, in one call.
    void paintStraight(const std::vector<std::uint32_t> &edges)
    {
        QVector<QLineF> lines;
        for (const std::uint32_t edge : edges) {
            const std::vector<Point> &points = m_scene.drawing().layout.edges[edge].points;
            if (points.size() < 4 || isPicked(edge)) {
                continue;
            }
            const QRectF rect = m_scene.edgeRect(edge);
            if (std::max(rect.width(), rect.height()) * m_look.scale < 2) {
                continue;
            }
            for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
                lines.append(QLineF(points[i].x, points[i].y, points[i + 3].x, points[i + 3].y));
            }
        }
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(QPen(quietColour(), 0));
        m_painter.drawLines(lines);
    }

    QPainter &m_painter;
    const CanvasScene &m_scene;
    const CanvasLook &m_look;
};

} // namespace

void paintEdges(QPainter &painter, const CanvasScene &scene,
                const std::vector<std::uint32_t> &edges, const CanvasLook &look)
{
    EdgePainter(painter, scene, look).paintAll(edges);
}

void paintLabels(QPainter &painter, const CanvasScene &scene,
                 const std::vector<std::uint32_t> &edges, const CanvasLook &look)
{
    if (look.scale < labelScale) {
        return;
    }
    const Palette &palette = look.palette;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(pictureFont(TextStyle::Label));
    for (const std::uint32_t edge : edges) {
        const QRectF rect = scene.labelRect(edge);
        if (rect.isEmpty()) {
            continue;
        }
        const bool isLit = look.highlights.litEdges.count(edge) != 0;
        const Rgb border = scene.isStub(edge) ? palette.edge : palette.line;
        const double radius = scene.isStub(edge) ? tagRadius : rect.height() / 2;
        painter.setPen(QPen(toQColor(isLit ? palette.accent : border), 1));
        painter.setBrush(toQColor(palette.card));
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        painter.setPen(toQColor(isLit ? palette.text : palette.muted));
        painter.drawText(rect, Qt::AlignCenter, scene.edgeLabel(edge));
    }
}

} // namespace nervure
