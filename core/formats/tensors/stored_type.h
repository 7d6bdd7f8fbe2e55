// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Types of elements that files hold, more than we compute with. The numbers are those of ONNX's
/// TensorProto::DataType.
enum class StoredType : std::uint8_t {
    Unknown,
    Float32,
    UInt8,
    Int8,
    UInt16,
    Int16,
    Int32,
    Int64,
    String,
    Bool,
    Float16,
    Float64,
    UInt32,
    UInt64,
    Complex64,
    Complex128,
    BFloat16,
    Float8E4M3Fn,
    Float8E4M3Fnuz,
    Float8E5M2,
    Float8E5M2Fnuz,
    UInt4,
    Int4,
    Float4E2M1,
    Float8E8M0,
    UInt2,
    Int2,
};

/// Unknown for numbers that are no type.
[[nodiscard]] StoredType storedTypeOf(std::int64_t number);
[[nodiscard]] StoredType storedTypeOf(DType type);

/// The product of the dimensions; nothing where it is too large or one is negative.
[[nodiscard]] std::optional<std::uint64_t> weightCount(const std::vector<std::int64_t> &shape);

/// Bits of an element as it is stored, 4 and 2 among them; 0 for texts and Unknown.
[[nodiscard]] unsigned storedBits(StoredType type);

/// Bytes of an element that stands alone: what is narrower than a byte takes one.
[[nodiscard]] std::size_t unpackedBytes(StoredType type);

/// Bytes of so many elements as they are stored: the last byte may be half used.
[[nodiscard]] std::uint64_t packedBytes(StoredType type, std::uint64_t count);

/// Elements `first` to `first + count` of packed ones, each in bytes of its own.
[[nodiscard]] std::string unpacked(StoredType type, std::string_view packed, std::uint64_t first,
                                   std::uint64_t count);

/// The numbers of unpacked elements, added to `values`. Complex numbers are their magnitudes. Nothing for
/// texts and Unknown.
void addValues(StoredType type, std::string_view elements, std::vector<double> &values);

/// One unpacked element as text, exact: "0.1", "-3", "true", "1+2i", "nan".
[[nodiscard]] std::string elementText(StoredType type, std::string_view element);

} // namespace nervure
