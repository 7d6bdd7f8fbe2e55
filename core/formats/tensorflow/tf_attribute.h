// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

/// Attributes of operators: AttrValue and the text that a node's dictionary holds instead.
///
///     type float32 · bool true · int 3 · float 0.1 · string SAME · shape [1, ?] · list [1, 2] or ["a", "b"]
///     tensor int64[2] 1, 2 · func then_branch · placeholder @T
///
/// Numbers are as short as they can be and still read back as the same 32-bit float.
namespace nervure::tensorflow {

/// AttrValue as text.
struct AttributeText {
    std::string text;
    std::vector<std::string_view> functions; ///< names, of func and lists of it
    std::string_view tensor;                 ///< TensorProto, of tensor
};

/// Fails with code "protobuf" or "tensorflow".
[[nodiscard]] Result<AttributeText> readAttribute(std::string_view message, std::string_view file);

} // namespace nervure::tensorflow
