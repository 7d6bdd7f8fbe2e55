// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/charts/profile_chart.h"

#include "widgets/style/colors.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace nervure {

ProfileChart::ProfileChart(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void ProfileChart::setContent(const ChartContent &content)
{
    m_content = content;
    m_current.reset();
    contentChanged();
    update();
}

void ProfileChart::setCurrentLayer(std::optional<std::uint32_t> layer)
{
    m_current = layer && hasLayers() && *layer < data().layers.size() ? layer : std::nullopt;
    update();
}

QSize ProfileChart::minimumSizeHint() const
{
    constexpr int width = 240;
    constexpr int height = 120;
    return {width, height};
}

bool ProfileChart::hasLayers() const
{
    return m_content.report && !m_content.report->data.layers.empty();
}

QColor ProfileChart::colorOf(std::uint32_t layer) const
{
    const OpCategory category =
        layer < m_content.categories.size() ? m_content.categories[layer] : OpCategory::Other;
    return toQColor(categoryColor(category, paletteFor(palette()).isDark));
}

QString ProfileChart::layerTip(std::uint32_t layer) const
{
    const LayerProfile &of = data().layers[layer];
    const double total = totalMs(data());
    const double share = total > 0 ? of.ms.median / total : 0;
    QString tip = QStringLiteral("%1 (%2)\n%3, %4")
                      .arg(toQString(of.node.name), toQString(of.op), formatTime(of.ms.median),
                           formatShare(share));
    if (of.verdict.isKnown()) {
        tip += u'\n' + coreMessage(toQString(of.verdict.text()));
    }
    return tip;
}

QString ProfileChart::tipAt(QPointF place) const
{
    const std::vector<std::uint32_t> layers = layersAt(place);
    return layers.size() == 1 ? layerTip(layers.front()) : QString();
}

bool ProfileChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString tip = hasLayers() ? tipAt(QPointF(help->pos())) : QString();
    if (tip.isEmpty()) {
        QToolTip::hideText();
        event->ignore();
    } else {
        QToolTip::showText(help->globalPos(), tip, this);
    }
    return true;
}

void ProfileChart::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(event->rect(), palette().base());
    if (hasLayers()) {
        paintChart(painter);
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void ProfileChart::mouseReleaseEvent(QMouseEvent *event)
{
    if (!hasLayers() || event->button() != Qt::LeftButton) {
        return;
    }
    if (const auto layers = layersAt(event->position()); !layers.empty()) {
        Q_EMIT layersChosen(layers);
    }
}

void ProfileChart::keyPressEvent(QKeyEvent *event)
{
    const bool isForward = event->key() == Qt::Key_Right;
    if (!hasLayers() || (!isForward && event->key() != Qt::Key_Left)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const auto last = static_cast<std::uint32_t>(data().layers.size() - 1);
    std::uint32_t next = m_current.value_or(isForward ? last : 0);
    if (isForward) {
        next = next == last ? 0 : next + 1;
    } else {
        next = next == 0 ? last : next - 1;
    }
    Q_EMIT layersChosen({next});
}

} // namespace nervure
