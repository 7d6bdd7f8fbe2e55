// SPDX-License-Identifier: Apache-2.0
#include "core/support/half.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace nervure {

Half::operator float() const
{
    const std::uint32_t sign = (m_bits & 0x8000U) << 16;
    const std::uint32_t exponent = (m_bits >> 10) & 0x1fU;
    const std::uint32_t mantissa = m_bits & 0x3ffU;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
        return sign != 0 ? -magnitude : magnitude;
    }
    constexpr std::uint32_t specialExponent = 0x1f;
    const std::uint32_t wide = exponent == specialExponent ? 0xffU : exponent + (127 - 15);
    return std::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

std::uint16_t Half::rounded(double value)
{
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) {
        return 0x7e00;
    }
    if (magnitude >= 65520) {
        return sign | 0x7c00;
    }
    if (magnitude == 0) {
        return sign; // zero has no exponent to count from
    }
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    const int scale = std::max(exponent, -13) - 11;
    const auto mantissa = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, -scale)));
    // Adding the hidden bit of a normal number, or of one rounded up, carries into the exponent.
    const std::uint32_t bits = mantissa + (static_cast<std::uint32_t>(scale + 24) << 10);
    return static_cast<std::uint16_t>(sign | bits);
}

float roundedToBfloat16(float value)
{
    if (std::isnan(value)) {
        return value;
    }
    const auto bits = std::bit_cast<std::uint32_t>(value);
    constexpr std::uint32_t kept = 0xffff0000U;
    return std::bit_cast<float>((bits + 0x7fffU + (bits >> 16 & 1U)) & kept);
}

} // namespace nervure
