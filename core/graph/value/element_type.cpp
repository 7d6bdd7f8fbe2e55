// SPDX-License-Identifier: Apache-2.0
#include "core/graph/value/element_type.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

struct Row {
    std::string_view name;
    unsigned bits = 0;
    DType dtype = DType::Unknown;
};

/// By number.
constexpr std::array<Row, elementTypeCount> rows{{
    {"undefined"},
    {"float32", 32, DType::Float32},
    {"uint8", 8, DType::UInt8},
    {"int8", 8, DType::Int8},
    {"uint16", 16, DType::UInt16},
    {"int16", 16, DType::Int16},
    {"int32", 32, DType::Int32},
    {"int64", 64, DType::Int64},
    {"string"},
    {"bool", 8, DType::Bool},
    {"float16", 16, DType::Float16},
    {"float64", 64, DType::Float64},
    {"uint32", 32, DType::UInt32},
    {"uint64", 64, DType::UInt64},
    {"complex64", 64},
    {"complex128", 128},
    {"bfloat16", 16},
    {"float8e4m3fn", 8},
    {"float8e4m3fnuz", 8},
    {"float8e5m2", 8},
    {"float8e5m2fnuz", 8},
    {"uint4", 4},
    {"int4", 4},
    {"float4e2m1", 4},
    {"float8e8m0", 8},
    {"uint2", 2},
    {"int2", 2},
    {"float6e2m3", 6},
    {"float6e3m2", 6},
}};

const Row &rowOf(ElementType type)
{
    return rows[static_cast<std::size_t>(type)];
}

} // namespace

std::string_view elementTypeName(ElementType type)
{
    return rowOf(type).name;
}

std::optional<ElementType> elementTypeNamed(std::string_view name)
{
    const auto *const found = std::find_if(rows.begin() + 1, rows.end(),
                                           [name](const Row &row) { return row.name == name; });
    return found == rows.end() ? std::nullopt
                               : std::optional(static_cast<ElementType>(found - rows.begin()));
}

std::optional<ElementType> elementTypeOf(std::int64_t number)
{
    return number >= 0 && number < elementTypeCount
               ? std::optional(static_cast<ElementType>(number))
               : std::nullopt;
}

DType toDType(ElementType type)
{
    return rowOf(type).dtype;
}

DType computableType(ElementType type)
{
    switch (type) {
    case ElementType::Bool: return DType::UInt8;
    case ElementType::BFloat16: return DType::Float32;
    default: return toDType(type);
    }
}

unsigned bitsOf(ElementType type)
{
    return rowOf(type).bits;
}

} // namespace nervure
