// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace nervure {

/// A number in IEEE half precision, as float16 tensors hold it; C++20 has no type for it.
/// Arithmetic is done in float: a Half is what is rounded and stored.
class Half {
public:
    constexpr Half() = default;
    template <typename T>
    requires std::is_arithmetic_v<T> Half(T value) : m_bits(rounded(static_cast<double>(value))) {}

    [[nodiscard]] static constexpr Half fromBits(std::uint16_t bits)
    {
        Half half;
        half.m_bits = bits;
        return half;
    }
    [[nodiscard]] constexpr std::uint16_t bits() const { return m_bits; }
    operator float() const;

private:
    static std::uint16_t rounded(double value);

    std::uint16_t m_bits = 0;
};

/// Whether elements of T have a fraction: std::is_floating_point_v does not know Half.
template <typename T>
inline constexpr bool isFloatElement = std::is_floating_point_v<T> || std::is_same_v<T, Half>;

/// The nearest number that bfloat16 has, the upper half of a float; halves to the even one.
[[nodiscard]] float roundedToBfloat16(float value);

} // namespace nervure

/// What code that treats all element types alike asks for.
template <>
class std::numeric_limits<nervure::Half> {
public:
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool has_infinity = true;
    static constexpr nervure::Half lowest() { return nervure::Half::fromBits(0xfbff); }
    static constexpr nervure::Half max() { return nervure::Half::fromBits(0x7bff); }
    static constexpr nervure::Half min() { return nervure::Half::fromBits(0x0400); }
    static constexpr nervure::Half infinity() { return nervure::Half::fromBits(0x7c00); }
    static constexpr nervure::Half quiet_NaN() { return nervure::Half::fromBits(0x7e00); }
};
