// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/painting/scene_painter.h"
#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/canvas/scene/stage_picture.h"
#include "widgets/canvas/scene/view_transform.h"

#include <QImage>
#include <QVariantAnimation>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

class QPainter;
class QWidget;

namespace nervure {

/// A picture as it is seen, to go on from.
struct SeenPicture {
    std::shared_ptr<const CanvasScene> scene; ///< null: there is none
    CanvasMarks marks;
    CanvasHighlights highlights;
    ViewTransform place;
    std::optional<std::uint32_t> current = std::nullopt; ///< the box of the selected node
};

/// One picture of a widget becomes that of another step: what is in both glides from its old place to its
/// new one, what went into a node flows there, what is gone fades out in the color of what is removed, and what is
/// new fades in in the color of what is added. Boxes are painted once, frames put them together.
class PictureMorph {
public:
    /// More boxes than these are in sight: frames would take too long. On one core of 2.1 GHz a frame of so
    /// many takes 6 ms (bench_steps).
    static constexpr std::size_t mostBoxes = 250;

    /// `widget` is painted anew while it runs; it must outlive this.
    explicit PictureMorph(QWidget &widget);

    /// Begins, unless too much is in sight or nothing moves.
    void start(const SeenPicture &before, const SeenPicture &now, const PictureWays &ways,
               const Palette &palette);
    /// At once to its end.
    void stop();
    [[nodiscard]] bool isRunning() const { return m_time.state() == QAbstractAnimation::Running; }
    /// The boxes that are on their way.
    [[nodiscard]] std::size_t count() const { return m_travelers.size(); }
    /// Paints the picture of this moment.
    void paint(QPainter &painter) const;
    /// Where the box of a node that is in the picture now is at this moment, in view coordinates; empty while
    /// nothing moves, and of nodes out of sight.
    [[nodiscard]] QRectF placeOf(NodeId node) const;
    /// How far it is, from 0 to 1; for measuring and tests.
    void setProgress(double progress) { m_time.setCurrentTime(qRound(progress * durationMs)); }

private:
    static constexpr int durationMs = 250;

    /// A box on its way, in view coordinates.
    struct Traveler {
        NodeId node; ///< in the picture now; invalid: it goes
        QImage look; ///< with a margin around the box
        QRectF from;
        QRectF to;
        double opacityAtStart = 1;
        double opacityAtEnd = 1;

        [[nodiscard]] bool moves() const
        {
            constexpr double still = 0.5;
            return opacityAtStart != opacityAtEnd
                   || (to.center() - from.center()).manhattanLength() > still;
        }
    };

    class Maker;

    [[nodiscard]] QRectF placeOf(const Traveler &one) const;

    QWidget &m_widget;
    QVariantAnimation m_time;
    QColor m_ground;
    QImage m_linesBefore;
    QImage m_linesNow;
    std::vector<Traveler> m_travelers; ///< in the order in which they are painted
};

} // namespace nervure
