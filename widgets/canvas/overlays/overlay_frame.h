// SPDX-License-Identifier: Apache-2.0
#pragma once

class QPainter;
class QWidget;

namespace nervure {

/// The card that everything floating on the canvas stands on; leaves the painter antialiased.
void paintOverlayFrame(QPainter &painter, const QWidget &overlay);

} // namespace nervure
