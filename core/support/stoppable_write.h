// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/byte_pieces.h"
#include "core/support/cancellation.h"
#include "core/support/file.h"

namespace nervure {

/// writeFile() that tells how far it is. Fails with code "cancelled", the file as it was, when it was
/// asked to stop before the new bytes took their place.
Status writeFile(const std::filesystem::path &path, std::string_view bytes,
                 const JobControl &control);

/// The same for pieces of other files (splice()) and what is to stand beside the file, which takes its place
/// first. Fails with code "file-changed", all files as they were, when another program changed one of them
/// meanwhile.
Status writeFile(const std::filesystem::path &path, const BytePieces &pieces,
                 const JobControl &control);

/// The same for what is made while it is written, and may fail then: the file is as it was.
Status writeFile(const std::filesystem::path &path,
                 const std::function<Status(const ByteSink &sink)> &source,
                 const JobControl &control);

/// The same for several files.
Status writeFiles(std::span<const FileContent> files, const JobControl &control);

} // namespace nervure
