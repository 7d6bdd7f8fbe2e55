// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// What a file that no format reads is, told by its content, and what its user can do: an error with the
/// code "format-foreign" about the file `name`. Nothing for content of no kind that is known here.
[[nodiscard]] std::optional<Diagnostic> foreignFile(std::string_view bytes,
                                                    const std::string &name);

/// readFile() for models: folders that models come in, and files of other kinds that are too large to be
/// read, are refused as foreignFile() does.
[[nodiscard]] Result<std::string> readModelFile(const std::filesystem::path &path);

} // namespace nervure
