// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPixmap>
#include <QWidget>

namespace nervure {

class GraphView;

/// The whole picture, small, with a frame around what the view shows; click or drag moves the view.
/// Hidden while everything is seen anyway.
class Minimap : public QWidget {
    Q_OBJECT

public:
    Minimap(GraphView &view, QWidget *parent);

Q_SIGNALS:
    void resized();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void takeScene();
    void showPlace();
    void redraw();
    void moveView(QPointF at);
    [[nodiscard]] QRectF frame() const;

    GraphView &m_view;
    QPixmap m_picture;
    double m_scale = 1; ///< map pixels a picture pixel
};

} // namespace nervure
