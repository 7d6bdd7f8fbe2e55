// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensors/stored_type.h"

#include "core/support/half.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace nervure {

namespace {

constexpr unsigned bitsInByte = 8;

/// By StoredType.
constexpr std::array<unsigned, 27> bitsOfTypes{0,  32,  8,  8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64,
                                               64, 128, 16, 8, 8,  8,  8,  4,  4, 4, 8,  2,  2};

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

/// The value of an element that has at most eight bits.
double smallValue(StoredType type, unsigned bits)
{
    const auto signedOf = [bits](unsigned width) {
        const int value = static_cast<int>(bits & ((1U << width) - 1));
        return value >= 1 << (width - 1) ? value - (1 << width) : value;
    };
    switch (type) {
    case StoredType::Int8: return static_cast<std::int8_t>(bits);
    case StoredType::Bool: return bits != 0 ? 1 : 0;
    case StoredType::Int4: return signedOf(4);
    case StoredType::Int2: return signedOf(2);
    case StoredType::UInt4: return bits & 15U;
    case StoredType::UInt2: return bits & 3U;
    case StoredType::Float8E4M3Fn: return smallFloatValue(e4m3fn, bits);
    case StoredType::Float8E4M3Fnuz: return smallFloatValue(e4m3fnuz, bits);
    case StoredType::Float8E5M2: return smallFloatValue(e5m2, bits);
    case StoredType::Float8E5M2Fnuz: return smallFloatValue(e5m2fnuz, bits);
    case StoredType::Float4E2M1: return smallFloatValue(e2m1, bits);
    case StoredType::Float8E8M0: {
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

StoredType storedTypeOf(std::int64_t number)
{
    return number > 0 && number < static_cast<std::int64_t>(bitsOfTypes.size())
               ? static_cast<StoredType>(number)
               : StoredType::Unknown;
}

StoredType storedTypeOf(DType type)
{
    switch (type) {
    case DType::Float32: return StoredType::Float32;
    case DType::Float64: return StoredType::Float64;
    case DType::Float16: return StoredType::Float16;
    case DType::UInt8: return StoredType::UInt8;
    case DType::Int8: return StoredType::Int8;
    case DType::UInt16: return StoredType::UInt16;
    case DType::Int16: return StoredType::Int16;
    case DType::UInt32: return StoredType::UInt32;
    case DType::Bool: // LightNet's has four bytes
    case DType::Int32: return StoredType::Int32;
    case DType::UInt64: return StoredType::UInt64;
    case DType::Int64: return StoredType::Int64;
    case DType::Unknown: break;
    }
    return StoredType::Unknown;
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

unsigned storedBits(StoredType type)
{
    return bitsOfTypes[static_cast<std::size_t>(type)];
}

std::size_t unpackedBytes(StoredType type)
{
    return (storedBits(type) + bitsInByte - 1) / bitsInByte;
}

std::uint64_t packedBytes(StoredType type, std::uint64_t count)
{
    const unsigned bits = storedBits(type);
    if (bits == 0 || bits >= bitsInByte) {
        return count * (bits / bitsInByte);
    }
    const unsigned inByte = bitsInByte / bits;
    return count / inByte + (count % inByte != 0 ? 1 : 0);
}

std::string unpacked(StoredType type, std::string_view packed, std::uint64_t first,
                     std::uint64_t count)
{
    const unsigned bits = storedBits(type);
    if (bits >= bitsInByte) {
        const std::size_t bytes = bits / bitsInByte;
        return std::string(packed.substr(first * bytes, count * bytes));
    }
    std::string elements;
    elements.reserve(count);
    const unsigned inByte = bitsInByte / bits;
    for (std::uint64_t i = first; i < first + count; ++i) {
        const auto byte = static_cast<unsigned char>(packed[i / inByte]);
        // The first is in the low bits.
        const unsigned shift = static_cast<unsigned>(i % inByte) * bits;
        elements += static_cast<char>(byte >> shift & ((1U << bits) - 1));
    }
    return elements;
}

void addValues(StoredType type, std::string_view elements, std::vector<double> &values)
{
    switch (type) {
    case StoredType::Unknown:
    case StoredType::String: return;
    case StoredType::Float32: addOf<float>(elements, values); return;
    case StoredType::Float64: addOf<double>(elements, values); return;
    case StoredType::UInt16: addOf<std::uint16_t>(elements, values); return;
    case StoredType::Int16: addOf<std::int16_t>(elements, values); return;
    case StoredType::UInt32: addOf<std::uint32_t>(elements, values); return;
    case StoredType::Int32: addOf<std::int32_t>(elements, values); return;
    case StoredType::UInt64: addOf<std::uint64_t>(elements, values); return;
    case StoredType::Int64: addOf<std::int64_t>(elements, values); return;
    case StoredType::Complex64: addMagnitudes<float>(elements, values); return;
    case StoredType::Complex128: addMagnitudes<double>(elements, values); return;
    case StoredType::Float16:
        for (std::size_t i = 0; i < elements.size() / 2; ++i) {
            values.push_back(static_cast<float>(Half::fromBits(at<std::uint16_t>(elements, i))));
        }
        return;
    case StoredType::BFloat16:
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

std::string elementText(StoredType type, std::string_view element)
{
    switch (type) {
    case StoredType::Unknown:
    case StoredType::String: return std::string(element);
    case StoredType::Float32: return fmt::format("{}", at<float>(element, 0));
    case StoredType::Float64: return fmt::format("{}", at<double>(element, 0));
    case StoredType::UInt64: return fmt::format("{}", at<std::uint64_t>(element, 0));
    case StoredType::Int64: return fmt::format("{}", at<std::int64_t>(element, 0));
    case StoredType::Complex64: return complexText<float>(element);
    case StoredType::Complex128: return complexText<double>(element);
    case StoredType::Bool: return element.front() != 0 ? "true" : "false";
    default: break;
    }
    std::vector<double> value;
    addValues(type, element, value);
    // What is left is exact as a 32-bit float, which is shorter to say, or a whole number of 32 bits.
    const bool isWhole =
        std::abs(value.front()) < 1e10 && value.front() == std::floor(value.front());
    return isWhole ? fmt::format("{}", static_cast<std::int64_t>(value.front()))
                   : fmt::format("{}", static_cast<float>(value.front()));
}

} // namespace nervure
