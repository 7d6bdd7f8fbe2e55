// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/group_painter.h"

#include "core/layout/diagram/group_frames.h"
#include "widgets/style/colors.h"
#include "widgets/style/fonts.h"

#include <QPainter>

#include <algorithm>

namespace nervure {

namespace {

constexpr double nameScale = 0.42;
constexpr double smallestFrame = 6; ///< on the screen

} // namespace

void paintGroupFrames(QPainter &painter, const CanvasScene &scene, const QRectF &area,
                      const CanvasLook &look)
{
    const double least = 1 / look.scale;
    painter.setRenderHint(QPainter::Antialiasing, look.scale >= nameScale);
    painter.setFont(pictureFont(TextStyle::Name));
    const QColor line = toQColor(look.palette.line);
    const QColor fill = toQColor(blend(look.palette.canvas, look.palette.line, frame::tint));
    for (const GroupFrame &frame : scene.frames()) {
        const QRectF &rect = frame.rect;
        if (!rect.intersects(area) || rect.height() * look.scale < smallestFrame) {
            continue;
        }
        painter.setPen(QPen(line, std::max(1.0, least)));
        painter.setBrush(fill);
        painter.drawRoundedRect(rect, card::radius + 4, card::radius + 4);
        if (look.scale >= nameScale) {
            painter.setPen(toQColor(look.palette.muted));
            painter.drawText(frame.label.adjusted(8, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                             frame.text);
        }
    }
}

void paintStack(QPainter &painter, const QRectF &front)
{
    for (const int behind : {2, 1}) {
        const double step = behind * card::stackStep;
        painter.drawRoundedRect(front.adjusted(0.5, 0.5, -0.5, -0.5).translated(step, step),
                                card::radius, card::radius);
    }
}

} // namespace nervure
