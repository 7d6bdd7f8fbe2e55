// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/edge_painter.h"

#include "core/layout/diagram/bundles.h"
#include "core/layout/engine/route.h"
#include "widgets/style/colors.h"
#include "widgets/style/fonts.h"

#include <QPainter>

#include <algorithm>

namespace nervure {

namespace {

constexpr double lineWidth = 1.5;
/// Below this scale lines lose their arrow heads.
constexpr double arrowScale = 0.3;
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
        m_painter.setRenderHint(QPainter::Antialiasing);
        for (const std::uint32_t edge : edges) {
            if (!isPicked(edge)) {
                paintOne(edge, quietColor(), std::max(widthOf(edge), 1 / m_look.scale));
            }
        }
        for (const std::uint32_t edge : edges) {
            if (isPicked(edge)) {
                paintPicked(edge);
            }
        }
    }

    void paintPicked(std::uint32_t edge)
    {
        const double width = std::max(widthOf(edge) + 0.5, 2.0 / m_look.scale);
        paintOne(edge, toQColor(m_look.palette.accent), width);
    }

private:
    [[nodiscard]] bool isPicked(std::uint32_t edge) const
    {
        return m_look.highlights.litEdges.count(edge) != 0
               || m_look.highlights.selectedEdge == edge;
    }

    [[nodiscard]] double widthOf(std::uint32_t edge) const
    {
        return m_scene.graph().edges[edge].bundle < 0 ? lineWidth : bundle::lineWidth;
    }

    [[nodiscard]] QColor quietColor() const
    {
        return toQColor(m_look.highlights.dimsRest
                            ? blend(m_look.palette.edge, m_look.palette.canvas, 0.4)
                            : m_look.palette.edge);
    }

    void paintOne(std::uint32_t edge, const QColor &color, double width)
    {
        QPen pen(color, width);
        pen.setCapStyle(Qt::FlatCap);
        if (m_scene.graph().edges[edge].isControl) {
            pen.setDashPattern({4, 3});
        }
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(m_scene.edgePath(edge));
        if (m_look.scale >= arrowScale) {
            paintArrow(edge, color);
        }
    }

    void paintArrow(std::uint32_t edge, const QColor &color)
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
        m_painter.setBrush(color);
        m_painter.drawPolygon(head);
    }

    QPainter &m_painter;
    const CanvasScene &m_scene;
    const CanvasLook &m_look;
};

} // namespace

namespace {

struct PlateLook {
    Rgb border;
    double radius = 0;
    bool isLit = false;
};

/// A text on a ground of its own.
void paintPlate(QPainter &painter, const QRectF &rect, const QString &text, const PlateLook &look,
                const Palette &palette)
{
    painter.setPen(QPen(toQColor(look.border), 1));
    painter.setBrush(toQColor(palette.card));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), look.radius, look.radius);
    painter.setPen(toQColor(look.isLit ? palette.text : palette.muted));
    painter.drawText(rect, Qt::AlignCenter, text);
}

} // namespace

void paintEdges(QPainter &painter, const CanvasScene &scene,
                const std::vector<std::uint32_t> &edges, const CanvasLook &look)
{
    EdgePainter(painter, scene, look).paintAll(edges);
}

void paintLitEdges(QPainter &painter, const CanvasScene &scene, const CanvasLook &look)
{
    EdgePainter edges(painter, scene, look);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const std::uint32_t edge : look.highlights.litEdges) {
        edges.paintPicked(edge);
    }
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
        paintPlate(painter, rect, scene.edgeLabel(edge),
                   {isLit ? palette.accent : palette.line, rect.height() / 2, isLit}, palette);
    }
}

void paintTags(QPainter &painter, const CanvasScene &scene, const QRectF &area,
               const CanvasLook &look)
{
    if (look.scale < labelScale) {
        return;
    }
    const Palette &palette = look.palette;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(pictureFont(TextStyle::Label));
    for (const std::uint32_t number : scene.tagsIn(area)) {
        const SceneTag &shown = scene.tags()[number];
        const bool isLit =
            std::any_of(shown.tag.edges.begin(), shown.tag.edges.end(), [&](std::uint32_t edge) {
                return look.highlights.litEdges.count(edge) != 0;
            });
        const Rgb border = isLit ? palette.accent : palette.edge;
        if (shown.tag.isAtSource) {
            painter.setPen(QPen(toQColor(border), lineWidth));
            painter.drawLine(QPointF(shown.tag.foot.x, shown.tag.foot.y), shown.rect.center());
        }
        paintPlate(painter, shown.rect, shown.text, {border, tagRadius, isLit}, palette);
    }
}

} // namespace nervure
