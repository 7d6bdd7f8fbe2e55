// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/json/json_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// Sizes, some of which may be unknown.
using KerasSizes = std::vector<std::int64_t>;

/// A text; empty where there is none.
[[nodiscard]] std::string kerasText(const std::optional<JsonValue> &value);

/// A value of a configuration or of a call as the text of an attribute: numbers as they are written, tuples in
/// parentheses, slices as Python writes them ("1:3"), functions and layers by their names, arrays as tuples.
[[nodiscard]] std::string kerasAttributeText(const JsonValue &value);

/// Sizes, of which null is an unknown one; nothing where the value is something else.
[[nodiscard]] std::optional<KerasSizes> kerasSizes(const std::optional<JsonValue> &value);

} // namespace nervure
