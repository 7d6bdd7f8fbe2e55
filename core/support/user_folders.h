// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace nervure {

/// Where what can be made again is kept for this user: $XDG_CACHE_HOME/nervure, by default
/// ~/.cache/nervure; empty when neither variable names an absolute path.
[[nodiscard]] std::filesystem::path userCacheFolder();

/// Where what took the user's time is kept: $XDG_DATA_HOME/nervure, by default
/// ~/.local/share/nervure; empty likewise.
[[nodiscard]] std::filesystem::path userDataFolder();

} // namespace nervure
