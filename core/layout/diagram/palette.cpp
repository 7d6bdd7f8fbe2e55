// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nervure {

namespace {

/// Cividis (Nuñez, Anderton, Renslow 2018) at ten places.
constexpr std::array<Rgb, 10> cividisPlaces{
    rgb(0x00224E), rgb(0x123570), rgb(0x3B496C), rgb(0x575D6D), rgb(0x707173),
    rgb(0x8A8678), rgb(0xA59C74), rgb(0xC3B369), rgb(0xE1CC55), rgb(0xFEE838)};

/// Blue, white and orange in five places, each side as bright as the other.
constexpr std::array<Rgb, 5> divergingPlaces{rgb(0x2C6DB2), rgb(0x9EC4E6), rgb(0xF7F7F7),
                                             rgb(0xF6BE7F), rgb(0xD4710B)};

std::uint8_t mix(std::uint8_t under, std::uint8_t over, double share)
{
    return static_cast<std::uint8_t>(std::lround(under + (over - under) * share));
}

double linear(std::uint8_t channel)
{
    const double c = channel / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Rgb c)
{
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

} // namespace

std::string hexText(Rgb color)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text = "#";
    for (const std::uint8_t channel : {color.red, color.green, color.blue}) {
        text += digits[channel >> 4U];
        text += digits[channel & 15U];
    }
    return text;
}

Rgb blend(Rgb under, Rgb over, double share)
{
    return {mix(under.red, over.red, share), mix(under.green, over.green, share),
            mix(under.blue, over.blue, share)};
}

const Palette &lightPalette()
{
    static const Palette palette{rgb(0xF7F8FA), rgb(0xFFFFFF), rgb(0x1F2329), rgb(0x5F6B7A),
                                 rgb(0xC9D0D9), rgb(0x808C9A), rgb(0x2F6FEB), false};
    return palette;
}

const Palette &darkPalette()
{
    static const Palette palette{rgb(0x1B1D21), rgb(0x26292E), rgb(0xE3E6EA), rgb(0x9AA5B1),
                                 rgb(0x3A3F46), rgb(0x6E7782), rgb(0x6EA1FF), true};
    return palette;
}

Rgb categoryColor(OpCategory category, bool isDark)
{
    switch (category) {
    case OpCategory::Convolution: return isDark ? rgb(0x5A8FC4) : rgb(0x4477AA);
    case OpCategory::Normalization: return rgb(0x66CCEE);
    case OpCategory::Activation: return isDark ? rgb(0x3DA34E) : rgb(0x228833);
    case OpCategory::Pooling: return rgb(0xCCBB44);
    case OpCategory::Reduction: return rgb(0xEE6677);
    case OpCategory::Layout: return isDark ? rgb(0xC9529A) : rgb(0xAA3377);
    case OpCategory::Elementwise: return isDark ? rgb(0xBF9468) : rgb(0x8C6239);
    case OpCategory::Data: return isDark ? rgb(0x9AA5B1) : rgb(0x7E8B99);
    case OpCategory::Other: return isDark ? rgb(0x9C8FE6) : rgb(0x6A5ACD);
    }
    return rgb(0x7A7A7A);
}

namespace {

template <std::size_t N>
Rgb between(const std::array<Rgb, N> &places, double position)
{
    const double clamped = std::isnan(position) ? 0 : std::clamp(position, 0.0, 1.0);
    const double at = clamped * (N - 1);
    const std::size_t low = std::min(static_cast<std::size_t>(at), N - 2);
    return blend(places[low], places[low + 1], at - static_cast<double>(low));
}

} // namespace

Rgb cividis(double position)
{
    return between(cividisPlaces, position);
}

Rgb diverging(double position)
{
    return between(divergingPlaces, position);
}

Rgb scaleColor(double position, bool isDiverging)
{
    return isDiverging ? diverging(position) : cividis(position);
}

double contrast(Rgb a, Rgb b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Rgb inkOn(Rgb background)
{
    const Rgb black = rgb(0x1F2329);
    const Rgb white = rgb(0xFFFFFF);
    return contrast(background, black) >= contrast(background, white) ? black : white;
}

} // namespace nervure
