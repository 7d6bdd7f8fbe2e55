// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/file_bytes.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace nervure {

/// A model that is too large to be put into projects and journals: they say which file it is.
struct OriginalFile {
    std::string path;        ///< absolute
    std::uint64_t bytes = 0; ///< its size
    std::string checksum;    ///< fileChecksum()

    bool operator==(const OriginalFile &) const = default;
};

/// Which file a model is mapped from. Fails with code "original-gone" where another one has taken its place
/// since.
[[nodiscard]] Result<OriginalFile> referTo(const FileBytes &model);

/// The file again: at its path or, where it moved along, in `folder` under the same name. Fails with code
/// "original-gone" where there is none, and with "original-changed" where it is another one.
[[nodiscard]] Result<std::shared_ptr<const FileBytes>> findOriginal(
    const OriginalFile &original, const std::filesystem::path &folder);

} // namespace nervure
