// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/heat_map_view.h"

#include "widgets/style/colors.h"
#include "widgets/style/fonts.h"
#include "widgets/text/format.h"

#include <QHelpEvent>
#include <QLinearGradient>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr double largestCell = 28;
constexpr double highestImage = 280;
constexpr double lowestImage = 24; ///< of a single row, too
constexpr double scaleHeight = 10;
constexpr double scaleGap = 6;
constexpr double signSize = 10;
constexpr int scaleStops = 16;
constexpr int usualWidth = 240;
constexpr int leastWidth = 60;

QString cellNumber(double value)
{
    constexpr int digits = 5;
    return QString::number(value, 'g', digits);
}

/// "3", or "3 to 5" of a block; `cells` of `elements`.
QString placeText(std::size_t cell, std::size_t cells, std::int64_t elements)
{
    const auto total = static_cast<std::size_t>(elements);
    // A cell has the elements i of which i * cells / elements is its number.
    const std::size_t first = (cell * total + cells - 1) / cells;
    const std::size_t last = ((cell + 1) * total + cells - 1) / cells - 1;
    return first == last ? QString::number(first)
                         : HeatMapView::tr("%1 to %2").arg(first).arg(last);
}

} // namespace

HeatScale HeatScale::of(double least, double greatest, bool isDifference)
{
    if (isDifference || (least < 0 && greatest > 0)) {
        const double most = std::max(std::fabs(least), std::fabs(greatest));
        return {-most, most, true};
    }
    return {least, greatest, false};
}

double HeatScale::positionOf(double value) const
{
    const double range = greatest - least;
    return range > 0 ? std::clamp((value - least) / range, 0.0, 1.0) : isDiverging ? 0.5 : 0.0;
}

HeatMapView::HeatMapView(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Heat map of the values"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
}

void HeatMapView::setMap(HeatMap map, const HeatScale &scale)
{
    m_map = std::move(map);
    m_scale = scale;
    const auto has = [this](auto isOdd) {
        return std::any_of(m_map.cells.begin(), m_map.cells.end(), isOdd);
    };
    m_hasNan = has([](double cell) { return std::isnan(cell); });
    m_hasInfinity = has([](double cell) { return std::isinf(cell); });
    setAccessibleDescription(tr("%1 rows, %2 columns, colors from %3 to %4")
                                 .arg(formatCount(m_map.rows), formatCount(m_map.columns),
                                      cellNumber(scale.least), cellNumber(scale.greatest)));
    makeImage();
    updateGeometry();
    setVisible(!m_map.cells.empty());
    update();
}

void HeatMapView::clear()
{
    m_map = {};
    hide();
}

QColor HeatMapView::colorOf(double value) const
{
    const bool isDark = paletteFor(palette()).isDark;
    if (std::isnan(value)) {
        return errorColor(isDark);
    }
    if (std::isinf(value)) {
        return changeColor(ChangeColor::Fused, isDark);
    }
    return toQColor(scaleColor(m_scale.positionOf(value), m_scale.isDiverging));
}

void HeatMapView::makeImage()
{
    m_image =
        QImage(static_cast<int>(m_map.width), static_cast<int>(m_map.height), QImage::Format_RGB32);
    for (int y = 0; y < m_image.height(); ++y) {
        for (int x = 0; x < m_image.width(); ++x) {
            const double cell =
                m_map.cell(static_cast<std::size_t>(y), static_cast<std::size_t>(x));
            m_image.setPixelColor(x, y, colorOf(cell));
        }
    }
}

/// Cells are square where a side of them is not too small or too large for it.
QRectF HeatMapView::imageRect(int width) const
{
    if (m_map.cells.empty()) {
        return {};
    }
    const auto columns = static_cast<double>(m_map.width);
    const auto rows = static_cast<double>(m_map.height);
    const double cell = std::min({(width - 2) / columns, largestCell, highestImage / rows});
    const double wide = columns * cell;
    const double high = std::max(rows * cell, lowestImage);
    // What is much higher than wide gets cells that are wider than high.
    return {1, 1, std::max(wide, std::min(lowestImage, width - 2.0)), high};
}

int HeatMapView::heightForWidth(int width) const
{
    const double signs = m_hasNan || m_hasInfinity ? signSize + scaleGap : 0;
    const double text = QFontMetricsF(numberFont()).height();
    const double all = imageRect(width).height() + 2 + scaleGap + scaleHeight + 2 + text + signs;
    return static_cast<int>(std::ceil(all));
}

QSize HeatMapView::sizeHint() const
{
    return {usualWidth, heightForWidth(usualWidth)};
}

QSize HeatMapView::minimumSizeHint() const
{
    return {leastWidth, heightForWidth(leastWidth)};
}

void HeatMapView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        makeImage();
    }
    QWidget::changeEvent(event);
}

QString HeatMapView::tipAt(QPoint point) const
{
    const QRectF image = imageRect(width());
    if (!image.contains(point)) {
        return {};
    }
    const auto cellOf = [](double at, double size, std::size_t count) {
        return std::min(static_cast<std::size_t>(at / size * static_cast<double>(count)),
                        count - 1);
    };
    const std::size_t row = cellOf(point.y() - image.top(), image.height(), m_map.height);
    const std::size_t column = cellOf(point.x() - image.left(), image.width(), m_map.width);
    return tr("row %1, column %2: %3")
        .arg(placeText(row, m_map.height, m_map.rows),
             placeText(column, m_map.width, m_map.columns), cellNumber(m_map.cell(row, column)));
}

bool HeatMapView::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

void HeatMapView::paintEvent(QPaintEvent *)
{
    if (m_image.isNull()) {
        return;
    }
    QPainter painter(this);
    const QRectF image = imageRect(width());
    painter.drawImage(image, m_image);
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(image.adjusted(-0.5, -0.5, 0.5, 0.5));
    const double top = image.bottom() + scaleGap;
    paintScale(painter, top);
    if (m_hasNan || m_hasInfinity) {
        paintSigns(painter, height() - signSize - 2);
    }
}

void HeatMapView::paintScale(QPainter &painter, double top) const
{
    const QRectF bar(1, top, width() - 2, scaleHeight);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= scaleStops; ++i) {
        const double position = static_cast<double>(i) / scaleStops;
        gradient.setColorAt(position, toQColor(scaleColor(position, m_scale.isDiverging)));
    }
    painter.fillRect(bar, gradient);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setFont(numberFont());
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF text(bar.left(), bar.bottom() + 2, bar.width(), painter.fontMetrics().height());
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, cellNumber(m_scale.least));
    painter.drawText(text, Qt::AlignHCenter | Qt::AlignVCenter,
                     cellNumber((m_scale.least + m_scale.greatest) / 2));
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, cellNumber(m_scale.greatest));
}

/// What the colors mean that are not on the scale.
void HeatMapView::paintSigns(QPainter &painter, double top) const
{
    double left = 1;
    const auto paint = [&](double value, const QString &word) {
        painter.fillRect(QRectF(left, top, signSize, signSize), colorOf(value));
        left += signSize + 4;
        const double wide = painter.fontMetrics().horizontalAdvance(word);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(left, top - 4, wide + 2, signSize + 8), Qt::AlignVCenter, word);
        left += wide + 12;
    };
    if (m_hasNan) {
        paint(std::nan(""), QStringLiteral("NaN"));
    }
    if (m_hasInfinity) {
        paint(INFINITY, tr("infinite"));
    }
}

} // namespace nervure
