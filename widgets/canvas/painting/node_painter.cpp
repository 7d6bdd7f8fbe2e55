// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/node_painter.h"

#include "widgets/canvas/painting/group_painter.h"
#include "widgets/style/colors.h"
#include "widgets/style/fonts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace nervure {

namespace {

/// From this scale on there is room for all text; below it for the operator alone.
constexpr double textScale = 0.42;

/// The colors of one card.
struct CardColors {
    QColor fill;
    QColor border;
    QColor title;
    QColor muted;
    bool isHeated = false;
};

class NodePainter {
public:
    NodePainter(QPainter &painter, const CanvasScene &scene, const CanvasLook &look)
        : m_painter(painter),
          m_scene(scene),
          m_look(look),
          m_palette(look.palette),
          m_titleFont(pictureFont(TextStyle::Title)),
          m_nameFont(pictureFont(TextStyle::Name)),
          m_detailFont(pictureFont(TextStyle::Detail)),
          m_badgeFont(pictureFont(TextStyle::Badge))
    {}

    void paintAll(const std::vector<std::uint32_t> &nodes)
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        for (const std::uint32_t node : nodes) {
            paintOne(node);
        }
    }

private:
    [[nodiscard]] const DrawnNode &drawn(std::uint32_t node) const
    {
        return m_scene.graph().nodes[node];
    }

    [[nodiscard]] CardColors colorsOf(std::uint32_t node, const NodeMark *mark) const
    {
        CardColors colors{toQColor(m_palette.card), toQColor(m_palette.line),
                          toQColor(m_palette.text), toQColor(m_palette.muted)};
        if (m_look.marks.scale && mark && mark->heat) {
            const Rgb heat = scaleColor(*mark->heat, m_look.marks.scale->isDiverging);
            const Rgb ink = inkOn(heat);
            colors = {toQColor(heat), toQColor(blend(heat, ink, 0.3)), toQColor(ink), toQColor(ink),
                      true};
        }
        if (const ColorClass *kind = classOf(mark)) {
            colors.fill = toQColor(tintOf(*kind, m_palette));
            colors.border = toQColor(kind->color);
            colors.muted = colors.title;
        }
        if (!drawn(node).isReachable) {
            colors.border = toQColor(m_palette.edge);
            colors.title = colors.muted;
        }
        if (mark && mark->change == ChangeMark::Removed) {
            colors.border = changeColor(ChangeColor::Removed, m_palette.isDark);
            colors.title = colors.muted;
        }
        const CanvasHighlights &lights = m_look.highlights;
        if (lights.dimsRest && lights.litNodes.count(node) == 0) {
            const auto fade = [this](const QColor &c) {
                const QColor to = toQColor(m_palette.canvas);
                return QColor::fromRgbF(c.redF() * 0.55F + to.redF() * 0.45F,
                                        c.greenF() * 0.55F + to.greenF() * 0.45F,
                                        c.blueF() * 0.55F + to.blueF() * 0.45F);
            };
            colors.title = fade(colors.title);
            colors.muted = fade(colors.muted);
        }
        return colors;
    }

    [[nodiscard]] const ColorClass *classOf(const NodeMark *mark) const
    {
        const bool hasOne =
            mark && mark->colorClass && *mark->colorClass < m_look.marks.classes.size();
        return hasOne ? &m_look.marks.classes[*mark->colorClass] : nullptr;
    }

    /// What no output needs is dashed, whatever its color says.
    [[nodiscard]] Qt::PenStyle borderStyle(std::uint32_t node) const
    {
        return drawn(node).isReachable ? Qt::SolidLine : Qt::DashLine;
    }

    /// What the stripe of a card says: its kind, or the category of its operator.
    [[nodiscard]] QBrush stripeBrush(std::uint32_t node, const NodeMark *mark) const
    {
        if (const ColorClass *kind = classOf(mark)) {
            return toQColor(kind->color);
        }
        return m_look.marks.classes.empty() ? categoryBrush(drawn(node), m_palette)
                                            : QBrush(toQColor(m_palette.line));
    }

    void paintOne(std::uint32_t node)
    {
        const QRectF rect = m_scene.nodeRect(node);
        const NodeMark *mark = m_look.marks.find(m_scene.graph().ownNode(node));
        const CardColors colors = colorsOf(node, mark);
        if (isPill(node)) {
            paintPill(node, rect, colors);
        } else {
            paintCard(node, rect, colors, mark);
        }
        if (m_look.scale >= textScale) {
            paintMarks(node, rect, mark);
        } else {
            paintSeverity(rect.topRight(), m_look.marks.severityOf(node));
        }
        if (m_look.highlights.isFound(node)) {
            paintRing(node, rect);
        }
        paintOutline(node, rect);
        if (m_look.scale >= textScale) {
            paintFlag(node, rect);
        }
    }

    /// Around what was found; from far wide enough to be seen.
    void paintRing(std::uint32_t node, const QRectF &rect)
    {
        const double width = std::max(3.0, 2.5 / m_look.scale);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(toQColor(foundColor(m_palette.isDark)), width));
        const double away = 2 + width / 2;
        const double radius = cornerRadius(node) + away;
        m_painter.drawRoundedRect(rect.adjusted(-away, -away, away, away), radius, radius);
    }

    [[nodiscard]] bool isPill(std::uint32_t node) const
    {
        return drawn(node).kind == DrawnKind::Variable || m_scene.graph().isOutput(node);
    }

    [[nodiscard]] double cornerRadius(std::uint32_t node) const
    {
        return isPill(node) ? card::pillPadding : card::radius;
    }

    void paintPill(std::uint32_t node, const QRectF &rect, const CardColors &colors)
    {
        const QColor border = toQColor(categoryColor(OpCategory::Data, m_palette.isDark));
        m_painter.setPen(QPen(border, 1, borderStyle(node)));
        m_painter.setBrush(colors.fill);
        m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), card::pillPadding,
                                  card::pillPadding);
        if (m_scene.graph().isOutput(node)) {
            constexpr double inset = card::outputInset;
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset),
                                      card::pillPadding - inset, card::pillPadding - inset);
        }
        if (m_look.scale >= textScale) {
            paintPillTexts(node, rect, colors);
        }
    }

    /// The name alone stands in the middle; above type and shape where the pill says these, too.
    void paintPillTexts(std::uint32_t node, const QRectF &rect, const CardColors &colors)
    {
        const NodeTexts texts = m_scene.texts(node);
        QRectF first = rect;
        if (!texts.detail.isEmpty()) {
            first.setHeight(card::pillHeight);
            const QRectF second(rect.left(), rect.top() + card::outputBaseline - card::pillPadding,
                                rect.width(), card::pillHeight - card::outputInset);
            text(second, Qt::AlignHCenter | Qt::AlignTop, m_detailFont, colors.title, texts.detail);
        }
        text(first, Qt::AlignCenter, m_nameFont, colors.title, texts.title);
    }

    void paintCard(std::uint32_t node, const QRectF &rect, const CardColors &colors,
                   const NodeMark *mark)
    {
        const bool isHeld = mark && !mark->owner.isEmpty();
        const bool isUnheated = m_look.marks.scale && !colors.isHeated && !isHeld;
        // A border is never thinner than a pixel.
        m_painter.setPen(QPen(colors.border, std::max(1.0, 1 / m_look.scale), borderStyle(node)));
        m_painter.setBrush(colors.fill);
        if (drawn(node).kind == DrawnKind::Group) {
            paintStack(m_painter, rect);
        }
        m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), card::radius, card::radius);
        if (isUnheated) {
            // Missing is hatched, so that it is not taken for zero.
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(QBrush(toQColor(m_palette.line), Qt::BDiagPattern));
            m_painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), card::radius, card::radius);
        }
        paintStripe(stripeBrush(node, mark), rect);
        if (m_look.scale >= textScale) {
            paintTexts(node, rect, colors, mark);
            paintBadges(rect, colors, mark);
        } else {
            paintTitleAlone(node, rect, colors);
        }
    }

    void paintStripe(const QBrush &brush, const QRectF &rect)
    {
        QPainterPath stripe;
        const double r = card::radius;
        const double x = rect.left();
        const double width = m_look.scale < textScale ? 2 * card::stripe : card::stripe;
        const double bend = std::min(width, r);
        stripe.moveTo(x + width, rect.top() + 0.7);
        stripe.lineTo(x + bend, rect.top() + 0.7);
        stripe.quadTo(x, rect.top() + 0.6, x, rect.top() + r);
        stripe.lineTo(x, rect.bottom() - r);
        stripe.quadTo(x, rect.bottom() - 0.6, x + bend, rect.bottom() - 0.7);
        stripe.lineTo(x + width, rect.bottom() - 0.7);
        stripe.closeSubpath();
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(brush);
        m_painter.drawPath(stripe);
    }

    void paintTexts(std::uint32_t node, const QRectF &rect, const CardColors &colors,
                    const NodeMark *mark)
    {
        const NodeTexts &texts = m_scene.texts(node);
        const bool isRemoved = mark && mark->change == ChangeMark::Removed;
        QFont titleFont = m_titleFont;
        titleFont.setStrikeOut(isRemoved);
        const double x = rect.left() + card::paddingLeft;
        line({x, rect.top() + card::titleBaseline}, titleFont, colors.title, texts.title);
        double baseline = card::nameBaseline;
        if (!texts.name.isEmpty()) {
            line({x, rect.top() + baseline}, m_nameFont, colors.muted, texts.name);
            baseline = card::detailBaseline;
        }
        line({x, rect.top() + baseline}, m_detailFont, colors.title, texts.detail);
    }

    /// From far the operator alone, in larger letters: the same on every card, so that size says nothing.
    void paintTitleAlone(std::uint32_t node, const QRectF &rect, const CardColors &colors)
    {
        const QRectF room = rect.adjusted(2 * card::stripe + 6, 2, -6, -2);
        constexpr double growth = 1.5;
        QFont font = m_titleFont;
        font.setPixelSize(qRound(font.pixelSize() * growth));
        const QString title = QFontMetricsF(font).elidedText(m_scene.texts(node).title,
                                                             Qt::ElideMiddle, room.width());
        text(room, Qt::AlignVCenter | Qt::AlignLeft, font, colors.title, title);
    }

    void paintBadges(const QRectF &rect, const CardColors &colors, const NodeMark *mark)
    {
        if (!mark) {
            return;
        }
        double right = rect.right() - card::paddingRight;
        const double baseline = rect.top() + card::titleBaseline;
        if (!mark->badge.isEmpty()) {
            const double width = QFontMetricsF(m_badgeFont).horizontalAdvance(mark->badge);
            line({right - width, baseline}, m_badgeFont, colors.title, mark->badge);
            right -= width + 6;
        }
        if (const ColorClass *kind = classOf(mark)) {
            const double width = QFontMetricsF(m_badgeFont).horizontalAdvance(kind->sign);
            line({right - width, baseline}, m_badgeFont, colors.title, kind->sign);
        }
    }

    /// At the corners, of cards and pills alike.
    void paintMarks(std::uint32_t node, const QRectF &rect, const NodeMark *mark)
    {
        if (mark && mark->change != ChangeMark::None) {
            paintChange({rect.left() + 2, rect.top() + 2}, mark->change);
        }
        if (mark && !mark->note.isEmpty()) {
            paintNote({rect.right() - 6, rect.bottom() - 5});
        }
        paintSeverity({rect.right() - 2, rect.top() + 2}, m_look.marks.severityOf(node));
    }

    /// A bookmark hangs from the card's lower edge.
    void paintFlag(std::uint32_t node, const QRectF &rect)
    {
        const auto &flags = m_look.highlights.flags;
        const auto flag = flags ? flags->find(node) : decltype(flags->find(node))();
        if (!flags || flag == flags->end()) {
            return;
        }
        constexpr double high = 15;
        const QPointF corner(rect.left() + 10, rect.bottom() - 1);
        const double wide =
            std::max(17.0, QFontMetricsF(m_badgeFont).horizontalAdvance(flag->second) + 10);
        QPolygonF cloth;
        cloth << corner << corner + QPointF(wide, 0) << corner + QPointF(wide, high)
              << corner + QPointF(wide / 2, high - 4) << corner + QPointF(0, high);
        m_painter.setPen(QPen(toQColor(m_palette.canvas), 1.5));
        m_painter.setBrush(toQColor(m_palette.accent));
        m_painter.drawPolygon(cloth);
        text(QRectF(corner, QSizeF(wide, high - 3)), Qt::AlignCenter, m_badgeFont,
             toQColor(inkOn(m_palette.accent)), flag->second);
    }

    /// A written sheet on the card's lower corner.
    void paintNote(QPointF center)
    {
        const QRectF sheet(center.x() - 6, center.y() - 6.5, 12, 13);
        m_painter.setPen(QPen(toQColor(m_palette.accent), 1.2));
        m_painter.setBrush(toQColor(m_palette.card));
        m_painter.drawRoundedRect(sheet, 1.5, 1.5);
        for (const double y : {4.0, 6.5, 9.0}) {
            m_painter.drawLine(sheet.topLeft() + QPointF(3, y),
                               sheet.topLeft() + QPointF(y < 9 ? 9 : 7, y));
        }
    }

    /// A disc on the card's corner: × for errors, ! for warnings.
    void paintSeverity(QPointF center, std::optional<Severity> severity)
    {
        if (!severity || *severity == Severity::Note) {
            return;
        }
        const bool isError = severity == Severity::Error;
        disc(center, isError ? errorColor(m_palette.isDark) : warningColor(m_palette.isDark),
             isError ? QStringLiteral("×") : QStringLiteral("!"));
    }

    void paintChange(QPointF center, ChangeMark change)
    {
        disc(center, markColor(change, m_palette.isDark), changeSign(change));
    }

    void disc(QPointF center, const QColor &color, const QString &sign)
    {
        // From far as large on the screen as can be made out.
        const double radius = std::max(8.0, 5.5 / m_look.scale);
        QFont font = m_titleFont;
        font.setPixelSize(std::max(font.pixelSize(), qRound(radius * 1.6)));
        m_painter.setPen(QPen(toQColor(m_palette.canvas), 2));
        m_painter.setBrush(color);
        m_painter.drawEllipse(center, radius, radius);
        const Rgb ink = inkOn(rgb(color.rgb() & 0xFFFFFFU));
        text(QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius),
             Qt::AlignCenter, font, toQColor(ink), sign);
    }

    void paintOutline(std::uint32_t node, const QRectF &rect)
    {
        const CanvasHighlights &lights = m_look.highlights;
        const bool isSelected = lights.selectedNodes.count(node) != 0;
        const bool isFocused = lights.focusedNode == node;
        if (!isSelected && !isFocused && lights.hoveredNode != node) {
            return;
        }
        const double least = 1 / m_look.scale;
        const double width = std::max(isSelected || isFocused ? 2.0 : 1.0, 1.5 * least);
        QPen pen(toQColor(m_palette.accent), width);
        if (isFocused && !isSelected) {
            pen.setStyle(Qt::DotLine);
        }
        const double radius = cornerRadius(node) + 2;
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(pen);
        m_painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), radius, radius);
        if (isFocused && isSelected) {
            m_painter.setPen(QPen(toQColor(m_palette.accent), width / 2, Qt::DotLine));
            m_painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), radius + 3, radius + 3);
        }
    }

    void line(QPointF baseline, const QFont &font, const QColor &color, const QString &what)
    {
        if (what.isEmpty()) {
            return;
        }
        m_painter.setFont(font);
        m_painter.setPen(color);
        m_painter.drawText(baseline, what);
    }

    void text(const QRectF &rect, int flags, const QFont &font, const QColor &color,
              const QString &what)
    {
        m_painter.setFont(font);
        m_painter.setPen(color);
        m_painter.drawText(rect, flags | Qt::TextSingleLine, what);
    }

    QPainter &m_painter;
    const CanvasScene &m_scene;
    const CanvasLook &m_look;
    const Palette &m_palette;
    QFont m_titleFont;
    QFont m_nameFont;
    QFont m_detailFont;
    QFont m_badgeFont;
};

} // namespace

QColor markColor(ChangeMark mark, bool isDark)
{
    switch (mark) {
    case ChangeMark::Added: return changeColor(ChangeColor::Added, isDark);
    case ChangeMark::Fused: return changeColor(ChangeColor::Fused, isDark);
    case ChangeMark::Removed: return changeColor(ChangeColor::Removed, isDark);
    case ChangeMark::None:
    case ChangeMark::Changed: break;
    }
    return changeColor(ChangeColor::Changed, isDark);
}

QBrush categoryBrush(const DrawnNode &node, const Palette &palette)
{
    const QColor color = toQColor(categoryColor(node.category, palette.isDark));
    return node.isKnown ? QBrush(color) : QBrush(color, Qt::Dense4Pattern);
}

void paintNodes(QPainter &painter, const CanvasScene &scene,
                const std::vector<std::uint32_t> &nodes, const CanvasLook &look)
{
    NodePainter(painter, scene, look).paintAll(nodes);
}

} // namespace nervure
