// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/tensors/stored_elements.h"
#include "tests/core/formats/onnx/model_bytes.h"

#include <array>
#include <cstring>
#include <string>
#include <vector>

/// Tensors of every type, as ONNX models hold them.
namespace nervure::tests::stored {

/// What holds the tensor.
enum class Holder {
    Initializer,
    ListedInitializer,
    ExternalInitializer,
    SparseInitializer,
    Constant,
    ListedConstant,
    SparseConstant,
    NumbersOfConstant, ///< value_floats and its like
    ConstantOfBranch,
    InitializerOfBranch,
    ConstantOfTakenBranch, ///< of an If whose condition is known
    ConstantAroundBranch,  ///< which a branch reads
    InitializerAroundBranch,
    ConstantOfLoop,
    ConstantOfFunction,
};
inline constexpr std::size_t holderCount = 15;

struct Case {
    ElementType type = ElementType::Float32;
    std::int64_t count = 1;
    Holder holder = Holder::Constant;
    std::string_view node{}; ///< the name of what gives the value "c"

    [[nodiscard]] std::string text() const
    {
        return std::string(elementTypeName(type)) + '[' + std::to_string(count) + "], holder "
               + std::to_string(static_cast<int>(holder)) + ", node '" + std::string(node) + '\'';
    }
};

inline constexpr std::array types{ElementType::Float16,  ElementType::Float32, ElementType::Float64,
                                  ElementType::BFloat16, ElementType::Int8,    ElementType::Int16,
                                  ElementType::Int32,    ElementType::Int64,   ElementType::UInt8,
                                  ElementType::UInt16,   ElementType::UInt32,  ElementType::UInt64,
                                  ElementType::Bool};
inline constexpr std::array<std::int64_t, 5> counts{1, 64, 65, 4097, 1'000'000};
inline constexpr std::array<std::string_view, 3> nodeNames{"", "c", "node"};

inline bool hasNumbers(const Case &one)
{
    return one.type == ElementType::Float32 || one.type == ElementType::Int64;
}

inline std::vector<Case> allCases()
{
    std::vector<Case> all;
    for (const ElementType type : types) {
        for (const std::int64_t count : counts) {
            for (std::size_t holder = 0; holder < holderCount; ++holder) {
                for (const std::string_view name : nodeNames) {
                    const Case one{type, count, static_cast<Holder>(holder), name};
                    if (one.holder != Holder::NumbersOfConstant || hasNumbers(one)) {
                        all.push_back(one);
                    }
                }
            }
        }
    }
    return all;
}

/// Bits that a rounding on the way would change: infinities, not-a-number, the largest and smallest numbers, and
/// whole numbers that no double holds.
inline std::vector<std::uint64_t> specialBits(ElementType type)
{
    switch (type) {
    case ElementType::Float16:
        return {0x7c00, 0xfc00, 0x7e00, 0x7bff, 0xfbff, 0x0400, 0x0001, 0x8000, 0x3092};
    case ElementType::Float32:
        return {0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0xff7fffff,
                0x00800000, 0x80000000, 0x3e124925, 0x3dcccccd};
    case ElementType::Float64:
        return {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
                0x7fefffffffffffff, 0xffefffffffffffff, 0x0010000000000000,
                0x0000000000000001, 0x8000000000000000, 0x3fc2492492492492};
    case ElementType::BFloat16:
        return {0x7f80, 0xff80, 0x7fc0, 0x7f7f, 0xff7f, 0x0080, 0x8000, 0x3e12};
    case ElementType::Bool: return {0, 1};
    case ElementType::Int64:
    case ElementType::UInt64:
        return {0, ~std::uint64_t{0}, 1ULL << 63, (1ULL << 63) - 1, (1ULL << 53) + 1, 123456789};
    default: return {0, ~std::uint64_t{0}, 0x80808080, 0x7f7f7f7f, 0x80008000, 0x7fff7fff, 1234567};
    }
}

inline std::size_t bytesOf(ElementType type)
{
    return bitsOf(type) / 8;
}

/// Little-endian.
inline std::string packed(std::uint64_t bits, ElementType type)
{
    return {reinterpret_cast<const char *>(&bits), bytesOf(type)};
}

/// Specials, from the `from`th on, then numbers between them.
inline std::string elementsOf(const Case &one, std::size_t from)
{
    const auto specials = specialBits(one.type);
    std::string bytes;
    std::uint64_t state = 88172645463325252ULL + from;
    for (std::int64_t i = 0; i < one.count; ++i) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        std::uint64_t bits = state;
        switch (one.type) { // no further not-a-numbers
        case ElementType::Float16: bits &= 0xbbff; break;
        case ElementType::Float32: bits &= 0xbfffffff; break;
        case ElementType::Float64: bits &= 0xbfffffffffffffff; break;
        case ElementType::BFloat16: bits &= 0xbfff; break;
        case ElementType::Bool: bits &= 1; break;
        default: break;
        }
        const std::size_t place = from + static_cast<std::size_t>(i);
        const bool isSpecial = one.count == 1 || i % 7 == 3 || i < 9;
        bytes += packed(isSpecial ? specials[place % specials.size()] : bits, one.type);
    }
    return bytes;
}

inline std::int64_t codeOf(ElementType type)
{
    return static_cast<std::int64_t>(type);
}

inline std::string rawTensor(std::string_view name, const Case &one, const std::string &elements)
{
    return integerField(tensor::dims, one.count) + integerField(tensor::dataType, codeOf(one.type))
           + bytesField(tensor::name, name) + bytesField(tensor::rawData, elements);
}

inline void addVarint(std::string &out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7) {
        out += static_cast<char>(value | 0x80);
    }
    out += static_cast<char>(value);
}

/// The elements in the field of their type, as exporters write them that use no raw data.
inline std::string listedTensor(std::string_view name, const Case &one, const std::string &elements)
{
    std::uint32_t field = tensor::int32Data;
    switch (one.type) {
    case ElementType::Float32: field = tensor::floatData; break;
    case ElementType::Float64: field = tensor::doubleData; break;
    case ElementType::Int64: field = tensor::int64Data; break;
    case ElementType::UInt32:
    case ElementType::UInt64: field = tensor::uint64Data; break;
    default: break;
    }
    std::string list;
    const bool isPlain = field == tensor::floatData || field == tensor::doubleData;
    const std::size_t bytes = bytesOf(one.type);
    const bool isSigned = one.type == ElementType::Int8 || one.type == ElementType::Int16
                          || one.type == ElementType::Int32 || one.type == ElementType::Int64;
    for (std::size_t at = 0; !isPlain && at < elements.size(); at += bytes) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, elements.data() + at, bytes);
        const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
        addVarint(list, isSigned ? (bits ^ sign) - sign : bits);
    }
    return integerField(tensor::dims, one.count) + integerField(tensor::dataType, codeOf(one.type))
           + bytesField(tensor::name, name) + bytesField(field, isPlain ? elements : list);
}

/// What is not 0, with its places.
inline std::string sparseTensor(std::string_view name, const Case &one, const std::string &elements)
{
    const std::size_t bytes = bytesOf(one.type);
    const std::string zero(bytes, '\0');
    std::string values;
    std::string places;
    for (std::size_t at = 0; at < elements.size(); at += bytes) {
        if (elements.compare(at, bytes, zero) != 0) {
            values += elements.substr(at, bytes);
            places += packed(at / bytes, ElementType::Int64);
        }
    }
    Case stored = one;
    stored.count = static_cast<std::int64_t>(values.size() / bytes);
    const Case indices{ElementType::Int64, stored.count};
    return bytesField(sparse_tensor::values, rawTensor(name, stored, values))
           + bytesField(sparse_tensor::indices, rawTensor("", indices, places))
           + integerField(sparse_tensor::dims, one.count);
}

/// As a run has them: those of bfloat16 are the upper halves of floats.
inline std::string asComputed(const Case &one, const std::string &elements)
{
    if (one.type != ElementType::BFloat16) {
        return elements;
    }
    std::string wide;
    for (std::size_t at = 0; at < elements.size(); at += 2) {
        wide += std::string(2, '\0') + elements.substr(at, 2);
    }
    return wide;
}

} // namespace nervure::tests::stored
