// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/gesture_overlay.h"

#include "widgets/style/colors.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>

namespace nervure {

namespace {
constexpr double handleRadius = 4.5;
constexpr double targetMargin = 4;
constexpr double targetRadius = 9;
constexpr double gestureLineWidth = 2;
} // namespace

GestureOverlay::GestureOverlay(QWidget *viewport) : QWidget(viewport)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setObjectName(QStringLiteral("gesture-overlay"));
    viewport->installEventFilter(this);
    resize(viewport->size());
    hide();
}

bool GestureOverlay::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        resize(parentWidget()->size());
    }
    return QWidget::eventFilter(watched, event);
}

void GestureOverlay::setHandles(std::vector<QPointF> handles)
{
    if (handles != m_handles) {
        m_handles = std::move(handles);
        showIfNeeded();
    }
}

void GestureOverlay::setLine(const std::optional<Line> &line)
{
    m_line = line;
    showIfNeeded();
}

void GestureOverlay::setTarget(const QRectF &target)
{
    if (target != m_target) {
        m_target = target;
        showIfNeeded();
    }
}

void GestureOverlay::clear()
{
    m_handles.clear();
    m_line.reset();
    m_target = {};
    showIfNeeded();
}

void GestureOverlay::showIfNeeded()
{
    setVisible(!m_handles.empty() || m_line || !m_target.isEmpty());
    if (isVisible()) {
        raise();
        update();
    }
}

void GestureOverlay::paintEvent(QPaintEvent * /*event*/)
{
    const Palette &colors = paletteFor(palette());
    const QColor accent = toQColor(colors.accent);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_target.isEmpty()) {
        QColor wash = accent;
        wash.setAlphaF(0.12F);
        painter.setPen(QPen(accent, gestureLineWidth));
        painter.setBrush(wash);
        painter.drawRoundedRect(
            m_target.adjusted(-targetMargin, -targetMargin, targetMargin, targetMargin),
            targetRadius, targetRadius);
    }
    if (m_line) {
        // Lines leave below and arrive above, as those of the picture do.
        const double bend = std::max(24.0, std::abs(m_line->to.y() - m_line->from.y()) / 2);
        QPainterPath path(m_line->from);
        path.cubicTo(m_line->from + QPointF(0, bend), m_line->to - QPointF(0, bend), m_line->to);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(accent, gestureLineWidth,
                            m_line->isTaken ? Qt::SolidLine : Qt::DashLine, Qt::RoundCap));
        painter.drawPath(path);
        painter.setPen(Qt::NoPen);
        painter.setBrush(accent);
        painter.drawEllipse(m_line->to, handleRadius, handleRadius);
    }
    painter.setPen(QPen(accent, gestureLineWidth));
    painter.setBrush(toQColor(colors.card));
    for (const QPointF &handle : m_handles) {
        painter.drawEllipse(handle, handleRadius, handleRadius);
    }
}

} // namespace nervure
