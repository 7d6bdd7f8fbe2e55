// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/rules/lowering.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Two values of one type that a function combines.
struct FunctionOperands {
    Entry left;
    Entry right;
    DType type = DType::Float32;
    bool stretches = true; ///< their shapes may differ: dimensions of 1 stretch
};

/// What computes MXNet's function of two operands; `function` is "add", "sub", "mul", "div", "mod"
/// (with the sign of the right operand), "pow", "max", "min", "hypot", "equal", "not_equal",
/// "greater", "greater_equal", "less", "less_equal", "logical_and", "logical_or" or "logical_xor".
[[nodiscard]] Entry combined(const Lowering &op, std::string_view function,
                             const FunctionOperands &operands);

/// MXNet's names for the inputs of operators that take any number of them: "arg0", "arg1", …
[[nodiscard]] std::vector<std::string> argumentNames(std::int64_t count);

/// A type rule for two inputs: the output has the type of the first one, whatever the second one has.
[[nodiscard]] Status leftType(const RuleContext &context, DTypes &in, DTypes &out);

} // namespace nervure
