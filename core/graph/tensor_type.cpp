// SPDX-License-Identifier: Apache-2.0
#include "core/graph/tensor_type.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

struct TypeFacts {
    DType type;
    std::string_view name;
    std::size_t bytes;
};

constexpr std::array typeFacts{
    TypeFacts{DType::Float32, "float32", 4}, TypeFacts{DType::Float64, "float64", 8},
    TypeFacts{DType::Float16, "float16", 2}, TypeFacts{DType::UInt8, "uint8", 1},
    TypeFacts{DType::Int32, "int32", 4},     TypeFacts{DType::Int8, "int8", 1},
    TypeFacts{DType::Int64, "int64", 8},     TypeFacts{DType::Int16, "int16", 2},
    TypeFacts{DType::UInt16, "uint16", 2},   TypeFacts{DType::UInt32, "uint32", 4},
    TypeFacts{DType::UInt64, "uint64", 8},   TypeFacts{DType::Bool, "bool", 4},
};

const TypeFacts *factsOf(DType type)
{
    const auto *it = std::find_if(typeFacts.begin(), typeFacts.end(),
                                  [type](const TypeFacts &facts) { return facts.type == type; });
    return it == typeFacts.end() ? nullptr : it;
}

} // namespace

std::string_view dtypeName(DType type)
{
    const TypeFacts *facts = factsOf(type);
    return facts ? facts->name : "unknown";
}

std::optional<DType> dtypeFromName(std::string_view name)
{
    for (const TypeFacts &facts : typeFacts) {
        if (facts.name == name) {
            return facts.type;
        }
    }
    return std::nullopt;
}

std::optional<DType> dtypeFromCode(std::int64_t code)
{
    constexpr std::int64_t lastNnvmCode = static_cast<std::int64_t>(DType::UInt64);
    if (code < -1 || code > lastNnvmCode) {
        return std::nullopt;
    }
    return static_cast<DType>(code);
}

std::size_t dtypeBytes(DType type)
{
    const TypeFacts *facts = factsOf(type);
    return facts ? facts->bytes : 0;
}

bool isFloat(DType type)
{
    return type == DType::Float32 || type == DType::Float64 || type == DType::Float16;
}

bool mergeShape(Shape &known, const Shape &other)
{
    if (!known.hasRank() || !other.hasRank()) {
        known = known.hasRank() ? known : other;
        return true;
    }
    if (known.size() != other.size()) {
        return false;
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (isUnknownSize(known[i])) {
            known[i] = other[i];
        } else if (known[i] != other[i] && !isUnknownSize(other[i])) {
            return false;
        }
    }
    return true;
}

std::optional<std::int64_t> elementCount(const Shape &shape)
{
    if (isUnknown(shape)) {
        return std::nullopt;
    }
    std::int64_t count = 1;
    for (const std::int64_t size : shape) {
        const auto product = checkedMultiply(count, size);
        if (!product) {
            return std::nullopt;
        }
        count = *product;
    }
    return count;
}

std::optional<std::int64_t> byteCount(const Shape &shape, DType type)
{
    const auto count = elementCount(shape);
    return count ? checkedMultiply(*count, static_cast<std::int64_t>(dtypeBytes(type)))
                 : std::nullopt;
}

namespace {

std::string joinSizes(const Shape &shape, std::string_view separator)
{
    std::string text;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i > 0) {
            text += separator;
        }
        text += isUnknownSize(shape[i]) ? "?" : std::to_string(shape[i]);
    }
    return text;
}

} // namespace

std::string shapeText(const Shape &shape)
{
    return shape.hasRank() ? '[' + joinSizes(shape, ",") + ']' : "?";
}

std::string shapeLabel(const Shape &shape)
{
    return shape.isScalar() ? "scalar" : shape.hasRank() ? joinSizes(shape, "×") : "?";
}

} // namespace nervure
