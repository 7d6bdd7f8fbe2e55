// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_reader.h"
#include "core/formats/tensorflow/tf_types.h"
#include "core/support/cancellation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::tensorflow {

/// TensorProto, its values left where they are.
struct TensorMessage {
    std::uint64_t dataType = 0; ///< typeName()
    std::vector<std::int64_t> dims;
    std::optional<std::string_view> content; ///< little-endian
    std::vector<WireField> listed;           ///< `float_val` and its like, texts
};

/// Fails with code "protobuf" or "tensorflow".
[[nodiscard]] Result<TensorMessage> readTensor(std::string_view message, std::string_view file);

/// All elements of lists, as raw data has them: the last one that is listed stands for all that follow, and none
/// for zeros. Fails with code "weight" where they are more than `count`, and with "cancelled".
[[nodiscard]] Result<std::string> listedElements(const TensorMessage &tensor, std::uint64_t count,
                                                 const CancelToken &cancel);

/// All values as text, where they are few enough to be shown; else none.
[[nodiscard]] std::vector<std::string> allValues(const TensorMessage &tensor);

/// "float32[2, 2] 1, 2, 3, 4": type, dimensions and, where they are few, values.
[[nodiscard]] Result<std::string> tensorText(std::string_view message, std::string_view file);

} // namespace nervure::tensorflow
