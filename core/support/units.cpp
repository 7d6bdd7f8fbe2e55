// SPDX-License-Identifier: Apache-2.0
#include "core/support/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace nervure {

namespace {

std::string fixedText(double value, int decimals)
{
    std::array<char, 64> buffer{};
    const int length = std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return std::string(buffer.data(), static_cast<std::size_t>(std::max(length, 0)));
}

/// Divides by 1000 while three digits before the point would not hold what is shown.
template <std::size_t N>
std::string scaledText(double value, const std::array<const char *, N> &units)
{
    std::size_t unit = 0;
    double magnitude = std::abs(value);
    while (magnitude >= 999.5 && unit + 1 < N) {
        magnitude /= 1000;
        value /= 1000;
        ++unit;
    }
    const std::string number = unit == 0 ? fixedText(value, 0) : threeDigits(value);
    return *units[unit] ? number + ' ' + units[unit] : number;
}

} // namespace

std::string groupedText(std::int64_t value)
{
    std::string digits = std::to_string(value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string bytesText(std::int64_t bytes)
{
    static constexpr std::array<const char *, 7> units{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    return scaledText(static_cast<double>(bytes), units);
}

std::string countText(std::int64_t count)
{
    static constexpr std::array<const char *, 7> units{"", "k", "M", "G", "T", "P", "E"};
    return scaledText(static_cast<double>(count), units);
}

std::string durationText(double milliseconds)
{
    if (!std::isfinite(milliseconds)) {
        return "?";
    }
    const double size = std::abs(milliseconds);
    if (size >= 999.5) {
        return threeDigits(milliseconds / 1000) + " s";
    }
    if (size >= 0.9995 || size == 0) {
        return threeDigits(milliseconds) + " ms";
    }
    return threeDigits(milliseconds * 1000) + " µs";
}

std::string threeDigits(double value)
{
    if (value == 0 || !std::isfinite(value)) {
        return value == 0 ? "0" : "?";
    }
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    const double scale = std::pow(10, 2 - exponent);
    // Rounding may carry into a further digit: 9.995 is 10.0.
    const double rounded = std::round(value * scale) / scale;
    const int carried = static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-12));
    return fixedText(rounded, std::clamp(2 - carried, 0, 12));
}

} // namespace nervure
