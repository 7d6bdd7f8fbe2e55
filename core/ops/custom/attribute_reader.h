// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/custom/declaration.h"
#include "core/ops/custom/declaration_json.h"

namespace nervure::custom {

/// Reads the attributes that an operator of a known dialect declares.
[[nodiscard]] Status readAttributes(const DeclarationJson &json, const JsonValue &object,
                                    Declaration &operation);

} // namespace nervure::custom
