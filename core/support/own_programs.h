// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace nervure {

/// The folder that the running program lies in; empty if the system hides it.
[[nodiscard]] std::filesystem::path programFolder();

/// A program of ours, as seen from one that lies in `folder`: beside it, one folder up (tests), or
/// where an installation keeps its helpers. Empty if it is in none of them.
[[nodiscard]] std::filesystem::path ownProgram(const std::filesystem::path &folder,
                                               std::string_view name);

} // namespace nervure
