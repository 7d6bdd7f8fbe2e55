// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/overlay_frame.h"

#include "widgets/style/colors.h"

#include <QPainter>
#include <QWidget>

namespace nervure {

void paintOverlayFrame(QPainter &painter, const QWidget &overlay)
{
    constexpr double radius = 6;
    const Palette &colors = paletteFor(overlay.palette());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(toQColor(colors.line));
    painter.setBrush(toQColor(colors.card));
    painter.drawRoundedRect(QRectF(overlay.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

} // namespace nervure
