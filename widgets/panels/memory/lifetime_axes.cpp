// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/chart_axis.h"
#include "widgets/panels/memory/lifetime_chart.h"
#include "widgets/panels/memory/lifetime_layout.h"
#include "widgets/text/format.h"

#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace nervure {

using namespace lifetime_layout;

namespace {

constexpr double zoomStep = 1.25;
constexpr double mostZoom = 64;
constexpr double tickLength = 3;
constexpr double tickRoom = 72; ///< a number of the axis of steps

} // namespace

int LifetimeChart::labelLeft() const
{
    return std::max(visibleRegion().boundingRect().left(), 0);
}

/// Round numbers of steps, as many as there is room for.
void LifetimeChart::paintSteps(QPainter &painter) const
{
    const double last = m_plan.stepCount > 0 ? m_plan.stepCount - 1 : 0;
    const int wanted = std::max(static_cast<int>((width() - labelWidth) / tickRoom), 1);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRectF(labelLeft() + chartMargin, 0, labelWidth - 2 * chartMargin, axisHeight),
                     Qt::AlignRight | Qt::AlignVCenter, tr("step"));
    for (const double step : niceTicks(0, last, wanted)) {
        if (step != std::floor(step)) {
            continue; // there are fewer steps than ticks
        }
        const double x = labelWidth + (step + 0.5) * stepWidth();
        painter.drawLine(QPointF(x, axisHeight - tickLength), QPointF(x, axisHeight));
        painter.drawText(QRectF(x - tickRoom / 2, 0, tickRoom, axisHeight - tickLength),
                         Qt::AlignCenter, QString::number(static_cast<qlonglong>(step)));
    }
}

void LifetimeChart::setZoom(double zoom, int x)
{
    const double was = m_zoom;
    m_zoom = std::clamp(zoom, 1.0, mostZoom);
    if (m_zoom == was) {
        return;
    }
    const double steps = (x - labelWidth) * m_zoom / was;
    Q_EMIT zoomed(x, labelWidth + static_cast<int>(steps));
}

/// What is at the peak, or in the middle of what is seen, stays where it is.
bool LifetimeChart::zoomByKey(int key)
{
    const int middle = visibleRegion().boundingRect().center().x();
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: setZoom(m_zoom * zoomStep, middle); return true;
    case Qt::Key_Minus: setZoom(m_zoom / zoomStep, middle); return true;
    case Qt::Key_0: setZoom(1, middle); return true;
    default: return false;
    }
}

void LifetimeChart::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QWidget::wheelEvent(event);
        return;
    }
    constexpr double notch = 120;
    setZoom(m_zoom * std::pow(zoomStep, event->angleDelta().y() / notch),
            static_cast<int>(event->position().x()));
    event->accept();
}

/// What the plan takes, and the least that any plan takes; where both are the same once.
void LifetimeChart::paintUsageLabels(QPainter &painter) const
{
    if (m_plan.stepCount == 0) {
        return;
    }
    const double left = labelLeft();
    painter.fillRect(QRectF(left, 0, labelWidth, rowsTop), palette().base());
    const double high = fontMetrics().height();
    const auto paint = [&](double middle, const QString &text, QPalette::ColorRole role) {
        painter.setPen(palette().color(role));
        painter.drawText(
            QRectF(left + chartMargin, middle - high / 2, labelWidth - 2 * chartMargin, high),
            Qt::AlignRight | Qt::AlignVCenter, text);
    };
    const double planned = usageY(m_plan.plannedBytes) + high / 2;
    const double least = std::max(usageY(m_inUse[m_peakStep]), planned + high);
    paint(planned, formatBytes(m_plan.plannedBytes), QPalette::PlaceholderText);
    if (m_inUse[m_peakStep] < m_plan.plannedBytes && least + high < axisHeight + usageHeight) {
        paint(least, tr("least %1").arg(formatBytes(m_inUse[m_peakStep])), QPalette::Text);
    }
    paint(axisHeight + usageHeight - high / 2, tr("in use"), QPalette::PlaceholderText);
}

/// Beside the map of an arena.
void LifetimeChart::paintAddresses(QPainter &painter) const
{
    const double left = labelLeft();
    painter.fillRect(QRectF(left, rowsTop - chartMargin, labelWidth, height()), palette().base());
    for (int i = 0; i <= addressCount; ++i) {
        const std::int64_t address = m_plan.plannedBytes / addressCount * i;
        const double y = rowsTop + static_cast<double>(address) * byteHeight();
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QRectF(left + chartMargin, y - rowHeight / 2.0,
                                labelWidth - 2 * chartMargin, rowHeight),
                         Qt::AlignVCenter | Qt::AlignRight, formatBytes(address));
    }
}

/// In front of the bars, so that it stays where they are scrolled.
void LifetimeChart::paintRowLabel(QPainter &painter, std::size_t row) const
{
    const StorageBlock &block = m_plan.blocks[row];
    const QRectF all(labelLeft(), rowsTop + static_cast<double>(row) * rowHeight, labelWidth,
                     rowHeight - 1);
    painter.fillRect(all, palette().base());
    const QRectF text = all.adjusted(chartMargin, 0, -chartMargin, 0);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft, QString::number(block.id));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight, formatBytes(block.bytes));
}

} // namespace nervure
