// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace nervure {

/// Which part of the picture the viewport shows. Pure arithmetic.
class ViewTransform {
public:
    static constexpr double smallestScale = 0.001;
    static constexpr double largestScale = 8;

    [[nodiscard]] double scale() const { return m_scale; }
    [[nodiscard]] QPointF toScene(QPointF view) const { return m_origin + view / m_scale; }
    [[nodiscard]] QPointF toView(QPointF scene) const { return (scene - m_origin) * m_scale; }
    [[nodiscard]] QRectF toScene(const QRectF &view) const
    {
        return {toScene(view.topLeft()), view.size() / m_scale};
    }
    [[nodiscard]] QRectF toView(const QRectF &scene) const
    {
        return {toView(scene.topLeft()), scene.size() * m_scale};
    }
    /// The picture's point in the viewport's top left corner.
    [[nodiscard]] QPointF origin() const { return m_origin; }
    void setOrigin(QPointF origin) { m_origin = origin; }

    /// Another scale; the point under `anchor` (in the viewport) stays there.
    void setScale(double scale, QPointF anchor);
    /// Moves the picture with the pointer.
    void pan(QPointF viewDelta) { m_origin -= viewDelta / m_scale; }
    /// Shows all of `scene` in the middle of a viewport of this size, not larger than 1:1.
    void fit(const QRectF &scene, QSizeF view, double margin);
    /// Shows the shorter side of `scene`, not larger than 1:1; along the longer one, what is seen now stays
    /// in the middle as far as there is something at both sides of it.
    void fitAcross(const QRectF &scene, QSizeF view, double margin);
    /// Puts a point of the picture in the middle of the viewport.
    void centerOn(QPointF scene, QSizeF view);
    /// Keeps at least a part of `scene` inside the viewport.
    void keepInSight(const QRectF &scene, QSizeF view);

    bool operator==(const ViewTransform &) const = default;

private:
    double m_scale = 1;
    QPointF m_origin;
};

} // namespace nervure
