// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/scene/view_transform.h"

#include <QImage>
#include <QRect>

#include <functional>

class QPainter;

namespace nervure {

/// The last frame of a view, in the screen's pixels. Moving it by whole pixels copies what stays in
/// sight and paints only what comes into it.
class FrameCache {
public:
    /// Paints the part of the picture that lies in `rect` (view coordinates).
    using Paint = std::function<void(QPainter &painter, const QRect &rect)>;

    /// Something else than the place has changed: the next frame is painted anew.
    void invalidate() { m_isValid = false; }
    /// The frame as it is now; null before the first.
    [[nodiscard]] const QImage &last() const { return m_image; }
    /// The frame of a view of `size` at that place.
    const QImage &frame(QSize size, double ratio, const ViewTransform &place, const Paint &paint);

private:
    [[nodiscard]] bool moveTo(const ViewTransform &place, QPoint &moved);
    void copyMoved(QPoint by);
    void paintPart(const QRect &rect, const Paint &paint);

    QImage m_image;
    ViewTransform m_place;
    bool m_isValid = false;
};

} // namespace nervure
