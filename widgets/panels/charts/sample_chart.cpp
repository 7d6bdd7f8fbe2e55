// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/charts/sample_chart.h"

#include "widgets/panels/chart_axis.h"
#include "widgets/text/format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr double timesWidth = 72;
constexpr double edgeSpace = 24;
constexpr double histogramShare = 0.3; ///< of the width
constexpr double dotSize = 5;
constexpr double tickHeight = 18;
constexpr std::size_t mostBars = 40;

/// From the shortest to the longest of the times, never without length.
std::pair<double, double> rangeOf(const std::vector<double> &samples)
{
    const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
    const double space = std::max((*high - *low) * 0.05, *high * 1e-6 + 1e-9);
    return {*low - space, *high + space};
}

} // namespace

SampleChart::SampleChart(QWidget *parent) : ProfileChart(parent)
{
    setObjectName(QStringLiteral("charts-samples"));
    setAccessibleName(tr("Times of the layer in each run"));
}

const LayerProfile *SampleChart::layer() const
{
    return hasLayers() && currentLayer() ? &data().layers[*currentLayer()] : nullptr;
}

QRectF SampleChart::sequence() const
{
    const double room = width() - timesWidth - edgeSpace;
    return {timesWidth, edgeSpace, room * (1 - histogramShare), height() - 2 * edgeSpace};
}

QRectF SampleChart::histogram() const
{
    const double left = sequence().right() + edgeSpace / 2;
    return {left, edgeSpace, width() - left - edgeSpace / 2, sequence().height()};
}

double SampleChart::yOf(double ms) const
{
    const auto [low, high] = rangeOf(layer()->samplesMs);
    return sequence().bottom() - (ms - low) / (high - low) * sequence().height();
}

std::vector<std::size_t> SampleChart::counts() const
{
    const LayerProfile *of = layer();
    if (!of || of->samplesMs.empty()) {
        return {};
    }
    const auto root = static_cast<std::size_t>(
        std::ceil(2 * std::cbrt(static_cast<double>(of->samplesMs.size())))); // Rice's rule
    std::vector<std::size_t> counts(std::clamp<std::size_t>(root, 1, mostBars));
    const auto [low, high] = rangeOf(of->samplesMs);
    for (const double ms : of->samplesMs) {
        const double share = (ms - low) / (high - low);
        ++counts[std::min(counts.size() - 1,
                          static_cast<std::size_t>(share * static_cast<double>(counts.size())))];
    }
    return counts;
}

QString SampleChart::tipAt(QPointF place) const
{
    const LayerProfile *of = layer();
    if (!of || of->samplesMs.empty() || !sequence().contains(place)) {
        return {};
    }
    const double share = (place.x() - sequence().left()) / sequence().width();
    const auto run =
        std::min(of->samplesMs.size() - 1,
                 static_cast<std::size_t>(share * static_cast<double>(of->samplesMs.size())));
    return tr("Run %1: %2").arg(run + 1).arg(formatTime(of->samplesMs[run]));
}

void SampleChart::paintChart(QPainter &painter)
{
    const LayerProfile *of = layer();
    if (!of) {
        paintHint(painter, tr("Select a layer to see its times in each run."));
    } else if (of->samplesMs.empty()) {
        paintHint(painter, tr("Of this run only the statistics are kept, not the single times."));
    } else {
        paintMedian(painter);
        paintSequence(painter);
        paintHistogram(painter);
    }
}

void SampleChart::paintHint(QPainter &painter, const QString &text) const
{
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRectF(rect()).adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                     text);
}

void SampleChart::paintMedian(QPainter &painter) const
{
    const Statistics &ms = layer()->ms;
    const double right = histogram().right();
    if (ms.interval) {
        QColor band = palette().color(QPalette::Link);
        band.setAlphaF(0.15F);
        painter.fillRect(QRectF(QPointF(timesWidth, yOf(ms.interval->high)),
                                QPointF(right, yOf(ms.interval->low))),
                         band);
    }
    painter.setPen(QPen(palette().color(QPalette::Link), 1.5));
    painter.drawLine(QPointF(timesWidth, yOf(ms.median)), QPointF(right, yOf(ms.median)));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(timesWidth, 0, width() - timesWidth - edgeSpace, edgeSpace),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1, median %2 of %n run(s)", nullptr, static_cast<int>(ms.count))
                         .arg(toQString(layer()->node.name), formatTime(ms.median)));
}

void SampleChart::paintSequence(QPainter &painter) const
{
    const std::vector<double> &samples = layer()->samplesMs;
    const auto [low, high] = rangeOf(samples);
    const TimeUnit unit = timeUnitFor(high);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    for (const double tick : niceTicks(low, high, 4)) {
        painter.drawText(QRectF(0, yOf(tick) - tickHeight / 2, timesWidth - 8, tickHeight),
                         Qt::AlignRight | Qt::AlignVCenter, formatTime(tick, unit));
    }
    painter.drawText(QRectF(timesWidth, sequence().bottom() + 4, sequence().width(), tickHeight),
                     Qt::AlignRight | Qt::AlignVCenter, tr("run"));
    const double step = sequence().width() / static_cast<double>(samples.size());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colorOf(*currentLayer()));
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const QPointF middle(sequence().left() + (static_cast<double>(i) + 0.5) * step,
                             yOf(samples[i]));
        painter.drawEllipse(middle, dotSize / 2, dotSize / 2);
    }
}

void SampleChart::paintHistogram(QPainter &painter) const
{
    const std::vector<std::size_t> bars = counts();
    const std::size_t most = *std::max_element(bars.begin(), bars.end());
    const double tall = histogram().height() / static_cast<double>(bars.size());
    QColor fill = colorOf(*currentLayer());
    fill.setAlphaF(0.55F);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double share = static_cast<double>(bars[i]) / static_cast<double>(most);
        painter.fillRect(QRectF(histogram().left(),
                                histogram().bottom() - static_cast<double>(i + 1) * tall,
                                share * histogram().width(), std::max(tall - 1, 1.0)),
                         fill);
    }
}

} // namespace nervure
