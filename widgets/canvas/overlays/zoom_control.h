// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QToolButton;

namespace nervure {

class CanvasSurface;

/// Zoom out, the scale (click: actual size), zoom in, fit.
class ZoomControl : public QWidget {
    Q_OBJECT

public:
    ZoomControl(CanvasSurface &view, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showScale();

    CanvasSurface &m_view;
    QToolButton *m_scale;
};

} // namespace nervure
