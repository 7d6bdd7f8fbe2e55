// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/value/element_type.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Of TensorProto.DataType's numbers; Undefined for those that are no type.
[[nodiscard]] ElementType storedTypeOf(std::int64_t number);
/// As files of that type hold it: LightNet's truth values take four bytes.
[[nodiscard]] ElementType storedTypeOf(DType type);

/// The product of the dimensions; nothing where it is too large or one is negative.
[[nodiscard]] std::optional<std::uint64_t> weightCount(const std::vector<std::int64_t> &shape);

/// Bytes of an element that stands alone: what is narrower than a byte takes one.
[[nodiscard]] std::size_t unpackedBytes(ElementType type);

/// Bytes of so many elements as they are stored: what is narrower than a byte lies close together, from the
/// low bits on (onnx.proto "raw_data"), and the last byte may be half used.
[[nodiscard]] std::uint64_t packedBytes(ElementType type, std::uint64_t count);

/// Elements `first` to `first + count` of packed ones, each in bytes of its own.
[[nodiscard]] std::string unpacked(ElementType type, std::string_view packed, std::uint64_t first,
                                   std::uint64_t count);

/// The numbers of unpacked elements, added to `values`. Complex numbers are their magnitudes. Nothing for
/// texts and Undefined.
void addValues(ElementType type, std::string_view elements, std::vector<double> &values);

/// One unpacked element as text, exact: "0.1", "-3", "true", "1+2i", "nan".
[[nodiscard]] std::string elementText(ElementType type, std::string_view element);

} // namespace nervure
