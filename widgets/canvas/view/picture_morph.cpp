// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/picture_morph.h"

#include "widgets/canvas/painting/node_painter.h"
#include "widgets/canvas/painting/overview_painter.h"
#include "widgets/canvas/view/box_placement.h"
#include "widgets/style/colors.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nervure {

namespace {

/// Around a box, in view pixels: discs on its corners and outlines are painted there.
constexpr double besideBox = 16;
/// How much of the color of what comes or goes lies on a box.
constexpr int tintAlpha = 70;

QRectF between(const QRectF &from, const QRectF &to, double t)
{
    const auto mix = [t](double a, double b) { return a + (b - a) * t; };
    return {mix(from.x(), to.x()), mix(from.y(), to.y()), mix(from.width(), to.width()),
            mix(from.height(), to.height())};
}

} // namespace

/// Makes what a morph is painted of.
class PictureMorph::Maker {
public:
    Maker(PictureMorph &morph, const SeenPicture &before, const SeenPicture &now,
          const PictureWays &ways, const Palette &palette)
        : m_morph(morph),
          m_before(before),
          m_now(now),
          m_ways(ways),
          m_palette(palette),
          m_ratio(morph.m_widget.devicePixelRatioF()),
          m_isGlider(now.scene->nodeCount(), false)
    {}

    /// Whether there is something to see move, and not too much.
    bool make()
    {
        std::vector<std::uint32_t> old = m_before.scene->nodesIn(seenOf(m_before));
        const std::vector<std::uint32_t> next = m_now.scene->nodesIn(seenOf(m_now));
        if (old.size() + next.size() > mostBoxes || m_before.place.scale() < overviewScale
            || m_now.place.scale() < overviewScale) {
            return false;
        }
        m_morph.m_ground = toQColor(m_palette.canvas);
        m_morph.m_linesBefore = linesOf(m_before);
        m_morph.m_linesNow = linesOf(m_now);
        // What stands for the selected node comes from it, whatever else it came from.
        if (m_before.current && std::erase(old, *m_before.current) != 0) {
            old.insert(old.begin(), *m_before.current);
        }
        for (const std::uint32_t box : old) {
            leave(box);
        }
        for (const std::uint32_t box : next) {
            arrive(box);
        }
        return std::any_of(m_morph.m_travelers.begin(), m_morph.m_travelers.end(),
                           [](const Traveler &one) { return one.moves(); });
    }

private:
    [[nodiscard]] QRectF seenOf(const SeenPicture &picture) const
    {
        return picture.place.toScene(QRectF(m_morph.m_widget.rect()));
    }

    [[nodiscard]] static QRectF placeIn(const SeenPicture &picture, std::uint32_t box)
    {
        return picture.place.toView(picture.scene->nodeRect(box));
    }

    [[nodiscard]] QImage linesOf(const SeenPicture &picture) const
    {
        QImage image((QSizeF(m_morph.m_widget.size()) * m_ratio).toSize(),
                     QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(m_ratio);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.scale(picture.place.scale(), picture.place.scale());
        painter.translate(-picture.place.origin());
        paintSceneLines(painter, *picture.scene, seenOf(picture),
                        {m_palette, picture.marks, picture.highlights, picture.place.scale()});
        return image;
    }

    [[nodiscard]] QImage lookOf(const SeenPicture &picture, std::uint32_t box,
                                const std::optional<QColor> &tint) const
    {
        const QRectF place = placeIn(picture, box);
        const QSizeF size = place.size() + QSizeF(2 * besideBox, 2 * besideBox);
        QImage image((size * m_ratio).toSize().expandedTo({1, 1}),
                     QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(m_ratio);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.translate(besideBox - place.x(), besideBox - place.y());
        painter.scale(picture.place.scale(), picture.place.scale());
        painter.translate(-picture.place.origin());
        paintNodes(painter, *picture.scene, {box},
                   {m_palette, picture.marks, picture.highlights, picture.place.scale()});
        if (tint) {
            painter.setPen(QPen(*tint, 2 / picture.place.scale()));
            painter.setBrush(QColor(tint->red(), tint->green(), tint->blue(), tintAlpha));
            painter.drawRoundedRect(picture.scene->nodeRect(box), card::radius, card::radius);
        }
        return image;
    }

    /// The box that the node of an old one is in now, and whether it still is that one.
    [[nodiscard]] std::optional<std::pair<std::uint32_t, bool>> heirOf(std::uint32_t box) const
    {
        if (box == m_before.current && m_now.current) {
            return std::pair(*m_now.current, true);
        }
        const DrawnGraph &before = m_before.scene->graph();
        if (before.isOutput(box)) {
            const auto now = findBox(m_now.scene->graph(), nervure::placeOf(before, box));
            return now ? std::optional(std::pair(*now, true)) : std::nullopt;
        }
        const NodeId node = before.ownNode(box);
        const NodeId heir = node.isValid() ? m_ways.heirOf(node) : NodeId();
        const auto now = heir.isValid() ? m_now.scene->graph().find(heir) : std::nullopt;
        return now ? std::optional(std::pair(*now, m_ways.sourceOf(heir) == node)) : std::nullopt;
    }

    [[nodiscard]] NodeId nodeOf(std::uint32_t box) const
    {
        return m_now.scene->graph().ownNode(box);
    }

    void leave(std::uint32_t box)
    {
        const QRectF place = placeIn(m_before, box);
        const auto heir = heirOf(box);
        if (!heir) {
            m_morph.m_travelers.push_back(
                {{},
                 lookOf(m_before, box, changeColor(ChangeColor::Removed, m_palette.isDark)),
                 place,
                 place,
                 1,
                 0});
        } else if (heir->second && !m_isGlider[heir->first]) {
            m_isGlider[heir->first] = true;
            m_morph.m_travelers.push_back({nodeOf(heir->first),
                                           lookOf(m_now, heir->first, std::nullopt), place,
                                           placeIn(m_now, heir->first), 1, 1});
        } else {
            m_morph.m_travelers.push_back({{},
                                           lookOf(m_before, box, std::nullopt),
                                           place,
                                           placeIn(m_now, heir->first),
                                           1,
                                           0});
        }
    }

    /// What was out of sight before comes from there, what was not there at all appears.
    void arrive(std::uint32_t box)
    {
        if (m_isGlider[box]) {
            return;
        }
        const QRectF place = placeIn(m_now, box);
        const NodeId node = m_now.scene->graph().ownNode(box);
        const NodeId source = node.isValid() ? m_ways.sourceOf(node) : NodeId();
        const DrawnGraph &now = m_now.scene->graph();
        const auto before = now.isOutput(box)
                                ? findBox(m_before.scene->graph(), nervure::placeOf(now, box))
                            : source.isValid() ? m_before.scene->graph().find(source)
                                               : std::nullopt;
        if (before && heirOf(*before) == std::pair(box, true)) {
            m_morph.m_travelers.push_back(
                {node, lookOf(m_now, box, std::nullopt), placeIn(m_before, *before), place, 1, 1});
            return;
        }
        const bool isNew = !source.isValid() && node.isValid();
        const auto tint =
            isNew ? std::optional(changeColor(ChangeColor::Added, m_palette.isDark)) : std::nullopt;
        m_morph.m_travelers.push_back({node, lookOf(m_now, box, tint), place, place, 0, 1});
    }

    PictureMorph &m_morph;
    const SeenPicture &m_before;
    const SeenPicture &m_now;
    const PictureWays &m_ways;
    const Palette &m_palette;
    double m_ratio;
    std::vector<bool> m_isGlider; ///< by box now: one that was in sight becomes it
};

PictureMorph::PictureMorph(QWidget &widget) : m_widget(widget)
{
    m_time.setDuration(durationMs);
    m_time.setEasingCurve(QEasingCurve::OutCubic);
    m_time.setStartValue(0.0);
    m_time.setEndValue(1.0);
    QObject::connect(&m_time, &QVariantAnimation::valueChanged, &widget,
                     qOverload<>(&QWidget::update));
    QObject::connect(&m_time, &QVariantAnimation::finished, &m_time, [this] { stop(); });
}

void PictureMorph::start(const SeenPicture &before, const SeenPicture &now, const PictureWays &ways,
                         const Palette &palette)
{
    stop();
    if (!before.scene || !now.scene) {
        return;
    }
    if (Maker(*this, before, now, ways, palette).make()) {
        m_time.start();
    } else {
        stop();
    }
}

void PictureMorph::stop()
{
    if (!m_travelers.empty()) {
        m_time.stop();
        m_travelers.clear();
        m_linesBefore = {};
        m_linesNow = {};
        m_widget.update();
    }
}

QRectF PictureMorph::placeOf(const Traveler &one) const
{
    return between(one.from, one.to, m_time.currentValue().toDouble());
}

QRectF PictureMorph::placeOf(NodeId node) const
{
    const auto one =
        std::find_if(m_travelers.begin(), m_travelers.end(),
                     [node](const Traveler &traveler) { return traveler.node == node; });
    return one == m_travelers.end() ? QRectF() : placeOf(*one);
}

void PictureMorph::paint(QPainter &painter) const
{
    const double t = m_time.currentValue().toDouble();
    painter.fillRect(m_widget.rect(), m_ground);
    painter.setOpacity(std::max(0.0, 1 - 2 * t));
    painter.drawImage(QPointF(0, 0), m_linesBefore);
    painter.setOpacity(std::max(0.0, 2 * t - 1));
    painter.drawImage(QPointF(0, 0), m_linesNow);
    for (const Traveler &one : m_travelers) {
        painter.setOpacity(one.opacityAtStart + (one.opacityAtEnd - one.opacityAtStart) * t);
        painter.drawImage(placeOf(one).adjusted(-besideBox, -besideBox, besideBox, besideBox),
                          one.look);
    }
    painter.setOpacity(1);
}

} // namespace nervure
