// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/stored_elements.h"

#include "core/support/half.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace nervure {

namespace {

constexpr unsigned bitsInByte = 8;

/// How a number of at most eight bits is made up; what is left is the sign.
struct SmallFloat {
    int exponentBits = 0;
    int mantissaBits = 0;
    int bias = 0;
    bool hasInfinity = false; ///< the largest exponent stands for infinity and no numbers
    int nan = -1;             ///< the one pattern that is none, sign aside; -1: there is none
    bool isNanNegativeZero = false;
};

double smallFloatValue(const SmallFloat &form, unsigned bits)
{
    const unsigned magnitudeBits = static_cast<unsigned>(form.exponentBits + form.mantissaBits);
    const unsigned magnitude = bits & ((1U << magnitudeBits) - 1);
    const bool isNegative = (bits >> magnitudeBits & 1U) != 0;
    const int exponent = static_cast<int>(magnitude >> static_cast<unsigned>(form.mantissaBits));
    const int mantissa =
        static_cast<int>(magnitude & ((1U << static_cast<unsigned>(form.mantissaBits)) - 1));
    const bool isNan = form.isNanNegativeZero ? isNegative && magnitude == 0
                                              : static_cast<int>(magnitude) == form.nan;
    if (isNan) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (form.hasInfinity && exponent == (1 << form.exponentBits) - 1) {
        const double infinity = std::numeric_limits<double>::infinity();
        return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : (isNegative ? -infinity : infinity);
    }
    const double value = exponent == 0 ? std::ldexp(mantissa, 1 - form.bias - form.mantissaBits)
                                       : std::ldexp(mantissa + (1 << form.mantissaBits),
                                                    exponent - form.bias - form.mantissaBits);
    return isNegative ? -value : value;
}

constexpr SmallFloat e4m3fn{4, 3, 7, false, 0x7f, false};
constexpr SmallFloat e4m3fnuz{4, 3, 8, false, -1, true};
constexpr SmallFloat e5m2{5, 2, 15, true, -1, false};
constexpr SmallFloat e5m2fnuz{5, 2, 16, false, -1, true};
constexpr SmallFloat e2m1{2, 1, 1, false, -1, false};
constexpr SmallFloat e2m3{2, 3, 1, false, -1, false};
constexpr SmallFloat e3m2{3, 2, 3, false, -1, false};

/// The value of an element that has at most eight bits.
double smallValue(ElementType type, unsigned bits)
{
    const auto signedOf = [bits](unsigned width) {
        const int value = static_cast<int>(bits & ((1U << width) - 1));
        return value >= 1 << (width - 1) ? value - (1 << width) : value;
    };
    switch (type) {
    case ElementType::Int8: return static_cast<std::int8_t>(bits);
    case ElementType::Bool: return bits != 0 ? 1 : 0;
    case ElementType::Int4: return signedOf(4);
    case ElementType::Int2: return signedOf(2);
    case ElementType::UInt4: return bits & 15U;
    case ElementType::UInt2: return bits & 3U;
    case ElementType::Float8E4M3FN: return smallFloatValue(e4m3fn, bits);
    case ElementType::Float8E4M3FNUZ: return smallFloatValue(e4m3fnuz, bits);
    case ElementType::Float8E5M2: return smallFloatValue(e5m2, bits);
    case ElementType::Float8E5M2FNUZ: return smallFloatValue(e5m2fnuz, bits);
    case ElementType::Float4E2M1: return smallFloatValue(e2m1, bits);
    case ElementType::Float6E2M3: return smallFloatValue(e2m3, bits);
    case ElementType::Float6E3M2: return smallFloatValue(e3m2, bits);
    case ElementType::Float8E8M0: {
        constexpr int bias = 127;
        return bits == 0xff ? std::numeric_limits<double>::quiet_NaN()
                            : std::ldexp(1, static_cast<int>(bits) - bias);
    }
    default: return bits;
    }
}

template <typename T>
T at(std::string_view elements, std::size_t i)
{
    T value{};
    std::memcpy(&value, elements.data() + i * sizeof(T), sizeof(T));
    return value;
}

template <typename T>
void addOf(std::string_view elements, std::vector<double> &values)
{
    for (std::size_t i = 0; i < elements.size() / sizeof(T); ++i) {
        values.push_back(static_cast<double>(at<T>(elements, i)));
    }
}

template <typename T>
void addMagnitudes(std::string_view elements, std::vector<double> &values)
{
    for (std::size_t i = 0; i < elements.size() / (2 * sizeof(T)); ++i) {
        values.push_back(std::hypot(at<T>(elements, 2 * i), at<T>(elements, 2 * i + 1)));
    }
}

float bfloatAt(std::string_view elements, std::size_t i)
{
    constexpr unsigned missingBits = 16;
    return std::bit_cast<float>(std::uint32_t{at<std::uint16_t>(elements, i)} << missingBits);
}

template <typename T>
std::string complexText(std::string_view element)
{
    const T imaginary = at<T>(element, 1);
    return fmt::format("{}{}{}i", at<T>(element, 0), std::signbit(imaginary) ? "" : "+", imaginary);
}

} // namespace

ElementType storedTypeOf(std::int64_t number)
{
    return elementTypeOf(number).value_or(ElementType::Undefined);
}

ElementType storedTypeOf(DType type)
{
    switch (type) {
    case DType::Float32: return ElementType::Float32;
    case DType::Float64: return ElementType::Float64;
    case DType::Float16: return ElementType::Float16;
    case DType::UInt8: return ElementType::UInt8;
    case DType::Int8: return ElementType::Int8;
    case DType::UInt16: return ElementType::UInt16;
    case DType::Int16: return ElementType::Int16;
    case DType::UInt32: return ElementType::UInt32;
    case DType::Bool: // LightNet's has four bytes
    case DType::Int32: return ElementType::Int32;
    case DType::UInt64: return ElementType::UInt64;
    case DType::Int64: return ElementType::Int64;
    case DType::Unknown: break;
    }
    return ElementType::Undefined;
}

std::optional<std::uint64_t> weightCount(const std::vector<std::int64_t> &shape)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 56;
    std::uint64_t count = 1;
    for (const std::int64_t size : shape) {
        if (size < 0 || (size > 0 && count > most / static_cast<std::uint64_t>(size))) {
            return std::nullopt;
        }
        count *= static_cast<std::uint64_t>(size);
    }
    return count;
}

std::size_t unpackedBytes(ElementType type)
{
    return (bitsOf(type) + bitsInByte - 1) / bitsInByte;
}

std::uint64_t packedBytes(ElementType type, std::uint64_t count)
{
    return (count * bitsOf(type) + bitsInByte - 1) / bitsInByte;
}

std::string unpacked(ElementType type, std::string_view packed, std::uint64_t first,
                     std::uint64_t count)
{
    const unsigned bits = bitsOf(type);
    if (bits >= bitsInByte) {
        const std::size_t bytes = bits / bitsInByte;
        return std::string(packed.substr(first * bytes, count * bytes));
    }
    std::string elements;
    elements.reserve(count);
    const auto byteAt = [packed](std::uint64_t at) {
        return at < packed.size() ? static_cast<unsigned char>(packed[at]) : 0U;
    };
    for (std::uint64_t i = first; i < first + count; ++i) {
        // An element of six bits may lie in two bytes.
        const std::uint64_t at = i * bits / bitsInByte;
        const auto shift = static_cast<unsigned>(i * bits % bitsInByte);
        const unsigned both = byteAt(at) | byteAt(at + 1) << bitsInByte;
        elements += static_cast<char>(both >> shift & ((1U << bits) - 1));
    }
    return elements;
}

void addValues(ElementType type, std::string_view elements, std::vector<double> &values)
{
    switch (type) {
    case ElementType::Undefined:
    case ElementType::String: return;
    case ElementType::Float32: addOf<float>(elements, values); return;
    case ElementType::Float64: addOf<double>(elements, values); return;
    case ElementType::UInt16: addOf<std::uint16_t>(elements, values); return;
    case ElementType::Int16: addOf<std::int16_t>(elements, values); return;
    case ElementType::UInt32: addOf<std::uint32_t>(elements, values); return;
    case ElementType::Int32: addOf<std::int32_t>(elements, values); return;
    case ElementType::UInt64: addOf<std::uint64_t>(elements, values); return;
    case ElementType::Int64: addOf<std::int64_t>(elements, values); return;
    case ElementType::Complex64: addMagnitudes<float>(elements, values); return;
    case ElementType::Complex128: addMagnitudes<double>(elements, values); return;
    case ElementType::Float16:
        for (std::size_t i = 0; i < elements.size() / 2; ++i) {
            values.push_back(static_cast<float>(Half::fromBits(at<std::uint16_t>(elements, i))));
        }
        return;
    case ElementType::BFloat16:
        for (std::size_t i = 0; i < elements.size() / 2; ++i) {
            values.push_back(bfloatAt(elements, i));
        }
        return;
    default: break;
    }
    std::array<double, 256> table{};
    for (unsigned bits = 0; bits < table.size(); ++bits) {
        table[bits] = smallValue(type, bits);
    }
    for (const char element : elements) {
        values.push_back(table[static_cast<unsigned char>(element)]);
    }
}

std::string elementText(ElementType type, std::string_view element)
{
    switch (type) {
    case ElementType::Undefined:
    case ElementType::String: return std::string(element);
    case ElementType::Float32: return fmt::format("{}", at<float>(element, 0));
    case ElementType::Float64: return fmt::format("{}", at<double>(element, 0));
    case ElementType::UInt64: return fmt::format("{}", at<std::uint64_t>(element, 0));
    case ElementType::Int64: return fmt::format("{}", at<std::int64_t>(element, 0));
    case ElementType::Complex64: return complexText<float>(element);
    case ElementType::Complex128: return complexText<double>(element);
    case ElementType::Bool: return element.front() != 0 ? "true" : "false";
    default: break;
    }
    std::vector<double> value;
    addValues(type, element, value);
    // What is left is exact as a 32-bit float, which is shorter to say, or a whole number of 32 bits.
    // So is not -0.
    const bool isWhole = std::abs(value.front()) < 1e10
                         && value.front() == std::floor(value.front())
                         && (value.front() != 0 || !std::signbit(value.front()));
    return isWhole ? fmt::format("{}", static_cast<std::int64_t>(value.front()))
                   : fmt::format("{}", static_cast<float>(value.front()));
}

} // namespace nervure
