// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace nervure {

/// Types of elements as ONNX has them, by the number of TensorProto.DataType (onnx.proto). DType is the
/// part of them that we compute with.
enum class ElementType : std::uint8_t {
    Undefined = 0,
    Float32 = 1,
    UInt8 = 2,
    Int8 = 3,
    UInt16 = 4,
    Int16 = 5,
    Int32 = 6,
    Int64 = 7,
    String = 8,
    Bool = 9,
    Float16 = 10,
    Float64 = 11,
    UInt32 = 12,
    UInt64 = 13,
    Complex64 = 14,
    Complex128 = 15,
    BFloat16 = 16,
    Float8E4M3FN = 17,
    Float8E4M3FNUZ = 18,
    Float8E5M2 = 19,
    Float8E5M2FNUZ = 20,
    UInt4 = 21,
    Int4 = 22,
    Float4E2M1 = 23,
    Float8E8M0 = 24,
    UInt2 = 25,
    Int2 = 26,
    Float6E2M3 = 27,
    Float6E3M2 = 28,
};
inline constexpr int elementTypeCount = 29;

/// "float32", "bfloat16", "int4", "string", …; "undefined".
[[nodiscard]] std::string_view elementTypeName(ElementType type);
/// The type of that name, or nothing.
[[nodiscard]] std::optional<ElementType> elementTypeNamed(std::string_view name);
/// The type of that number, or nothing.
[[nodiscard]] std::optional<ElementType> elementTypeOf(std::int64_t number);
/// The type that we compute with; Unknown for those that we do not.
[[nodiscard]] DType toDType(ElementType type);
/// The type of the tensors that stand for ones of these elements when a model runs: truth values are bytes, 0
/// or 1, bfloat16 is float32 rounded to it, and all else is as in toDType().
[[nodiscard]] DType computableType(ElementType type);
/// Bits of one element; 0 for texts and Undefined.
[[nodiscard]] unsigned bitsOf(ElementType type);

} // namespace nervure
