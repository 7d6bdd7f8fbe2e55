// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/minimap.h"

#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/overlay_frame.h"
#include "widgets/style/colours.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace nervure {

namespace {

constexpr double widest = 160;
constexpr double highest = 200;
constexpr double narrowest = 40;
constexpr double inner = 6;

} // namespace

Minimap::Minimap(GraphView &view, QWidget *parent) : QWidget(parent), m_view(view)
{
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview"));
    setCursor(Qt::ArrowCursor);
    hide();
    connect(&view, &GraphView::drawingChanged, this, &Minimap::takeScene);
    connect(&view, &GraphView::marksChanged, this, &Minimap::redraw);
    connect(&view, &GraphView::transformChanged, this, &Minimap::showPlace);
}

void Minimap::takeScene()
{
    m_picture = {};
    if (m_view.scene()) {
        const QRectF bounds = m_view.scene()->bounds();
        m_scale = std::min({widest / std::max(1.0, bounds.width()),
                            highest / std::max(1.0, bounds.height()), 0.25});
        const double width = std::max(narrowest, bounds.width() * m_scale);
        const double height = std::max(narrowest, bounds.height() * m_scale);
        resize(static_cast<int>(width + 2 * inner), static_cast<int>(height + 2 * inner));
        Q_EMIT resized();
    }
    redraw();
    showPlace();
}

void Minimap::redraw()
{
    m_picture = {};
    update();
}

void Minimap::showPlace()
{
    const CanvasScene *scene = m_view.scene();
    setVisible(scene && scene->nodeCount() > 0 && !m_view.visibleArea().contains(scene->bounds()));
    update();
}

/// Where the picture lies in the map.
QRectF Minimap::frame() const
{
    const QRectF bounds = m_view.scene()->bounds();
    QRectF area(0, 0, bounds.width() * m_scale, bounds.height() * m_scale);
    area.moveCenter(QRectF(rect()).center());
    return area;
}

void Minimap::paintEvent(QPaintEvent * /*event*/)
{
    const Palette &colours = paletteFor(palette());
    QPainter painter(this);
    paintOverlayFrame(painter, *this);
    if (!m_view.scene()) {
        return;
    }
    const QRectF area = frame();
    const double ratio = devicePixelRatioF();
    if (m_picture.isNull()) {
        m_picture = QPixmap((area.size() * ratio).toSize().expandedTo({1, 1}));
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(Qt::transparent);
        QPainter map(&m_picture);
        map.scale(m_scale, m_scale);
        paintScene(map, *m_view.scene(), m_view.scene()->bounds(),
                   {colours, m_view.marks(), {}, std::min(m_scale, 0.07)});
    }
    painter.drawPixmap(area.topLeft(), m_picture);
    const QRectF seen = m_view.visibleArea();
    QRectF window(area.topLeft() + seen.topLeft() * m_scale, seen.size() * m_scale);
    window = window.intersected(QRectF(rect()).adjusted(2, 2, -2, -2));
    QColor tint = toQColor(colours.accent);
    painter.setPen(QPen(tint, 1.5));
    tint.setAlphaF(0.12F);
    painter.setBrush(tint);
    painter.drawRoundedRect(window, 2, 2);
}

void Minimap::mousePressEvent(QMouseEvent *event)
{
    moveView(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent *event)
{
    if ((event->buttons() & Qt::LeftButton) != 0) {
        moveView(event->position());
    }
}

void Minimap::moveView(QPointF at)
{
    if (m_view.scene()) {
        ViewTransform target = m_view.transform();
        target.centreOn((at - frame().topLeft()) / m_scale, m_view.viewport()->size());
        m_view.setTransform(target);
    }
}

} // namespace nervure
