// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/custom/declaration.h"

namespace nervure::custom {

/// Gives an operator of a dialect with value types (hasValueTypes()) its values' rules.
void addValueRules(const std::shared_ptr<const Declaration> &operation, OpSpec &spec);

} // namespace nervure::custom
