// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/text_measure.h"

#include <QFont>

namespace nervure {

/// The font of a kind of text in the picture: sizes in picture pixels, unhinted so that widths
/// scale with the zoom. The interface face is the application's, the monospaced the desktop's.
[[nodiscard]] QFont pictureFont(TextStyle style);

/// For shapes, attributes and numbers in panels: monospaced, a little smaller than the text.
[[nodiscard]] QFont numberFont();

} // namespace nervure
