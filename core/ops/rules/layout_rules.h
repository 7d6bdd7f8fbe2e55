// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"

#include <cstddef>

namespace nervure {

/// The layout rules that several operators share, each with the name of NNVM's own. Rules look at
/// the first `inputs` and fill the first `outputs`; the others stay as they were. Rules read
/// LayoutCall::in as what the producers deliver and leave there what the operator wants.

/// For `inputs` and `outputs`: however many the node has.
inline constexpr std::size_t allOfThem = static_cast<std::size_t>(-1);

/// ZeroLayout: wants nothing, says nothing.
[[nodiscard]] RewriteRules::LayoutRule noLayout();

/// ElemwiseArbitraryLayout: takes any layout, the same for all inputs, and passes it on.
[[nodiscard]] RewriteRules::LayoutRule anyLayout(std::size_t inputs = 1, std::size_t outputs = 1);

/// ElemwiseFixedLayoutCopyToOut: all inputs have one layout, the one they had when layouts were
/// corrected before, if that happened; the outputs have it too.
[[nodiscard]] RewriteRules::LayoutRule keptLayout(std::size_t inputs = 1, std::size_t outputs = 1);

/// ElemwiseFixedLayoutUnknownOut: the same without a word about the outputs.
[[nodiscard]] RewriteRules::LayoutRule keptInputLayout(std::size_t inputs = 1);

/// ElemwiseBinaryKeepLeftLayout: the right input follows the left one.
[[nodiscard]] RewriteRules::LayoutRule leftLayout();

/// BinaryBroadcastCorrectLayout: the shorter layout becomes the tail of the longer one.
[[nodiscard]] RewriteRules::LayoutRule broadcastLayout();

/// A layout rule's failure.
[[nodiscard]] Diagnostic layoutError(std::string message);

/// Puts `value` into `target` unless it is undefined (NNVM_ASSIGN_LAYOUT).
void assignLayout(Layout &target, const Layout &value);

/// The layout of input `index` before the graph was rewritten, else what its producer delivers.
[[nodiscard]] Layout lastOrDelivered(const LayoutCall &call, std::size_t index);

/// Fails unless the call has this many inputs and outputs.
[[nodiscard]] Status checkLayoutCounts(const LayoutCall &call, std::size_t inputs,
                                       std::size_t outputs);

} // namespace nervure
