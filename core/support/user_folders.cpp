// SPDX-License-Identifier: Apache-2.0
#include "core/support/user_folders.h"

#include <cstdlib>

namespace nervure {

namespace {

/// The folder of the program below the one that `variable` names, else below `fallback` of the
/// user's home. The base directory specification has relative paths ignored.
std::filesystem::path folderOf(const char *variable, const char *fallback)
{
    if (const char *base = std::getenv(variable); base != nullptr && *base == '/') {
        return std::filesystem::path(base) / "nervure";
    }
    if (const char *home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return std::filesystem::path(home) / fallback / "nervure";
    }
    return {};
}

} // namespace

std::filesystem::path userCacheFolder()
{
    return folderOf("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path userDataFolder()
{
    return folderOf("XDG_DATA_HOME", ".local/share");
}

} // namespace nervure
