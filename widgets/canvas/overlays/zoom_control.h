// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/overlays/overlay.h"

class QToolButton;

namespace nervure {

class CanvasSurface;

/// Zoom out, the scale (click: actual size), zoom in, fit.
class ZoomControl : public Overlay {
    Q_OBJECT

public:
    ZoomControl(CanvasSurface &view, QWidget *parent);

private:
    void showScale();

    CanvasSurface &m_view;
    QToolButton *m_scale;
};

} // namespace nervure
