// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/value/element_type.h"
#include "core/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Types and shapes of values as TensorFlow's files say them.
namespace nervure::tensorflow {

/// DataType by its number: "float32", "quint8", "resource", …; "type 99" for numbers without a name.
[[nodiscard]] std::string typeName(std::uint64_t number);
/// The same as a type of ours; Undefined for what has none. Types of references are those of their values.
[[nodiscard]] ElementType elementTypeOf(std::uint64_t number);

/// TensorShapeProto: sizes, -1 where one is not known; nothing: not even the rank is.
using ShapeMessage = std::optional<std::vector<std::int64_t>>;
/// Fails with code "protobuf" or "tensorflow".
[[nodiscard]] Result<ShapeMessage> readShape(std::string_view message, std::string_view file);
/// "[1, ?, 3]"; "?" where the rank is not known.
[[nodiscard]] std::string sizesText(const ShapeMessage &shape);

} // namespace nervure::tensorflow
