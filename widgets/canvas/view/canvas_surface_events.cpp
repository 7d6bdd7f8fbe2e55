// SPDX-License-Identifier: Apache-2.0
// What CanvasSurface does with events: it is painted, gets another size or the keyboard.
#include "widgets/canvas/view/canvas_surface.h"

#include "widgets/canvas/view/kept_place.h"
#include "widgets/style/colors.h"

#include <QPaintEvent>
#include <QPainter>

namespace nervure {

void CanvasSurface::morphFrom(const SeenPicture &before, const PictureWays &ways)
{
    if (!isStill()) {
        m_morph.start(before, seen(), ways, paletteFor(palette()));
    }
}

bool CanvasSurface::event(QEvent *event)
{
    // Keys that are an action's come as this alone.
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        m_morph.stop();
    }
    return QAbstractScrollArea::event(event);
}

bool CanvasSurface::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Resize) {
        m_morph.stop();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void CanvasSurface::repaintAll()
{
    m_frame.invalidate();
    viewport()->update();
}

void CanvasSurface::paintEvent(QPaintEvent *event)
{
    if (m_morph.isRunning()) {
        QPainter moving(viewport());
        m_morph.paint(moving);
        return;
    }
    const QImage &frame =
        m_frame.frame(viewport()->size(), viewport()->devicePixelRatioF(), m_transform,
                      [this](QPainter &painter, const QRect &rect) { paintPart(painter, rect); });
    const double ratio = frame.devicePixelRatio();
    const QRectF target = event->rect();
    QPainter painter(viewport());
    painter.drawImage(target, frame, {target.topLeft() * ratio, target.size() * ratio});
    m_fade.paint(painter);
}

void CanvasSurface::paintPart(QPainter &painter, const QRect &rect) const
{
    const Palette &colors = paletteFor(palette());
    painter.fillRect(rect, toQColor(colors.canvas));
    if (!m_scene) {
        return;
    }
    painter.scale(m_transform.scale(), m_transform.scale());
    painter.translate(-m_transform.origin());
    const double reach = 4 / m_transform.scale();
    const QRectF area =
        m_transform.toScene(QRectF(rect)).adjusted(-reach - 8, -reach - 8, reach + 8, reach + 8);
    paintScene(painter, *m_scene, area, {colors, m_marks, m_highlights, m_transform.scale()});
}

void CanvasSurface::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_scene && event->oldSize().isValid() && !event->oldSize().isEmpty()) {
        m_transform = afterResize(*m_scene, m_transform, currentBox(),
                                  {event->oldSize(), event->size(), viewMargin});
    } else if (m_scene) {
        showFromStart();
    }
    Q_EMIT transformChanged();
}

void CanvasSurface::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        repaintAll();
        Q_EMIT marksChanged();
    }
}

void CanvasSurface::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    refreshHighlights();
}

void CanvasSurface::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    refreshHighlights();
}

void CanvasSurface::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    // There are no scroll bars: the transform says what is seen.
}

} // namespace nervure
