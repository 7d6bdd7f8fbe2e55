// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"

#include <optional>

namespace nervure {

/// The kernel of an operator whose element expression takes vectors (OpSpec::elementTakesVectors),
/// for stretched float32 operands: an index is computed for a vector, not for each element
/// (element_lanes.cl). Nothing where the device or the shapes gain nothing from it.
[[nodiscard]] std::optional<KernelSpec> elementLanesKernel(const OpSpec::ElementRule &rule,
                                                           const RuleContext &node,
                                                           const KernelContext &context);

} // namespace nervure
