// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/value_rules.h"

#include <map>
#include <string>
#include <string_view>

/// The texts of Version (onnx_operator.h). One that does not read is a mistake of ours.
namespace nervure::onnx {

using TypeVariables = std::map<std::string, TypeSet, std::less<>>;

/// "float bf16 seq(any)".
[[nodiscard]] TypeSet readTypeSet(std::string_view text);
/// Sets and widens type variables: "T = float; U += bf16".
void readTypes(std::string_view text, TypeVariables &variables);
/// "X:T W:T B:T? -> Y:T".
[[nodiscard]] ValueSignature readSignature(std::string_view text, const TypeVariables &variables);

} // namespace nervure::onnx
