// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/onnx/onnx_operator.h"

namespace nervure::onnx {

/// The value of an attribute as the reader of models writes it (formats/onnx): "1", "0.5", "[3, 3]",
/// "NOTSET", `["a", "b"]`. Fails with a message that says what was expected.
[[nodiscard]] Result<OnnxAttrs::Value> readAttributeText(Attribute::Kind kind,
                                                         std::string_view text);
[[nodiscard]] std::string attributeText(const OnnxAttrs::Value &value);

} // namespace nervure::onnx
