// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/graph/semantics.h"

#include <vector>

namespace nervure {

/// The operators that models of a dialect, and of a version of its operator set, may use. In the order of the
/// registry.
[[nodiscard]] std::vector<const OpSpec *> usableOperators(const OpRegistry &ops, Dialect dialect,
                                                          std::uint16_t opset = 0);

/// The operators of a dialect that can read a value of this shape and type as their first input:
/// with their defaults, and simple values where they have none, no rule of theirs objects. All that
/// read anything, where the shape is unknown. Of ONNX's, of that version of the set, those whose first
/// input may have the type. In the order of the registry.
[[nodiscard]] std::vector<const OpSpec *> fittingOperators(const OpRegistry &ops, Dialect dialect,
                                                           Semantics semantics, const Shape &shape,
                                                           DType type, std::uint16_t opset = 0);

} // namespace nervure
