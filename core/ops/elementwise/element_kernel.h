// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"

#include <string>
#include <string_view>

namespace nervure {

/// A number as an OpenCL C float constant, also NaN and the infinities.
[[nodiscard]] std::string floatLiteral(double value);

/// `text` with every %0, %1, … replaced by the value of that operand in parentheses; empty when an
/// operand has no value at i. In OpenCL C: "max(%0, %1)".
[[nodiscard]] std::string elementText(std::string_view text,
                                      std::span<const ElementOperand> operands);

/// The element rule of an operator whose expression needs nothing but its operands: `text` on floats,
/// `whole` on whole numbers, where input 0 has such; empty: it does not compute them. `passingNan` stands for `text`
/// at nodes that pass NaN, unless it is empty.
[[nodiscard]] OpSpec::ElementRule elementRule(std::string text, std::string whole = {},
                                              std::string passingNan = {});

/// Element `index` (an expression) of an operand that input `i` of the node is.
[[nodiscard]] std::string elementAt(const KernelContext &context, std::size_t i,
                                    const ElementOperand &operand, const std::string &index);

/// The kernel of any operator with an element rule: computes output 0, of any type, from operands of
/// any types, each broadcast to its shape. Rules see values: floats, or whole numbers as long and
/// ulong. Fails with code "no-kernel" when the rule gives no expression for these types.
[[nodiscard]] Result<KernelSpec> elementKernel(const OpSpec::ElementRule &rule,
                                               const RuleContext &node,
                                               const KernelContext &context);

/// Gives `spec` the kernel that follows from its element rule, if it has one: of vectors where
/// operands stretch and the rule takes them (OpSpec::elementTakesVectors, set before).
void setElementKernel(OpSpec &spec);

/// Gives `spec` an element rule of these texts and its kernel.
void setElement(OpSpec &spec, std::string_view text, std::string_view whole,
                std::string_view passingNan = {});

/// The same with a rule of its own.
void setElement(OpSpec &spec, OpSpec::ElementRule rule);

} // namespace nervure
