// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/value_rules.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {
struct Node;
}

/// The texts of Version (onnx_operator.h). One that does not read is a mistake of ours.
namespace nervure::onnx {

using TypeVariables = std::map<std::string, TypeSet, std::less<>>;

/// "float bf16 seq(any)".
[[nodiscard]] TypeSet readTypeSet(std::string_view text);
/// Sets and widens type variables: "T = float; U += bf16".
void readTypes(std::string_view text, TypeVariables &variables);
/// "X:T W:T B:T? -> Y:T".
[[nodiscard]] ValueSignature readSignature(std::string_view text, const TypeVariables &variables);

/// The names of the values that a node has, by their places (Node::inputPorts); of inputs that it lacks, those that
/// it must have.
[[nodiscard]] std::vector<std::string> inputNames(const ValueSignature &signature,
                                                  const Node &node);
[[nodiscard]] std::vector<std::string> outputNames(const ValueSignature &signature,
                                                   const Node &node);

} // namespace nervure::onnx
