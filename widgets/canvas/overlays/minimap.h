// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/overlays/overlay.h"

#include <QPixmap>
#include <QTimer>

namespace nervure {

class CanvasSurface;

/// The whole picture, small, with a frame around what the view shows; click or drag moves the view.
/// A picture that is far longer than wide is cut into strips that stand side by side. Large pictures are
/// painted bit by bit, so that the window goes on. Not wanted while everything is seen anyway.
class Minimap : public Overlay {
    Q_OBJECT

public:
    Minimap(CanvasSurface &view, QWidget *parent);

    [[nodiscard]] QSize sizeHint() const override;
    /// Nothing where it would take too much of the canvas.
    [[nodiscard]] QSize sizeOn(QSize canvas) override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void takeScene();
    void showPlace();
    void redraw();
    void moveView(QPointF at);
    void chooseStrips();
    /// Part of the picture that a strip shows, and where on the map.
    [[nodiscard]] QRectF stripInScene(int strip) const;
    [[nodiscard]] QRectF stripOnMap(int strip) const;
    [[nodiscard]] QSizeF mapSize() const;
    [[nodiscard]] QRectF frame() const;
    void beginMap();
    void paintMore();
    void paintBand(QPainter &map, int band) const;

    CanvasSurface &m_view;
    QPixmap m_picture;
    QTimer m_more;      ///< runs while parts of m_picture are missing
    int m_bands = 1;    ///< of each strip
    int m_nextBand = 0; ///< of all strips
    double m_scale = 1; ///< map pixels a picture pixel
    int m_strips = 1;
    bool m_isTall = true; ///< the picture; strips then stand beside each other, else above
};

} // namespace nervure
