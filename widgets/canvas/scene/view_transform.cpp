// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/view_transform.h"

#include <algorithm>

namespace nervure {

void ViewTransform::setScale(double scale, QPointF anchor)
{
    const QPointF fixed = toScene(anchor);
    m_scale = std::clamp(scale, smallestScale, largestScale);
    m_origin = fixed - anchor / m_scale;
}

void ViewTransform::fit(const QRectF &scene, QSizeF view, double margin)
{
    const double width = std::max(1.0, view.width() - 2 * margin);
    const double height = std::max(1.0, view.height() - 2 * margin);
    const double scale = std::min(
        {width / std::max(1.0, scene.width()), height / std::max(1.0, scene.height()), 1.0});
    m_scale = std::clamp(scale, smallestScale, largestScale);
    centerOn(scene.center(), view);
}

void ViewTransform::fitAcross(const QRectF &scene, QSizeF view, double margin)
{
    const bool isTall = scene.height() * view.width() > scene.width() * view.height();
    const QPointF now = toScene(QRectF(QPointF(), view)).center();
    const double room = (isTall ? view.width() : view.height()) - 2 * margin;
    setScale(std::min(room / std::max(1.0, isTall ? scene.width() : scene.height()), 1.0), {});
    const auto along = [margin = margin / m_scale](double at, double from, double to, double seen) {
        const double first = from - margin + seen / 2;
        return std::clamp(at, first, std::max(first, to + margin - seen / 2));
    };
    const QSizeF seen = view / m_scale;
    const QPointF middle = scene.center();
    centerOn(isTall
                 ? QPointF(middle.x(), along(now.y(), scene.top(), scene.bottom(), seen.height()))
                 : QPointF(along(now.x(), scene.left(), scene.right(), seen.width()), middle.y()),
             view);
}

void ViewTransform::centerOn(QPointF scene, QSizeF view)
{
    m_origin = scene - QPointF(view.width(), view.height()) / 2 / m_scale;
}

void ViewTransform::keepInSight(const QRectF &scene, QSizeF view)
{
    constexpr double rest = 60;
    const QSizeF size = view / m_scale;
    const double edge = rest / m_scale;
    m_origin.setX(std::clamp(m_origin.x(), scene.left() - size.width() + edge,
                             std::max(scene.left() - size.width() + edge, scene.right() - edge)));
    m_origin.setY(std::clamp(m_origin.y(), scene.top() - size.height() + edge,
                             std::max(scene.top() - size.height() + edge, scene.bottom() - edge)));
}

} // namespace nervure
