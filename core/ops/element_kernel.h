// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_spec.h"

#include <string>
#include <string_view>

namespace nervure {

/// A number as an OpenCL C float constant, also NaN and the infinities.
[[nodiscard]] std::string floatLiteral(double value);

/// `text` with every %0, %1, … replaced by the value of that operand in parentheses; empty when an
/// operand has no value at i. In OpenCL C on floats: "max(%0, %1)".
[[nodiscard]] std::string elementText(std::string_view text,
                                      std::span<const ElementOperand> operands);

/// The element rule of an operator whose expression needs nothing but its operands.
[[nodiscard]] OpSpec::ElementRule elementRule(std::string text);

/// The kernel of any operator with an element rule: computes output 0 of float32 operands, each
/// broadcast to its shape. Fails with code "no-kernel" when the rule gives no expression.
[[nodiscard]] Result<KernelSpec> elementKernel(const OpSpec::ElementRule &rule,
                                               const RuleContext &node,
                                               const KernelContext &context);

/// Gives `spec` the kernel that follows from its element rule, if it has one.
void setElementKernel(OpSpec &spec);

/// Gives `spec` an element rule of this text (none when it is empty) and its kernel.
void setElement(OpSpec &spec, std::string_view text);

/// The same with a rule of its own.
void setElement(OpSpec &spec, OpSpec::ElementRule rule);

} // namespace nervure
