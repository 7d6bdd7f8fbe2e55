// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/palette.h"

#include <QColor>
#include <QPalette>

class QWidget;

namespace nervure {

[[nodiscard]] inline QColor toQColor(Rgb color)
{
    return {color.red, color.green, color.blue};
}

/// The palette of pictures that suits widgets with this palette.
[[nodiscard]] const Palette &paletteFor(const QPalette &palette);

/// Our palette as Qt's, for the whole application.
[[nodiscard]] QPalette toQPalette(const Palette &palette);

/// Signs for changes; a sign or word always goes with the color.
enum class ChangeColor { Added, Removed, Changed, Fused };
[[nodiscard]] QColor changeColor(ChangeColor change, bool isDark);

/// For severities: error, warning. Notes are muted text.
[[nodiscard]] QColor errorColor(bool isDark);
[[nodiscard]] QColor warningColor(bool isDark);

/// A ring of this color is around what a search found.
[[nodiscard]] Rgb foundColor(bool isDark);

} // namespace nervure
