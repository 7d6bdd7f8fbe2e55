// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/charts/roofline_chart.h"

#include "widgets/panels/chart_axis.h"
#include "widgets/text/format.h"

#include <QElapsedTimer>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace nervure {

namespace {

constexpr double leftSpace = 64;
constexpr double bottomSpace = 36;
constexpr double topSpace = 20;
constexpr double rightSpace = 16;
constexpr double leastDot = 7;     ///< pixels across
constexpr double largestDot = 44;  ///< of a layer that takes all the time
constexpr double rangeSpace = 1.6; ///< times what is shown, beyond it
constexpr double labelHeight = 18;
constexpr double leastStep = 1.8; ///< of the rates of two roofs that are drawn
constexpr std::size_t mostRoofs = 4;
constexpr std::size_t dotsAtOnce = 256; ///< drawn before the clock is looked at
constexpr std::uint32_t noDot = ~std::uint32_t{0};

QString rateText(double gflops)
{
    return formatAmount(gflops * 1e9) + QStringLiteral("FLOP/s");
}

/// Where a number lies between two others, by powers.
double logShare(double value, double low, double high)
{
    return std::log(value / low) / std::log(high / low);
}

} // namespace

RooflineChart::RooflineChart(QWidget *parent) : ProfileChart(parent)
{
    setObjectName(QStringLiteral("charts-roofline"));
    setAccessibleName(tr("Roofline: layers beside what the device does at best"));
}

/// Nothing where it computes nothing, or its time is not known.
std::optional<RooflineChart::Point> RooflineChart::pointOf(const LayerProfile &layer)
{
    const auto flops = static_cast<double>(layer.performedFlops);
    return layer.performedFlops > 0 && layer.bytes > 0 && layer.ms.median > 0 ? std::optional(
               Point{flops / static_cast<double>(layer.bytes), flops / layer.ms.median * 1e-6})
                                                                              : std::nullopt;
}

void RooflineChart::contentChanged()
{
    m_dots.clear();
    m_dotOfLayer.clear();
    m_gridSize = {};
    m_picture = {};
    m_roofs.clear();
    m_peak = 0;
    if (!hasLayers()) {
        return;
    }
    const double total = totalMs(data());
    std::map<std::string, std::optional<Point>> earlierPoints;
    if (before() != nullptr) {
        for (const LayerProfile &layer : before()->data.layers) {
            earlierPoints.emplace(layer.node.name, pointOf(layer));
        }
    }
    for (std::uint32_t i = 0; i < data().layers.size(); ++i) {
        const LayerProfile &layer = data().layers[i];
        if (const auto point = pointOf(layer)) {
            const auto earlier = earlierPoints.find(layer.node.name);
            m_dots.push_back({i, point->intensity, point->gflops, layer.ms.median / total,
                              earlier == earlierPoints.end() ? std::nullopt : earlier->second});
        }
    }
    std::stable_sort(m_dots.begin(), m_dots.end(),
                     [](const Dot &a, const Dot &b) { return a.share > b.share; });
    m_dotOfLayer.assign(data().layers.size(), noDot);
    for (std::uint32_t i = 0; i < m_dots.size(); ++i) {
        m_dotOfLayer[m_dots[i].layer] = i;
    }
    readRoofs();
    fitRanges();
}

void RooflineChart::readRoofs()
{
    const std::optional<DeviceCeilings> &ceilings = data().ceilings;
    if (!ceilings || ceilings->multiplyAddGflops <= 0 || ceilings->copyGbs <= 0) {
        return;
    }
    m_peak = ceilings->multiplyAddGflops;
    m_roofs.push_back({tr("memory"), ceilings->copyGbs});
    // From memory inwards: levels that are much like the one before would lie on its line.
    for (auto level = ceilings->levels.rbegin(); level != ceilings->levels.rend(); ++level) {
        if (level->copyGbs >= leastStep * m_roofs.back().gbs && m_roofs.size() < mostRoofs) {
            const auto bytes = static_cast<std::int64_t>(level->bytes);
            m_roofs.push_back({tr("cache, %1").arg(formatBytes(bytes)), level->copyGbs});
        }
    }
}

/// All dots and the points where the roofs meet are in view.
void RooflineChart::fitRanges()
{
    std::vector<double> intensities;
    std::vector<double> rates;
    for (const Dot &dot : m_dots) {
        intensities.push_back(dot.intensity);
        rates.push_back(dot.gflops);
        if (dot.before) {
            intensities.push_back(dot.before->intensity);
            rates.push_back(dot.before->gflops);
        }
    }
    for (const Roof &roof : m_roofs) {
        intensities.push_back(m_peak / roof.gbs);
    }
    if (m_peak > 0) {
        rates.push_back(m_peak);
    }
    const auto rangeOf = [](const std::vector<double> &values) {
        if (values.empty()) {
            return Range();
        }
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        return Range{*low / rangeSpace, *high * rangeSpace};
    };
    m_intensity = rangeOf(intensities);
    m_gflops = rangeOf(rates);
}

QRectF RooflineChart::plot() const
{
    return {leftSpace, topSpace, std::max(1.0, width() - leftSpace - rightSpace),
            std::max(1.0, height() - topSpace - bottomSpace)};
}

double RooflineChart::xOf(double intensity) const
{
    return plot().left() + logShare(intensity, m_intensity.low, m_intensity.high) * plot().width();
}

double RooflineChart::yOf(double gflops) const
{
    return plot().bottom() - logShare(gflops, m_gflops.low, m_gflops.high) * plot().height();
}

QRectF RooflineChart::rectOf(const Dot &dot) const
{
    const double across = std::max(leastDot, std::sqrt(dot.share) * largestDot);
    return {xOf(dot.intensity) - across / 2, yOf(dot.gflops) - across / 2, across, across};
}

const RooflineChart::Dot *RooflineChart::dotOfLayer(std::uint32_t layer) const
{
    const std::uint32_t dot = layer < m_dotOfLayer.size() ? m_dotOfLayer[layer] : noDot;
    return dot == noDot ? nullptr : &m_dots[dot];
}

QRectF RooflineChart::dotOf(std::uint32_t layer) const
{
    const Dot *dot = dotOfLayer(layer);
    return dot == nullptr ? QRectF() : rectOf(*dot);
}

const RooflineChart::Dot *RooflineChart::dotAt(QPointF place) const
{
    if (m_gridSize != size()) {
        std::vector<QRectF> rects;
        for (const Dot &dot : m_dots) {
            rects.push_back(rectOf(dot));
        }
        m_grid = DotGrid(rects, size());
        m_gridSize = size();
    }
    const auto dot = m_grid.at(place);
    return dot ? &m_dots[*dot] : nullptr;
}

std::vector<std::uint32_t> RooflineChart::layersAt(QPointF place) const
{
    const Dot *dot = dotAt(place);
    return dot == nullptr ? std::vector<std::uint32_t>() : std::vector{dot->layer};
}

QString RooflineChart::tipAt(QPointF place) const
{
    const Dot *dot = dotAt(place);
    if (dot == nullptr) {
        return {};
    }
    const QString tip = layerTip(dot->layer) + u'\n'
                        + tr("%1, %2 operations a byte")
                              .arg(rateText(dot->gflops), QString::number(dot->intensity, 'g', 3));
    return dot->before ? tip + u'\n' + tr("before: %1").arg(rateText(dot->before->gflops)) : tip;
}

void RooflineChart::renewPicture(qreal pixelRatio)
{
    m_picture = QPixmap((QSizeF(size()) * pixelRatio).toSize());
    m_picture.setDevicePixelRatio(pixelRatio);
    m_picture.fill(palette().color(QPalette::Base));
    m_pictureColors = palette().cacheKey();
    m_pictureFont = font();
    m_drawn = 0;
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    paintAxes(painter);
    paintRoofs(painter);
}

void RooflineChart::continuePicture(const QElapsedTimer &clock)
{
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    paintDots(painter, clock);
    if (!isWhole()) {
        update();
    }
}

void RooflineChart::paintChart(QPainter &painter)
{
    const qreal pixelRatio = painter.device()->devicePixelRatioF();
    QElapsedTimer clock;
    clock.start();
    if (m_picture.isNull() || m_pictureColors != palette().cacheKey() || m_pictureFont != font()
        || m_picture.devicePixelRatio() != pixelRatio
        || m_picture.size() != (QSizeF(size()) * pixelRatio).toSize()) {
        renewPicture(pixelRatio);
    }
    if (!isWhole()) {
        continuePicture(clock);
    }
    painter.drawPixmap(QPointF(), m_picture);
    paintCurrent(painter);
    if (m_dots.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(plot(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("No layer of this run says how much it computes."));
    }
}

void RooflineChart::paintAxes(QPainter &painter) const
{
    const QColor muted = palette().color(QPalette::PlaceholderText);
    QColor line = muted;
    line.setAlphaF(0.25F);
    for (const double rate : decades(m_gflops.low, m_gflops.high)) {
        const double y = yOf(rate);
        painter.setPen(line);
        painter.drawLine(QPointF(plot().left(), y), QPointF(plot().right(), y));
        painter.setPen(muted);
        painter.drawText(QRectF(0, y - labelHeight / 2, leftSpace - 6, labelHeight),
                         Qt::AlignRight | Qt::AlignVCenter, formatAmount(rate * 1e9));
    }
    for (const double intensity : decades(m_intensity.low, m_intensity.high)) {
        const double x = xOf(intensity);
        painter.setPen(line);
        painter.drawLine(QPointF(x, plot().top()), QPointF(x, plot().bottom()));
        painter.setPen(muted);
        painter.drawText(QRectF(x - leftSpace / 2, plot().bottom(), leftSpace, labelHeight),
                         Qt::AlignHCenter | Qt::AlignVCenter, QString::number(intensity));
    }
    painter.setPen(muted);
    painter.drawText(QRectF(4, 0, plot().width(), topSpace), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("FLOP/s"));
    painter.drawText(QRectF(plot().left(), plot().bottom() + labelHeight, plot().width(),
                            bottomSpace - labelHeight),
                     Qt::AlignRight | Qt::AlignVCenter, tr("operations a byte"));
}

void RooflineChart::paintRoofs(QPainter &painter) const
{
    if (m_peak <= 0) {
        return;
    }
    const QColor ink = palette().color(QPalette::Text);
    painter.save();
    painter.setClipRect(plot());
    const double y = yOf(m_peak);
    double ridge = m_intensity.high;
    for (std::size_t i = 0; i < m_roofs.size(); ++i) {
        const Roof &roof = m_roofs[i];
        const double top = m_peak / roof.gbs;
        const double low = m_intensity.low;
        ridge = std::min(ridge, top);
        painter.setPen(QPen(ink, 1.5, i == 0 ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(QPointF(xOf(low), yOf(low * roof.gbs)), QPointF(xOf(top), y));
        painter.save();
        painter.translate(xOf(top), y);
        painter.rotate(std::atan2(yOf(low * roof.gbs) - y, xOf(low) - xOf(top)) * 180 / M_PI - 180);
        const QString text =
            tr("%1: %2/s").arg(roof.title, formatBytes(static_cast<std::int64_t>(roof.gbs * 1e9)));
        painter.drawText(QRectF(-plot().width() - 24, -labelHeight, plot().width(), labelHeight),
                         Qt::AlignRight | Qt::AlignVCenter, text);
        painter.restore();
    }
    painter.setPen(QPen(ink, 1.5));
    painter.drawLine(QPointF(xOf(ridge), y), QPointF(plot().right(), y));
    painter.drawText(
        QRectF(xOf(ridge), y - labelHeight, plot().right() - xOf(ridge) - 4, labelHeight),
        Qt::AlignRight | Qt::AlignVCenter, tr("peak: %1").arg(rateText(m_peak)));
    painter.restore();
}

std::optional<QPointF> RooflineChart::arrowFrom(std::uint32_t layer) const
{
    const Dot *dot = dotOfLayer(layer);
    return dot != nullptr && dot->before
               ? std::optional(QPointF(xOf(dot->before->intensity), yOf(dot->before->gflops)))
               : std::nullopt;
}

/// From where the layer was in the earlier run; none that is too short to be seen.
void RooflineChart::paintArrow(QPainter &painter, const Dot &dot) const
{
    constexpr double shortest = 6;
    constexpr double headLength = 7;
    constexpr double headAngle = 26; // degrees to each side
    if (!dot.before) {
        return;
    }
    const QLineF way(QPointF(xOf(dot.before->intensity), yOf(dot.before->gflops)),
                     rectOf(dot).center());
    if (way.length() < shortest) {
        return;
    }
    QColor color = palette().color(QPalette::Text);
    color.setAlphaF(0.7F);
    painter.setPen(QPen(color, 1.2));
    painter.drawLine(way);
    for (const double side : {-headAngle, headAngle}) {
        QLineF head(way.p2(), way.p1());
        head.setLength(headLength);
        head.setAngle(head.angle() + side);
        painter.drawLine(head);
    }
}

void RooflineChart::paintDot(QPainter &painter, const Dot &dot, const QPen &pen) const
{
    QColor fill = colorOf(dot.layer);
    fill.setAlphaF(0.8F);
    painter.setPen(pen);
    painter.setBrush(fill);
    painter.drawEllipse(rectOf(dot));
}

void RooflineChart::paintDots(QPainter &painter, const QElapsedTimer &clock)
{
    const QPen pen(palette().color(QPalette::Base), 1);
    do {
        const std::size_t end = std::min(m_drawn + dotsAtOnce, drawings());
        for (; m_drawn < end; ++m_drawn) {
            if (m_drawn < m_dots.size()) {
                paintDot(painter, m_dots[m_drawn], pen);
            } else {
                paintArrow(painter, m_dots[m_drawn - m_dots.size()]);
            }
        }
    } while (m_drawn < drawings()
             && clock.nsecsElapsed() < std::chrono::nanoseconds(m_frameTime).count());
}

/// On top of all others, with its arrow.
void RooflineChart::paintCurrent(QPainter &painter) const
{
    const Dot *dot = currentLayer() ? dotOfLayer(*currentLayer()) : nullptr;
    if (dot != nullptr) {
        paintDot(painter, *dot, QPen(palette().color(QPalette::Text), 2));
        paintArrow(painter, *dot);
    }
}

} // namespace nervure
