// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/containers/small_vector.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Sizes of a tensor, outermost first. As in NNVM a shape is unknown when it has no dimensions or
/// when one of them is 0. Up to four dimensions take no memory of their own.
using Shape = SmallVector<std::int64_t, 4>;
using Shapes = std::vector<Shape>;

/// Element types. The values are NNVM's type codes (nnvm/README.md "dtype codes"); Bool is
/// LightNet's alone (4 bytes there, since it is an enum).
enum class DType : std::int8_t {
    Unknown = -1,
    Float32 = 0,
    Float64 = 1,
    Float16 = 2,
    UInt8 = 3,
    Int32 = 4,
    Int8 = 5,
    Int64 = 6,
    Int16 = 7,
    UInt16 = 8,
    UInt32 = 9,
    UInt64 = 10,
    Bool = 11,
};
using DTypes = std::vector<DType>;

/// "float32", …; "unknown" for DType::Unknown.
[[nodiscard]] std::string_view dtypeName(DType type);

/// The type of that name ("float32" …), or nothing. "unknown" is not a name.
[[nodiscard]] std::optional<DType> dtypeFromName(std::string_view name);

/// NNVM's number of the type, and back; nothing for numbers that are no type.
[[nodiscard]] inline int dtypeCode(DType type)
{
    return static_cast<int>(type);
}
[[nodiscard]] std::optional<DType> dtypeFromCode(std::int64_t code);

/// Bytes of one element; 0 for Unknown.
[[nodiscard]] std::size_t dtypeBytes(DType type);

[[nodiscard]] bool isFloat(DType type);

/// No dimensions, or a dimension that is not positive.
[[nodiscard]] inline bool isUnknown(const Shape &shape)
{
    bool isKnown = !shape.empty();
    for (const std::int64_t dimension : shape) {
        isKnown = isKnown && dimension > 0;
    }
    return !isKnown;
}

/// Product of the dimensions (1 for none), or nothing on overflow or a negative dimension.
[[nodiscard]] std::optional<std::int64_t> elementCount(const Shape &shape);

/// Elements times element size, or nothing on overflow.
[[nodiscard]] std::optional<std::int64_t> byteCount(const Shape &shape, DType type);

/// NNVM's text: "[1,3,224,224]", "[]".
[[nodiscard]] std::string shapeText(const Shape &shape);

/// What people read: "1×3×224×224"; "scalar" for no dimensions, "?" for an unknown dimension.
[[nodiscard]] std::string shapeLabel(const Shape &shape);

} // namespace nervure
