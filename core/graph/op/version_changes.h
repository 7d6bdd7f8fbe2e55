// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <string>
#include <vector>

namespace nervure {

/// All versions of the operator of that name, the oldest first.
[[nodiscard]] std::vector<const OpSpec *> versionsOf(const OpRegistry &ops, Dialect dialect,
                                                     std::string_view name);

/// What is different in a later version of an operator, one phrase each: "attribute mode is new", "axis is -1
/// unless given, not 1", "takes bfloat16 as X", and what its declaration says beside.
[[nodiscard]] std::vector<std::string> changesBetween(const OpSpec &before, const OpSpec &after);

} // namespace nervure
