// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/palette.h"

#include <QColor>
#include <QPalette>

class QWidget;

namespace nervure {

[[nodiscard]] inline QColor toQColor(Rgb colour)
{
    return {colour.red, colour.green, colour.blue};
}

/// The palette of pictures that suits widgets with this palette.
[[nodiscard]] const Palette &paletteFor(const QPalette &palette);

/// Our palette as Qt's, for the whole application.
[[nodiscard]] QPalette toQPalette(const Palette &palette);

/// Signs for changes; a sign or word always goes with the colour.
enum class ChangeColour { Added, Removed, Changed, Fused };
[[nodiscard]] QColor changeColour(ChangeColour change, bool isDark);

/// For severities: error, warning. Notes are muted text.
[[nodiscard]] QColor errorColour(bool isDark);
[[nodiscard]] QColor warningColour(bool isDark);

} // namespace nervure
