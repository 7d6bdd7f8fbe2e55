// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// A number as LightNet writes it: 15 significant digits, 17 when those do not read back the same.
[[nodiscard]] std::string lightNetNumberText(double value);

/// A JSON string with LightNet's escapes.
[[nodiscard]] std::string lightNetQuoted(std::string_view text);

/// "TL_FLOAT", …; empty for types that LightNet does not have.
[[nodiscard]] std::string_view lightNetTypeName(DType type);
[[nodiscard]] std::optional<DType> lightNetTypeFromName(std::string_view name);

} // namespace nervure
