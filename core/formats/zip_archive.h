// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/file_bytes.h"
#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// Whether the bytes begin as a zip archive does.
[[nodiscard]] bool isZip(std::string_view bytes);

/// Gets a member of an archive: its content, or why it cannot be read. A failure ends the reading.
using ZipMemberSink = std::function<Status(const std::string &name, Result<std::string> content)>;

/// Hands over the members of a zip archive (stored or deflated), in the order of its directory. Fails
/// with code "zip-format" on anything else, on damage (checksums are compared), on encrypted archives
/// and those in parts, and when the members take more than `mostBytes` together.
Status readZip(std::string_view bytes, std::uint64_t mostBytes, const ZipMemberSink &take);

/// A member's content: where it stands in the archive if it is stored, else unpacked.
struct ZipContent {
    std::string_view bytes;
    std::shared_ptr<const FileBytes> unpacked; ///< null: `bytes` are the archive's own
};

/// The first member of that name; nothing where there is none. Fails as readZip() does, but checksums of what is
/// stored are not compared, so that it is not read.
[[nodiscard]] Result<std::optional<ZipContent>> findZipMember(std::string_view bytes,
                                                              std::string_view name,
                                                              std::uint64_t mostBytes);

/// Makes a zip archive: equal for equal members.
class ZipWriter {
public:
    /// Adds a member, deflated if that is asked for and makes it smaller. Fails beyond 2 GiB, far from
    /// where plain zip archives end.
    Status add(const std::string &name, std::string_view content, bool compress);
    /// The archive; nothing can be added any more.
    [[nodiscard]] std::string finish();

private:
    std::string m_archive;
    std::string m_directory;
    std::uint16_t m_count = 0;
};

} // namespace nervure
