// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/weight_histogram.h"

#include "widgets/text/format.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace nervure {

WeightHistogram::WeightHistogram(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Histogram of the values"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void WeightHistogram::setCounts(std::vector<std::uint64_t> counts, double least, double greatest)
{
    m_counts = std::move(counts);
    m_least = least;
    m_greatest = greatest;
    setVisible(!m_counts.empty());
    setAccessibleDescription(tr("from %1 to %2").arg(least).arg(greatest));
    update();
}

QSize WeightHistogram::sizeHint() const
{
    constexpr int width = 160;
    constexpr int height = 64;
    return {width, height};
}

QString WeightHistogram::tipAt(int x) const
{
    const auto parts = static_cast<int>(m_counts.size());
    const int part = std::clamp(x * parts / std::max(width(), 1), 0, parts - 1);
    const double step = (m_greatest - m_least) / parts;
    return tr("%1 from %2 to %3")
        .arg(formatCount(static_cast<std::int64_t>(m_counts[static_cast<std::size_t>(part)])))
        .arg(m_least + part * step)
        .arg(m_least + (part + 1) * step);
}

bool WeightHistogram::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && !m_counts.empty()) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos().x()), this);
        return true;
    }
    return QWidget::event(event);
}

void WeightHistogram::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const std::uint64_t most =
        m_counts.empty()
            ? 1
            : std::max<std::uint64_t>(*std::max_element(m_counts.begin(), m_counts.end()), 1);
    const double barWidth =
        width() / static_cast<double>(std::max<std::size_t>(m_counts.size(), 1));
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        const double share = static_cast<double>(m_counts[i]) / static_cast<double>(most);
        // What is there at all can be seen.
        const double barHeight = m_counts[i] > 0 ? std::max(share * (height() - 1), 1.0) : 0.0;
        painter.fillRect(QRectF(static_cast<double>(i) * barWidth, height() - 1 - barHeight,
                                std::max(barWidth - 1, 1.0), barHeight),
                         palette().highlight());
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(0, height() - 1, width() - 1, height() - 1);
}

} // namespace nervure
