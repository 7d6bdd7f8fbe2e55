// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/overlay.h"

#include "widgets/canvas/overlays/overlay_frame.h"

#include <QPainter>

namespace nervure {

Overlay::Overlay(QWidget *parent) : QWidget(parent)
{
    hide();
}

QSize Overlay::sizeOn(QSize /*canvas*/)
{
    return sizeHint();
}

void Overlay::setWanted(bool isWanted)
{
    if (isWanted != m_isWanted) {
        m_isWanted = isWanted;
        Q_EMIT changed();
    }
}

void Overlay::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    paintOverlayFrame(painter, *this);
}

} // namespace nervure
