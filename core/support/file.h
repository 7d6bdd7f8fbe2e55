// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
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

/// Takes bytes, piece by piece.
using ByteSink = std::function<void(std::string_view bytes)>;
/// Gives all bytes of a file to a sink; the same ones each time it is called.
using ByteSource = std::function<void(const ByteSink &sink)>;

/// What can be made again need not be waited for.
enum class Flush : std::uint8_t { AtOnce, Whenever };

/// The same for what is too large to be put together in memory first.
Status writeFile(const std::filesystem::path &path, const ByteSource &source,
                 Flush flush = Flush::AtOnce);

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
