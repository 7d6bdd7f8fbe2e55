// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

class QWidget;

namespace nervure {

/// How large a new window is. Says its least size aloud, so that no panel's contents make it grow: they
/// scroll.
void giveFirstSize(QWidget &window);

/// Puts a window where QWidget::saveGeometry() found it, but onto the screen that there is now, and no
/// larger.
void restoreGeometryOnScreen(QWidget &window, const QByteArray &geometry);

} // namespace nervure
