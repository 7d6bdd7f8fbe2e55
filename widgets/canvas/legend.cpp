// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/legend.h"

#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/overlay_frame.h"
#include "widgets/style/colours.h"
#include "widgets/style/fonts.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>

namespace nervure {

namespace {

constexpr int padding = 10;
constexpr int rowHeight = 18;
constexpr int chip = 10;
constexpr int scaleWidth = 180;
constexpr int barHeight = 10;

} // namespace

Legend::Legend(GraphView &view, QWidget *parent) : QWidget(parent), m_view(view)
{
    setObjectName(QStringLiteral("legend"));
    setAccessibleName(tr("Legend"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    connect(&view, &GraphView::drawingChanged, this, &Legend::takeScene);
    connect(&view, &GraphView::marksChanged, this, &Legend::takeMarks);
}

QString Legend::categoryText(OpCategory category)
{
    switch (category) {
    case OpCategory::Convolution: return tr("Convolution, dense");
    case OpCategory::Normalisation: return tr("Normalisation");
    case OpCategory::Activation: return tr("Activation");
    case OpCategory::Pooling: return tr("Pooling");
    case OpCategory::Reduction: return tr("Reduction, softmax");
    case OpCategory::Layout: return tr("Shape, layout");
    case OpCategory::Elementwise: return tr("Element-wise");
    case OpCategory::Data: return tr("Data");
    case OpCategory::Other: return tr("Other");
    }
    return {};
}

void Legend::takeScene()
{
    m_categories.clear();
    m_hasUnknown = false;
    if (m_view.scene()) {
        for (const DrawnNode &node : m_view.scene()->graph().nodes) {
            if (!node.isKnown) {
                m_hasUnknown = true;
            } else if (std::find(m_categories.begin(), m_categories.end(), node.category)
                       == m_categories.end()) {
                m_categories.push_back(node.category);
            }
        }
        std::sort(m_categories.begin(), m_categories.end());
    }
    takeMarks();
}

void Legend::takeMarks()
{
    const bool hasContent =
        m_view.marks().scale.has_value() || m_hasUnknown || !m_categories.empty();
    setVisible(m_view.scene() && hasContent);
    resize(sizeHint());
    update();
    Q_EMIT resized();
}

QSize Legend::sizeHint() const
{
    if (const auto &scale = m_view.marks().scale) {
        const int rows = scale->hasMissing ? 1 : 0;
        return {scaleWidth + 2 * padding,
                2 * padding + 2 * rowHeight + barHeight + rows * rowHeight};
    }
    const QFontMetricsF metrics(pictureFont(TextStyle::Name));
    double width = m_hasUnknown ? metrics.horizontalAdvance(tr("Unknown operator")) : 0;
    for (const OpCategory category : m_categories) {
        width = std::max(width, metrics.horizontalAdvance(categoryText(category)));
    }
    const int rows = static_cast<int>(m_categories.size()) + (m_hasUnknown ? 1 : 0);
    return {static_cast<int>(width) + chip + 8 + 2 * padding, rows * rowHeight + 2 * padding - 4};
}

void Legend::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    paintOverlayFrame(painter, *this);
    if (m_view.marks().scale) {
        paintScale(painter);
    } else {
        paintCategories(painter);
    }
}

void Legend::paintCategories(QPainter &painter)
{
    const Palette &colours = paletteFor(palette());
    painter.setFont(pictureFont(TextStyle::Name));
    double y = padding - 2;
    const auto row = [&](const QBrush &brush, const QString &text) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(brush);
        painter.drawRoundedRect(QRectF(padding, y + (rowHeight - chip) / 2.0, chip, chip), 2, 2);
        painter.setPen(toQColor(colours.muted));
        painter.drawText(QRectF(padding + chip + 8, y, width(), rowHeight), Qt::AlignVCenter, text);
        y += rowHeight;
    };
    for (const OpCategory category : m_categories) {
        row(toQColor(categoryColour(category, colours.isDark)), categoryText(category));
    }
    if (m_hasUnknown) {
        row(QBrush(toQColor(categoryColour(OpCategory::Other, colours.isDark)), Qt::Dense4Pattern),
            tr("Unknown operator"));
    }
}

void Legend::paintScale(QPainter &painter)
{
    const Palette &colours = paletteFor(palette());
    const HeatScale &scale = *m_view.marks().scale;
    painter.setFont(pictureFont(TextStyle::Name));
    painter.setPen(toQColor(colours.text));
    painter.drawText(QRectF(padding, padding - 2, scaleWidth, rowHeight), Qt::AlignVCenter,
                     scale.title);
    const QRectF bar(padding, padding + rowHeight, scaleWidth, barHeight);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 10; ++i) {
        gradient.setColorAt(i / 10.0, toQColor(cividis(i / 10.0)));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(gradient);
    painter.drawRoundedRect(bar, 2, 2);
    painter.setFont(pictureFont(TextStyle::Badge));
    painter.setPen(toQColor(colours.muted));
    const QRectF ends(padding, bar.bottom() + 2, scaleWidth, rowHeight);
    painter.drawText(ends, Qt::AlignVCenter | Qt::AlignLeft, scale.low);
    painter.drawText(ends, Qt::AlignVCenter | Qt::AlignRight, scale.high);
    if (scale.hasMissing) {
        const QRectF box(padding, ends.bottom() + (rowHeight - chip) / 2.0, 16, chip);
        painter.setPen(toQColor(colours.line));
        painter.setBrush(QBrush(toQColor(colours.edge), Qt::BDiagPattern));
        painter.drawRoundedRect(box, 2, 2);
        painter.setPen(toQColor(colours.muted));
        painter.setFont(pictureFont(TextStyle::Name));
        painter.drawText(QRectF(box.right() + 8, ends.bottom(), scaleWidth, rowHeight),
                         Qt::AlignVCenter, tr("not measured"));
    }
}

} // namespace nervure
