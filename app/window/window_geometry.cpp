// SPDX-License-Identifier: Apache-2.0
#include "app/window/window_geometry.h"

#include <QScreen>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace nervure {

namespace {

constexpr QSize firstSize{1360, 860};
constexpr QSize leastSize{800, 560};
/// What is smaller is no desktop, not even one of twice the pixels: whoever runs the windows there knows
/// what to do with a large one.
constexpr QSize leastScreen{900, 480};

/// Where the window's contents may be: on its screen, with a frame around them, which is not known before
/// the window is shown.
QRect roomFor(const QWidget &window)
{
    const QStyle &style = *window.style();
    const int frame = style.pixelMetric(QStyle::PM_MdiSubWindowFrameWidth);
    const int title = style.pixelMetric(QStyle::PM_TitleBarHeight);
    return window.screen()->availableGeometry().adjusted(frame, frame + title, -frame, -frame);
}

/// The rectangle in that room, and no larger than it.
QRect fittedTo(const QRect &room, const QRect &rect)
{
    const QSize size = rect.size().boundedTo(room.size());
    const QPoint corner(std::clamp(rect.x(), room.x(), room.x() + room.width() - size.width()),
                        std::clamp(rect.y(), room.y(), room.y() + room.height() - size.height()));
    return {corner, size};
}

} // namespace

void giveFirstSize(QWidget &window)
{
    const bool isDesktop = window.screen()->availableSize().boundedTo(leastScreen) == leastScreen;
    const QSize room = isDesktop ? roomFor(window).size() : firstSize;
    window.setMinimumSize(leastSize.boundedTo(roomFor(window).size()));
    window.resize(firstSize.boundedTo(room));
}

void restoreGeometryOnScreen(QWidget &window, const QByteArray &geometry)
{
    const bool isRestored = window.restoreGeometry(geometry);
    if (isRestored && !window.isMaximized() && !window.isFullScreen()) {
        window.setGeometry(fittedTo(roomFor(window), window.geometry()));
    }
}

} // namespace nervure
