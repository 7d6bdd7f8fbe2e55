// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/ops/custom/declaration.h"
#include "core/ops/custom/declaration_json.h"

namespace nervure::custom {

/// The lowerings of an operator all else of which is read; none where it has none.
[[nodiscard]] Result<std::vector<LoweringGraph>> readLowerings(const DeclarationJson &json,
                                                               const JsonValue &object,
                                                               const Declaration &operation,
                                                               const OpRegistry &known);

} // namespace nervure::custom
