// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/legend.h"

#include <QPointF>

class QPainter;

namespace nervure {

/// Paints a legend, without a frame, with its top left corner there.
void paintLegend(QPainter &painter, const PictureLegend &legend, QPointF topLeft,
                 const Palette &palette);

} // namespace nervure
