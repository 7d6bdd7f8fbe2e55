// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/minimap.h"

#include "widgets/canvas/overlays/overlay_frame.h"
#include "widgets/canvas/view/canvas_surface.h"
#include "widgets/style/colors.h"

#include <QElapsedTimer>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr double widest = 160;
constexpr double highest = 200;
constexpr double narrowest = 40;
constexpr double inner = 6;
constexpr double stripGap = 3;
constexpr int mostStrips = 40;
constexpr double largestScale = 0.25;
/// How much of a canvas it may take.
constexpr double mostOfWidth = 0.3;
constexpr double mostOfHeight = 0.5;
/// Boxes that are painted before the clock is looked at, and how long that may go on.
constexpr int nodesAtOnce = 4000;
constexpr int longestMs = 6;

} // namespace

Minimap::Minimap(CanvasSurface &view, QWidget *parent) : Overlay(parent), m_view(view)
{
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview"));
    setCursor(Qt::ArrowCursor);
    m_more.setInterval(0);
    connect(&m_more, &QTimer::timeout, this, [this] {
        paintMore();
        update();
    });
    connect(&view, &CanvasSurface::drawingChanged, this, &Minimap::takeScene);
    connect(&view, &CanvasSurface::marksChanged, this, &Minimap::redraw);
    connect(&view, &CanvasSurface::foundChanged, this, &Minimap::redraw);
    connect(&view, &CanvasSurface::transformChanged, this, &Minimap::showPlace);
}

void Minimap::takeScene()
{
    m_picture = {};
    if (m_view.scene()) {
        chooseStrips();
        Q_EMIT changed();
    }
    redraw();
    showPlace();
}

/// As many strips as make the picture largest.
void Minimap::chooseStrips()
{
    const QSizeF size = m_view.scene()->bounds().size().expandedTo({1, 1});
    m_isTall = size.height() >= size.width();
    const double along = m_isTall ? size.height() : size.width();
    const double across = m_isTall ? size.width() : size.height();
    const double roomAlong = m_isTall ? highest : widest;
    const double roomAcross = m_isTall ? widest : highest;
    m_scale = 0;
    for (int strips = 1; strips <= mostStrips; ++strips) {
        const double room = (roomAcross - (strips - 1) * stripGap) / strips;
        const double scale = std::min({roomAlong * strips / along, room / across, largestScale});
        // One more strip has to be worth it.
        if (scale > m_scale * (strips == 2 ? 1.5 : 1.02)) {
            m_scale = scale;
            m_strips = strips;
        }
    }
}

QRectF Minimap::stripInScene(int strip) const
{
    const QRectF bounds = m_view.scene()->bounds();
    if (m_isTall) {
        const double length = bounds.height() / m_strips;
        return {bounds.left(), bounds.top() + strip * length, bounds.width(), length};
    }
    const double length = bounds.width() / m_strips;
    return {bounds.left() + strip * length, bounds.top(), length, bounds.height()};
}

QRectF Minimap::stripOnMap(int strip) const
{
    const QRectF part = stripInScene(strip);
    const QSizeF size = part.size() * m_scale;
    const double step = (m_isTall ? size.width() : size.height()) + stripGap;
    const QPointF offset = m_isTall ? QPointF(strip * step, 0) : QPointF(0, strip * step);
    return {frame().topLeft() + offset, size};
}

void Minimap::redraw()
{
    m_picture = {};
    update();
}

void Minimap::showPlace()
{
    const CanvasScene *scene = m_view.scene();
    setWanted(scene && scene->nodeCount() > 0 && !m_view.visibleArea().contains(scene->bounds()));
    update();
}

QSize Minimap::sizeHint() const
{
    if (!m_view.scene()) {
        return {};
    }
    const QSizeF size = mapSize().expandedTo({narrowest, narrowest});
    return {static_cast<int>(size.width() + 2 * inner),
            static_cast<int>(size.height() + 2 * inner)};
}

QSize Minimap::sizeOn(QSize canvas)
{
    const QSize size = sizeHint();
    const bool isLarge = size.width() > canvas.width() * mostOfWidth
                         || size.height() > canvas.height() * mostOfHeight;
    return isLarge ? QSize() : size;
}

/// How large the picture is in the map.
QSizeF Minimap::mapSize() const
{
    const QSizeF strip = stripInScene(0).size() * m_scale;
    const double gaps = (m_strips - 1) * stripGap;
    return m_isTall ? QSizeF(strip.width() * m_strips + gaps, strip.height())
                    : QSizeF(strip.width(), strip.height() * m_strips + gaps);
}

/// Where the picture lies in the map.
QRectF Minimap::frame() const
{
    QRectF area(QPointF(), mapSize());
    area.moveCenter(QRectF(rect()).center());
    return area;
}

void Minimap::beginMap()
{
    const double ratio = devicePixelRatioF();
    m_picture = QPixmap(size() * ratio);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(Qt::transparent);
    const int nodes = static_cast<int>(m_view.scene()->nodeCount());
    m_bands = 1 + nodes / m_strips / nodesAtOnce;
    m_nextBand = 0;
    paintMore();
}

/// Goes on for as long as the event loop may wait.
void Minimap::paintMore()
{
    if (!m_view.scene() || m_picture.isNull()) {
        m_more.stop();
        return;
    }
    QElapsedTimer clock;
    clock.start();
    const int bands = m_strips * m_bands;
    QPainter map(&m_picture);
    while (m_nextBand < bands && !clock.hasExpired(longestMs)) {
        paintBand(map, m_nextBand++);
    }
    m_nextBand < bands ? m_more.start() : m_more.stop();
}

void Minimap::paintBand(QPainter &map, int band) const
{
    const QRectF strip = stripInScene(band / m_bands);
    const QRectF place = stripOnMap(band / m_bands);
    const auto cut = [this, band](const QRectF &whole) {
        const QSizeF step =
            m_isTall ? QSizeF(0, whole.height() / m_bands) : QSizeF(whole.width() / m_bands, 0);
        const QPointF from(step.width() * (band % m_bands), step.height() * (band % m_bands));
        return QRectF(whole.topLeft() + from, m_isTall ? QSizeF(whole.width(), step.height())
                                                       : QSizeF(step.width(), whole.height()));
    };
    map.save();
    const QMarginsF beside = m_isTall ? QMarginsF(1, 0, 1, 0) : QMarginsF(0, 1, 0, 1);
    map.setClipRect(cut(place).marginsAdded(beside));
    map.translate(place.topLeft());
    map.scale(m_scale, m_scale);
    map.translate(-strip.topLeft());
    CanvasHighlights found;
    found.found = m_view.highlights().found;
    paintScene(map, *m_view.scene(), cut(strip),
               {paletteFor(palette()), m_view.marks(), found, std::min(m_scale, 0.07)});
    map.restore();
}

void Minimap::paintEvent(QPaintEvent * /*event*/)
{
    const Palette &colors = paletteFor(palette());
    QPainter painter(this);
    paintOverlayFrame(painter, *this);
    if (!m_view.scene()) {
        return;
    }
    if (m_picture.isNull()) {
        beginMap();
    }
    painter.drawPixmap(0, 0, m_picture);
    const QRectF room = QRectF(rect()).adjusted(2, 2, -2, -2);
    const QRectF seen = m_view.visibleArea();
    QColor tint = toQColor(colors.accent);
    painter.setPen(QPen(tint, 1.5));
    tint.setAlphaF(0.12F);
    painter.setBrush(tint);
    for (int strip = 0; strip < m_strips; ++strip) {
        const QRectF part = stripInScene(strip);
        const QRectF place = stripOnMap(strip);
        // What is beside the picture is seen, too; what is before and behind lies in other strips.
        const QRectF window = m_strips == 1 ? seen : seen.intersected(part);
        if (!window.isEmpty()) {
            const QRectF frame(place.topLeft() + (window.topLeft() - part.topLeft()) * m_scale,
                               window.size() * m_scale);
            painter.drawRoundedRect(frame.adjusted(-1, -1, 1, 1).intersected(room), 2, 2);
        }
    }
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
    if (!m_view.scene()) {
        return;
    }
    int nearest = 0;
    for (int strip = 1; strip < m_strips; ++strip) {
        const QPointF way = at - stripOnMap(strip).center();
        const QPointF least = at - stripOnMap(nearest).center();
        const bool isNearer = m_isTall ? std::abs(way.x()) < std::abs(least.x())
                                       : std::abs(way.y()) < std::abs(least.y());
        nearest = isNearer ? strip : nearest;
    }
    const QPointF target =
        stripInScene(nearest).topLeft() + (at - stripOnMap(nearest).topLeft()) / m_scale;
    ViewTransform place = m_view.transform();
    place.centerOn(target, m_view.viewport()->size());
    m_view.setTransform(place);
}

} // namespace nervure
