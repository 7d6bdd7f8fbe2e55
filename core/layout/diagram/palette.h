// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"

#include <cstdint>
#include <string>

namespace nervure {

/// A color, 8 bits a channel.
struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    bool operator==(const Rgb &) const = default;
};

/// 0xRRGGBB.
[[nodiscard]] constexpr Rgb rgb(std::uint32_t value)
{
    return {static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 8U),
            static_cast<std::uint8_t>(value)};
}
/// "#RRGGBB".
[[nodiscard]] std::string hexText(Rgb color);
/// `share` of `over` on top of `under`.
[[nodiscard]] Rgb blend(Rgb under, Rgb over, double share);

/// The colors of the picture, one set for light and one for dark surroundings.
struct Palette {
    Rgb canvas;
    Rgb card;
    Rgb text;
    Rgb muted;
    Rgb line;   ///< borders
    Rgb edge;   ///< lines between cards: at least 3:1 on the canvas
    Rgb accent; ///< selection and focus
    bool isDark = false;
};
[[nodiscard]] const Palette &lightPalette();
[[nodiscard]] const Palette &darkPalette();

/// The color of a category (Paul Tol's bright scheme); those of layout and reduction are lifted in
/// the dark so that they keep 3:1. Unknown operators are hatched in the color of Other.
[[nodiscard]] Rgb categoryColor(OpCategory category, bool isDark);

/// Cividis at `position` in [0, 1] (clamped): amounts as color, legible for all.
[[nodiscard]] Rgb cividis(double position);

/// From blue over white (no change) to orange at `position` in [0, 1] (clamped): differences as color.
[[nodiscard]] Rgb diverging(double position);
/// Of amounts, or of differences.
[[nodiscard]] Rgb scaleColor(double position, bool isDiverging);

/// Black or white, whatever reads better on `background`.
[[nodiscard]] Rgb inkOn(Rgb background);

/// WCAG contrast ratio, 1 to 21.
[[nodiscard]] double contrast(Rgb a, Rgb b);

} // namespace nervure
