// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/op/op_registry.h"

#include <optional>
#include <string>

namespace nervure {

/// A value's elements in the order that another layout has. Where nothing says its own layout, it is taken
/// for NCHW. Nothing where the layouts do not tell how, or do not lead to that shape.
[[nodiscard]] std::optional<Tensor> inLayout(const Tensor &tensor, const std::string &layout,
                                             const std::string &wanted, const Shape &shape,
                                             const OpRegistry &ops);

} // namespace nervure
