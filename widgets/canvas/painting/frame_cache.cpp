// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/frame_cache.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nervure {

namespace {

/// How far from a whole pixel a move may be; such errors do not add up.
constexpr double tolerance = 0.02;

} // namespace

const QImage &FrameCache::frame(QSize size, double ratio, const ViewTransform &place,
                                const Paint &paint)
{
    const QSize pixels = (QSizeF(size) * ratio).toSize().expandedTo({1, 1});
    if (m_image.size() != pixels) {
        m_image = QImage(pixels, QImage::Format_RGB32);
        m_isValid = false;
    }
    m_image.setDevicePixelRatio(ratio);
    const QRect all(QPoint(0, 0), size);
    QPoint moved;
    if (!m_isValid || !moveTo(place, moved)) {
        m_place = place;
        paintPart(all, paint);
    } else if (!moved.isNull()) {
        copyMoved(moved);
        // Rounded outwards in view coordinates, where the screen has parts of pixels.
        const int dx = static_cast<int>(std::ceil(std::abs(moved.x()) / ratio));
        const int dy = static_cast<int>(std::ceil(std::abs(moved.y()) / ratio));
        const QRect side(moved.x() > 0 ? 0 : size.width() - dx, 0, dx, size.height());
        const QRect row(0, moved.y() > 0 ? 0 : size.height() - dy, size.width(), dy);
        paintPart(side.intersected(all), paint);
        paintPart(row.intersected(all), paint);
    }
    m_isValid = true;
    return m_image;
}

/// Whether the frame can be had by moving the last one; `moved` in the screen's pixels.
bool FrameCache::moveTo(const ViewTransform &place, QPoint &moved)
{
    if (place.scale() != m_place.scale()) {
        return false;
    }
    const double scale = place.scale() * m_image.devicePixelRatio();
    const QPointF exact = (m_place.origin() - place.origin()) * scale;
    moved = exact.toPoint();
    const QPointF off = exact - QPointF(moved);
    if (std::max(std::abs(off.x()), std::abs(off.y())) > tolerance
        || std::abs(moved.x()) >= m_image.width() || std::abs(moved.y()) >= m_image.height()) {
        return false;
    }
    m_place.setOrigin(m_place.origin() - QPointF(moved) / scale);
    return true;
}

void FrameCache::copyMoved(QPoint by)
{
    const int rows = m_image.height() - std::abs(by.y());
    const auto bytes = static_cast<std::size_t>(m_image.width() - std::abs(by.x())) * 4;
    const int from = std::max(0, -by.x()) * 4;
    const int to = std::max(0, by.x()) * 4;
    for (int i = 0; i < rows; ++i) {
        const int target = by.y() > 0 ? m_image.height() - 1 - i : i;
        std::memmove(m_image.scanLine(target) + to, m_image.constScanLine(target - by.y()) + from,
                     bytes);
    }
}

void FrameCache::paintPart(const QRect &rect, const Paint &paint)
{
    if (!rect.isEmpty()) {
        QPainter painter(&m_image);
        painter.setClipRect(rect);
        paint(painter, rect);
    }
}

} // namespace nervure
