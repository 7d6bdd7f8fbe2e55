// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "core/support/json/json_tree.h"

#include <string>
#include <string_view>

namespace nervure {

/// An edit as JSON in one line, for journals and project files; nothing of it is lost. Texts are bytes
/// as they are, which JsonTree reads.
[[nodiscard]] std::string editJson(const Edit &edit);

/// Reads what editJson() wrote. Fails with code "edit-format" on anything else.
[[nodiscard]] Result<Edit> readEdit(const JsonValue &json);
[[nodiscard]] Result<Edit> readEditText(std::string_view text);

} // namespace nervure
