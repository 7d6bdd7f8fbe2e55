// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <set>
#include <string>

namespace nervure::conformance {

/// The JSON in a file. Fails when it cannot be read or is no JSON.
[[nodiscard]] Result<nlohmann::json> readJsonFile(const std::filesystem::path &path);

/// Names of the files of a folder that end in `ending`, without it; none if there is no folder.
[[nodiscard]] std::set<std::string> namesIn(const std::filesystem::path &folder,
                                            const std::string &ending);

/// Whether a case of that name is wanted: an empty pattern wants all.
[[nodiscard]] bool matches(const std::string &pattern, const std::string &name);

/// Bytes of a file; 0 when there is none.
[[nodiscard]] std::uintmax_t bytesOf(const std::filesystem::path &path);

} // namespace nervure::conformance
