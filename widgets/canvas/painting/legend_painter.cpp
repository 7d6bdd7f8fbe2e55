// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/legend_painter.h"

#include "widgets/style/colors.h"
#include "widgets/style/fonts.h"
#include "widgets/text/format.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>

namespace nervure {

namespace {

class LegendPainter {
public:
    LegendPainter(QPainter &painter, const Palette &palette, QPointF topLeft)
        : m_painter(painter),
          m_palette(palette),
          m_left(topLeft.x() + legend::padding),
          m_y(topLeft.y() + legend::padding - 2)
    {}

    void paint(const PictureLegend &legend)
    {
        m_painter.save();
        m_chipColumn = chipColumn(legend);
        if (legend.scale) {
            paintScale(*legend.scale);
        }
        for (const PictureLegend::Row &row : legend.rows) {
            paintRow(row);
        }
        m_painter.restore();
    }

private:
    void paintRow(const PictureLegend::Row &row)
    {
        const QFont font = pictureFont(TextStyle::Name);
        m_painter.setFont(font);
        double x = m_left;
        if (row.color) {
            const double width = chipWidth(row);
            const QRectF box(x + (m_chipColumn - width) / 2, m_y + (legend::rowHeight - width) / 2,
                             width, width);
            paintChip(box, row);
            m_painter.drawText(box, Qt::AlignCenter, toQString(row.sign));
            x += m_chipColumn + legend::chipGap;
        }
        m_painter.setPen(toQColor(row.color ? m_palette.muted : m_palette.text));
        const QString text = QFontMetricsF(font).elidedText(toQString(row.text), Qt::ElideMiddle,
                                                            legend::widestText);
        m_painter.drawText(QRectF(x, m_y, legend::widestText + 8, legend::rowHeight),
                           Qt::AlignVCenter, text);
        m_y += legend::rowHeight;
    }

    /// Leaves the pen for its sign.
    void paintChip(const QRectF &box, const PictureLegend::Row &row)
    {
        using Chip = PictureLegend::Chip;
        const QColor color = toQColor(*row.color);
        const bool isFrame = row.chip == Chip::Frame || row.chip == Chip::DashedFrame;
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(!isFrame ? QPen(Qt::NoPen)
                                  : QPen(color, row.chip == Chip::Frame ? 2.0 : 1.2,
                                         row.chip == Chip::Frame ? Qt::SolidLine : Qt::DashLine));
        m_painter.setBrush(isFrame ? QBrush()
                                   : QBrush(color, row.chip == Chip::Hatched ? Qt::Dense4Pattern
                                                                             : Qt::SolidPattern));
        const double radius = row.chip == Chip::Disc ? box.width() / 2 : 2;
        m_painter.drawRoundedRect(isFrame ? box.adjusted(1, 1, -1, -1) : box, radius, radius);
        m_painter.setPen(isFrame ? color : toQColor(inkOn(*row.color)));
    }

    void paintScale(const PictureLegend::Scale &scale)
    {
        paintRow({scale.title});
        const QRectF bar(m_left, m_y + 2, legend::scaleWidth, legend::barHeight);
        QLinearGradient gradient(bar.topLeft(), bar.topRight());
        for (int i = 0; i <= 10; ++i) {
            gradient.setColorAt(i / 10.0, toQColor(scaleColor(i / 10.0, scale.isDiverging)));
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(gradient);
        m_painter.drawRoundedRect(bar, 2, 2);
        m_painter.setFont(pictureFont(TextStyle::Badge));
        m_painter.setPen(toQColor(m_palette.muted));
        const QRectF ends(m_left, bar.bottom() + 2, legend::scaleWidth, legend::rowHeight);
        m_painter.drawText(ends, Qt::AlignVCenter | Qt::AlignLeft, toQString(scale.low));
        m_painter.drawText(ends, Qt::AlignVCenter | Qt::AlignRight, toQString(scale.high));
        m_y = ends.bottom();
        for (const std::string &remark : scale.remarks) {
            paintText(remark, m_left);
        }
        if (!scale.missing.empty()) {
            const QRectF box(m_left, m_y + (legend::rowHeight - legend::chip) / 2,
                             legend::signedChip, legend::chip);
            m_painter.setPen(toQColor(m_palette.line));
            m_painter.setBrush(QBrush(toQColor(m_palette.edge), Qt::BDiagPattern));
            m_painter.drawRoundedRect(box, 2, 2);
            paintText(scale.missing, box.right() + legend::chipGap);
        }
        m_y += 4;
    }

    void paintText(const std::string &text, double x)
    {
        m_painter.setFont(pictureFont(TextStyle::Name));
        m_painter.setPen(toQColor(m_palette.muted));
        m_painter.drawText(QRectF(x, m_y, legend::scaleWidth, legend::rowHeight), Qt::AlignVCenter,
                           toQString(text));
        m_y += legend::rowHeight;
    }

    QPainter &m_painter;
    const Palette &m_palette;
    double m_left;
    double m_chipColumn = 0;
    double m_y;
};

} // namespace

void paintLegend(QPainter &painter, const PictureLegend &legend, QPointF topLeft,
                 const Palette &palette)
{
    LegendPainter(painter, palette, topLeft).paint(legend);
}

} // namespace nervure
