// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/rewrite_rules.h"

#include <string_view>

namespace nervure {

/// The gradient of an element-wise or broadcast operator without attributes of its own, or with one
/// scalar, by the operator's name ("tanh", "elemwise_mul", "__pow_scalar__", "broadcast_div"). Empty
/// when NNVM has none, which differs from zeroGradients().
[[nodiscard]] RewriteRules::GradientRule elementwiseGradient(std::string_view op);

} // namespace nervure
