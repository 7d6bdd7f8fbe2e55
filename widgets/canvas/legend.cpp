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
#include <cmath>

namespace nervure {

namespace {

constexpr int padding = 10;
constexpr int rowHeight = 18;
constexpr int chip = 10;
constexpr int scaleWidth = 180;
constexpr int barHeight = 10;
constexpr std::size_t mostRows = 10; ///< more kinds are counted, not named
constexpr double widestText = 260;

/// A chip that holds a sign is larger.
double chipOf(const QString &sign)
{
    return sign.isEmpty() ? chip : 16;
}

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
    makeRows();
    setVisible(m_view.scene() && (m_view.marks().scale.has_value() || !m_rows.empty()));
    resize(sizeHint());
    setAccessibleDescription(spokenText());
    update();
    Q_EMIT resized();
}

void Legend::makeRows()
{
    const CanvasMarks &marks = m_view.marks();
    const Palette &colours = paletteFor(palette());
    m_rows.clear();
    if (marks.scale) {
        return;
    }
    if (!marks.classes.empty()) {
        m_rows.push_back({marks.title});
        for (const ColourClass &kind : marks.classes) {
            if (m_rows.size() > mostRows) {
                m_rows.push_back({tr("and %n more", nullptr,
                                     static_cast<int>(marks.classes.size() - mostRows))});
                break;
            }
            m_rows.push_back(
                {tr("%1 (%2)").arg(kind.text).arg(kind.count), toQColor(kind.colour), kind.sign});
        }
        if (!marks.unclassed.isEmpty()) {
            m_rows.push_back({marks.unclassed, toQColor(colours.line)});
        }
        return;
    }
    if (!marks.hint.isEmpty()) {
        m_rows.push_back({marks.hint});
    }
    for (const OpCategory category : m_categories) {
        m_rows.push_back(
            {categoryText(category), toQColor(categoryColour(category, colours.isDark))});
    }
    if (m_hasUnknown) {
        m_rows.push_back({tr("Unknown operator"),
                          QBrush(toQColor(categoryColour(OpCategory::Other, colours.isDark)),
                                 Qt::Dense4Pattern)});
    }
}

QString Legend::spokenText() const
{
    if (const auto &scale = m_view.marks().scale) {
        return tr("%1, from %2 to %3").arg(scale->title, scale->low, scale->high);
    }
    QStringList texts;
    for (const Row &row : m_rows) {
        texts.append(row.sign.isEmpty() ? row.text : row.sign + u' ' + row.text);
    }
    return texts.join(QStringLiteral(", "));
}

QSize Legend::sizeHint() const
{
    if (const auto &scale = m_view.marks().scale) {
        const int rows = (scale->hasMissing ? 1 : 0) + (scale->isLogarithmic ? 1 : 0);
        return {scaleWidth + 2 * padding,
                2 * padding + 2 * rowHeight + barHeight + rows * rowHeight};
    }
    const QFontMetricsF metrics(pictureFont(TextStyle::Name));
    double width = 0;
    for (const Row &row : m_rows) {
        const double indent = row.brush.style() == Qt::NoBrush ? 0 : chipOf(row.sign) + 8;
        width = std::max(width, std::min(metrics.horizontalAdvance(row.text), widestText) + indent);
    }
    const int rows = static_cast<int>(m_rows.size());
    return {static_cast<int>(std::ceil(width)) + 2 * padding, rows * rowHeight + 2 * padding - 4};
}

void Legend::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    paintOverlayFrame(painter, *this);
    if (m_view.marks().scale) {
        paintScale(painter);
    } else {
        paintRows(painter);
    }
}

void Legend::paintRows(QPainter &painter)
{
    const Palette &colours = paletteFor(palette());
    const QFont font = pictureFont(TextStyle::Name);
    const QFontMetricsF metrics(font);
    double y = padding - 2;
    for (const Row &row : m_rows) {
        double x = padding;
        painter.setFont(font);
        if (row.brush.style() != Qt::NoBrush) {
            const double width = chipOf(row.sign);
            const QRectF box(x, y + (rowHeight - width) / 2.0, width, width);
            painter.setPen(Qt::NoPen);
            painter.setBrush(row.brush);
            painter.drawRoundedRect(box, 2, 2);
            painter.setPen(toQColor(inkOn(rgb(row.brush.color().rgb() & 0xFFFFFFU))));
            painter.drawText(box, Qt::AlignCenter, row.sign);
            x += width + 8;
        }
        painter.setPen(toQColor(row.brush.style() == Qt::NoBrush ? colours.text : colours.muted));
        painter.drawText(QRectF(x, y, width(), rowHeight), Qt::AlignVCenter,
                         metrics.elidedText(row.text, Qt::ElideMiddle, widestText));
        y += rowHeight;
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
    double y = ends.bottom();
    if (scale.isLogarithmic) {
        painter.setFont(pictureFont(TextStyle::Name));
        painter.drawText(QRectF(padding, y, scaleWidth, rowHeight), Qt::AlignVCenter,
                         tr("logarithmic"));
        y += rowHeight;
    }
    if (scale.hasMissing) {
        const QRectF box(padding, y + (rowHeight - chip) / 2.0, 16, chip);
        painter.setPen(toQColor(colours.line));
        painter.setBrush(QBrush(toQColor(colours.edge), Qt::BDiagPattern));
        painter.drawRoundedRect(box, 2, 2);
        painter.setPen(toQColor(colours.muted));
        painter.setFont(pictureFont(TextStyle::Name));
        painter.drawText(QRectF(box.right() + 8, y, scaleWidth, rowHeight), Qt::AlignVCenter,
                         tr("not measured"));
    }
}

} // namespace nervure
