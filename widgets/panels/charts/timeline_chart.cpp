// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/charts/timeline_chart.h"

#include "widgets/panels/chart_axis.h"
#include "widgets/text/format.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr double rowLabelWidth = 84;
constexpr double timeAxisHeight = 20;
constexpr double rowSpacing = 4;
constexpr double criticalLine = 2.5;
constexpr double tallestRow = 36;
constexpr double leastNamed = 56;  ///< slices below this width carry no name
constexpr double leastDragged = 4; ///< pixels; less is a click
constexpr double zoomStep = 1.5;
constexpr double moveStep = 0.2;    ///< of what is shown
constexpr double leastShown = 1e-4; ///< ms

QString rowTitle(TimelineRow row)
{
    switch (row) {
    case TimelineRow::Queued: return TimelineChart::tr("Queued");
    case TimelineRow::Submitted: return TimelineChart::tr("Submitted");
    case TimelineRow::Kernels: return TimelineChart::tr("Kernels");
    case TimelineRow::Layers: return TimelineChart::tr("Layers");
    case TimelineRow::Transfers: break;
    }
    return TimelineChart::tr("Transfers");
}

} // namespace

TimelineChart::TimelineChart(QWidget *parent) : ProfileChart(parent)
{
    setObjectName(QStringLiteral("charts-timeline"));
    setAccessibleName(tr("Timeline of the last run"));
}

void TimelineChart::contentChanged()
{
    m_path = hasLayers() ? criticalPathOf(data()) : CriticalPath();
    m_slices = hasLayers() ? timelineOf(data()) : std::vector<TimelineSlice>();
    m_end = 0;
    for (const TimelineSlice &slice : m_slices) {
        m_end = std::max(m_end, slice.endMs);
    }
    for (std::size_t row = 0; row <= timelineRows; ++row) {
        const auto start = std::partition_point(
            m_slices.begin(), m_slices.end(), [row](const TimelineSlice &slice) {
                return static_cast<std::size_t>(slice.row) < row;
            });
        m_rowStart.at(row) = static_cast<std::size_t>(start - m_slices.begin());
    }
    m_shown = {0, std::max(m_end, leastShown)};
    m_dragged.reset();
}

double TimelineChart::xOf(double ms) const
{
    return rowLabelWidth + (ms - m_shown.from) / m_shown.length() * (width() - rowLabelWidth);
}

double TimelineChart::msAt(double x) const
{
    return m_shown.from + (x - rowLabelWidth) / (width() - rowLabelWidth) * m_shown.length();
}

QRectF TimelineChart::rowRect(TimelineRow row) const
{
    const double room = (height() - timeAxisHeight) / static_cast<double>(timelineRows);
    const double tall = std::clamp(room, 2 * rowSpacing, tallestRow);
    return {rowLabelWidth, timeAxisHeight + static_cast<double>(row) * tall,
            width() - rowLabelWidth, tall - rowSpacing};
}

QRectF TimelineChart::sliceRect(const TimelineSlice &slice) const
{
    const QRectF row = rowRect(slice.row);
    const double left = std::max(xOf(slice.startMs), rowLabelWidth);
    const double right = std::min(xOf(slice.endMs), static_cast<double>(width()));
    return {left, row.top(), std::max(right - left, 1.0), row.height()};
}

TimelineChart::Slices TimelineChart::rowSlices(TimelineRow row) const
{
    const auto at = static_cast<std::size_t>(row);
    return Slices(m_slices).subspan(m_rowStart.at(at), m_rowStart.at(at + 1) - m_rowStart.at(at));
}

TimelineChart::Slices::iterator TimelineChart::firstShown(TimelineRow row) const
{
    const Slices slices = rowSlices(row);
    const auto later =
        std::partition_point(slices.begin(), slices.end(), [this](const TimelineSlice &slice) {
            return slice.startMs < m_shown.from;
        });
    // The one before may reach into view. What waits overlaps, so that many may.
    const bool mayOverlap = row == TimelineRow::Queued || row == TimelineRow::Submitted;
    return mayOverlap ? slices.begin() : later == slices.begin() ? later : later - 1;
}

const TimelineSlice *TimelineChart::sliceAt(QPointF place) const
{
    const TimelineSlice *found = nullptr;
    for (const TimelineSlice &slice : m_slices) {
        if (rowRect(slice.row).contains(place) && sliceRect(slice).contains(place)
            && slice.endMs >= m_shown.from && slice.startMs <= m_shown.to) {
            found = &slice; // the last one lies on top
        }
    }
    return found;
}

QRectF TimelineChart::rectOf(TimelineRow row, std::uint32_t layer) const
{
    for (const TimelineSlice &slice : rowSlices(row)) {
        if (slice.layer == layer && slice.endMs >= m_shown.from && slice.startMs <= m_shown.to) {
            return sliceRect(slice);
        }
    }
    return {};
}

std::vector<std::uint32_t> TimelineChart::layersAt(QPointF place) const
{
    const TimelineSlice *slice = sliceAt(place);
    return slice && slice->layer != TimelineSlice::noLayer ? std::vector{slice->layer}
                                                           : std::vector<std::uint32_t>();
}

QString TimelineChart::tipAt(QPointF place) const
{
    const TimelineSlice *slice = sliceAt(place);
    if (!slice) {
        return {};
    }
    QString tip = tr("%1: %2 for %3, from %4")
                      .arg(rowTitle(slice->row), toQString(slice->name),
                           formatTime(slice->endMs - slice->startMs), formatTime(slice->startMs));
    if (slice->layer == TimelineSlice::noLayer) {
        return tip;
    }
    const double slack = m_path.slackMs[slice->layer];
    return tip + u'\n' + layerTip(slice->layer) + u'\n'
           + (slack > 0 ? tr("Slack %1").arg(formatTime(slack)) : tr("On the critical path"));
}

void TimelineChart::zoom(double factor, double aroundMs)
{
    const double length =
        std::clamp(m_shown.length() * factor, leastShown, std::max(m_end, leastShown));
    const double share = (aroundMs - m_shown.from) / m_shown.length();
    m_shown.from = aroundMs - share * length;
    m_shown.to = m_shown.from + length;
    move(0);
}

void TimelineChart::move(double ms)
{
    const double length = m_shown.length();
    m_shown.from = std::clamp(m_shown.from + ms, 0.0, std::max(0.0, m_end - length));
    m_shown.to = m_shown.from + length;
    update();
}

void TimelineChart::wheelEvent(QWheelEvent *event)
{
    const QPoint turned = event->angleDelta();
    const double steps = (turned.y() != 0 ? turned.y() : turned.x()) / 120.0;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoom(std::pow(zoomStep, -steps), msAt(event->position().x()));
    } else {
        move(-steps * moveStep * m_shown.length());
    }
    event->accept();
}

void TimelineChart::mousePressEvent(QMouseEvent *event)
{
    if (hasLayers() && event->button() == Qt::LeftButton
        && event->position().x() >= rowLabelWidth) {
        const double at = msAt(event->position().x());
        m_dragged = Span{at, at};
    }
}

void TimelineChart::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragged) {
        m_dragged->to = std::clamp(msAt(event->position().x()), m_shown.from, m_shown.to);
        update();
    }
}

void TimelineChart::mouseReleaseEvent(QMouseEvent *event)
{
    const bool isArea =
        m_dragged && std::abs(xOf(m_dragged->to) - xOf(m_dragged->from)) >= leastDragged;
    if (isArea) {
        chooseArea();
    }
    m_dragged.reset();
    update();
    if (!isArea) {
        ProfileChart::mouseReleaseEvent(event);
    }
}

void TimelineChart::chooseArea()
{
    const auto [from, to] = std::minmax(m_dragged->from, m_dragged->to);
    std::vector<std::uint32_t> layers;
    for (const TimelineSlice &slice : rowSlices(TimelineRow::Layers)) {
        if (slice.endMs >= from && slice.startMs <= to) {
            layers.push_back(slice.layer);
        }
    }
    if (!layers.empty()) {
        Q_EMIT layersChosen(layers);
    }
}

void TimelineChart::keyPressEvent(QKeyEvent *event)
{
    const double middle = (m_shown.from + m_shown.to) / 2;
    switch (event->key()) {
    case Qt::Key_W: zoom(1 / zoomStep, middle); break;
    case Qt::Key_S: zoom(zoomStep, middle); break;
    case Qt::Key_A: move(-moveStep * m_shown.length()); break;
    case Qt::Key_D: move(moveStep * m_shown.length()); break;
    case Qt::Key_F:
    case Qt::Key_Home:
        m_shown = {0, std::max(m_end, leastShown)};
        update();
        break;
    default: ProfileChart::keyPressEvent(event);
    }
}

void TimelineChart::paintChart(QPainter &painter)
{
    paintAxis(painter);
    for (std::size_t row = 0; row < timelineRows; ++row) {
        paintRow(painter, static_cast<TimelineRow>(row));
    }
    paintDraggedArea(painter);
}

void TimelineChart::paintAxis(QPainter &painter) const
{
    constexpr double tickRoom = 90;
    const double room = std::max(1.0, (width() - rowLabelWidth) / tickRoom);
    QColor line = palette().color(QPalette::PlaceholderText);
    line.setAlphaF(0.25F);
    const TimeUnit unit = timeUnitFor(m_shown.to);
    for (const double tick : niceTicks(m_shown.from, m_shown.to, static_cast<int>(room))) {
        const double x = xOf(tick);
        painter.setPen(line);
        painter.drawLine(QPointF(x, timeAxisHeight), QPointF(x, height()));
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QRectF(x + 3, 0, tickRoom, timeAxisHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, formatTime(tick, unit));
    }
}

/// Slices narrower than a pixel are painted once a pixel: of a hundred thousand most lie over others.
void TimelineChart::paintRow(QPainter &painter, TimelineRow row) const
{
    const QRectF label(8, rowRect(row).top(), rowLabelWidth - 12, rowRect(row).height());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter, rowTitle(row));
    const Slices slices = rowSlices(row);
    double painted = -1;
    for (auto it = firstShown(row); it != slices.end() && it->startMs <= m_shown.to; ++it) {
        const QRectF rect = sliceRect(*it);
        const double pixel = std::floor(rect.left());
        const bool isThin = rect.width() <= 1;
        if (it->endMs < m_shown.from || (isThin && pixel <= painted)) {
            continue;
        }
        painted = isThin ? pixel : painted;
        paintSlice(painter, *it, rect);
    }
}

void TimelineChart::paintSlice(QPainter &painter, const TimelineSlice &slice,
                               const QRectF &rect) const
{
    const bool isWaiting = slice.row == TimelineRow::Queued || slice.row == TimelineRow::Submitted;
    const bool hasLayer = slice.layer != TimelineSlice::noLayer;
    QColor fill = hasLayer ? colorOf(slice.layer) : palette().color(QPalette::PlaceholderText);
    fill.setAlphaF(isWaiting ? 0.25F : 0.55F);
    painter.fillRect(rect, fill);
    if (slice.row == TimelineRow::Layers && hasLayer && m_path.slackMs[slice.layer] <= 0
        && m_path.layers < m_path.slackMs.size()) {
        // What a run could not do without, where there is anything else.
        painter.fillRect(
            QRectF(rect.left(), rect.bottom() - criticalLine, rect.width(), criticalLine),
            palette().color(QPalette::Text));
    }
    if (hasLayer && currentLayer() == slice.layer) {
        painter.setPen(QPen(palette().color(QPalette::Link), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (rect.width() >= leastNamed && !isWaiting) {
        painter.setPen(palette().color(QPalette::Text));
        const QRectF text = rect.adjusted(4, 0, -4, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(toQString(slice.name), Qt::ElideMiddle,
                                                  static_cast<int>(text.width())));
    }
}

void TimelineChart::paintDraggedArea(QPainter &painter) const
{
    if (!m_dragged) {
        return;
    }
    const auto [from, to] = std::minmax(m_dragged->from, m_dragged->to);
    QColor area = palette().color(QPalette::Highlight);
    area.setAlphaF(0.25F);
    painter.fillRect(QRectF(QPointF(xOf(from), 0), QPointF(xOf(to), height())), area);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(xOf(from) + 4, height() - timeAxisHeight, width(), timeAxisHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, formatTime(to - from));
}

} // namespace nervure
