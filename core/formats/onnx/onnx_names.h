// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

/// Names of operators in ONNX's graphs.
namespace nervure::onnx {

/// Whether it is that of ONNX's own operators, which has two names: "" and "ai.onnx".
[[nodiscard]] bool isOnnxDomain(std::string_view domain);

/// The operator as Node::op names it: of another domain than ONNX's, with it: "com.microsoft:FusedConv".
[[nodiscard]] std::string operatorName(std::string_view domain, std::string_view opType);
/// Domain and type of an operator of that name.
[[nodiscard]] std::pair<std::string_view, std::string_view> splitOperatorName(
    std::string_view name);

} // namespace nervure::onnx
