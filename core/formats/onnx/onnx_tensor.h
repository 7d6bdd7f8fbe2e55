// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_reader.h"
#include "core/graph/value/element_type.h"
#include "core/support/cancellation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::onnx {

/// Where the values of a tensor are when they are in another file.
struct ExternalData {
    std::string_view location;           ///< a path that starts in the model's folder
    std::uint64_t offset = 0;            ///< in bytes
    std::optional<std::uint64_t> length; ///< nothing: to the end of the file
};

/// TensorProto, its values left where they are.
struct TensorMessage {
    std::string_view name;
    std::int64_t dataType = 0; ///< elementTypeName()
    std::vector<std::int64_t> dims;
    std::optional<std::string_view> raw; ///< little-endian, packed for types of 4 and 2 bits
    std::vector<WireField> typed;        ///< `float_data` and its like, texts
    std::optional<ExternalData> external;
};

/// Fails with code "protobuf" or "onnx-tensor".
Result<TensorMessage> readTensor(std::string_view message, std::string_view file);

/// "float32[2, 2] 1, 2, 3, 4": type, dimensions and, where they are few and in the file, values. Longer ones
/// end with "… (1024 values)".
Result<std::string> tensorText(std::string_view message, std::string_view file);

/// The same of a SparseTensorProto, without values: "sparse float32[100, 100]".
Result<std::string> sparseTensorText(std::string_view message, std::string_view file);

/// The first values of a tensor as text, at most `most`; none where they are in another file or of a
/// type that has no text.
[[nodiscard]] std::vector<std::string> firstValues(const TensorMessage &tensor, std::size_t most);

/// True if each number of a list is one element of a type that is narrower than a byte.
[[nodiscard]] bool areLooseInLists(ElementType type);

/// All elements of such lists, as raw data has them (6-bit ones a byte each). Fails with code "weight" where they
/// are not `count`, and with "cancelled".
Result<std::string> listedElements(const std::vector<WireField> &lists, ElementType type,
                                   std::uint64_t count, const CancelToken &cancel);

/// As many values are shown.
inline constexpr std::size_t mostShownValues = 64;

/// All values as text, where they are few enough to be shown; else none.
[[nodiscard]] std::vector<std::string> allValues(const TensorMessage &tensor);

} // namespace nervure::onnx
