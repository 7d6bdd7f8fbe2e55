// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace nervure {

/// Largest model file we read, in bytes (graph text, not weights).
inline constexpr std::uintmax_t maxModelFileBytes = std::uintmax_t{1} << 30;

/// The whole file as bytes. Fails on anything but a regular readable file (or a pipe of at most
/// `limit` bytes), and on files larger than `limit` bytes. "-" reads standard input.
Result<std::string> readFile(const std::filesystem::path &path,
                             std::uintmax_t limit = maxModelFileBytes);

/// Replaces the file atomically: written beside it, flushed to the disk, renamed over it.
/// An existing file keeps its permissions; a symbolic link keeps being one. "-" writes to
/// standard output.
Status writeFile(const std::filesystem::path &path, std::string_view bytes);

/// What a file is to hold.
struct FileContent {
    std::filesystem::path path;
    std::string_view bytes;
};

/// Replaces several files as writeFile() does one, or none of them: each is written beside its file
/// before the first takes its place. "-" is no standard output here.
Status writeFiles(std::span<const FileContent> files);

/// Copies the file to the same name with ~ behind it, as writeFile() writes. Nothing to do where
/// there is no file.
Status backUpFile(const std::filesystem::path &path);

} // namespace nervure
