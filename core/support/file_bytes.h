// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace nervure {

struct MappedRange; // file_bytes.cpp

/// From so many bytes on, files that can stay on the disk are mapped. Smaller ones are read, so that no other
/// program changes what we have of them.
inline constexpr std::uintmax_t leastMappedBytes = std::uintmax_t{16} << 20;

/// The bytes of a file as one text: in memory, or mapped from the disk, where gigabytes of weights stay
/// until somebody looks at them. They never move, and any thread may read them.
///
/// Another program may cut a mapped file short. Reading what is gone gives zeros then, and wasCutShort()
/// says so; without this the system would end the program (SIGBUS).
class FileBytes {
public:
    explicit FileBytes(std::string bytes, std::filesystem::path path = {});
    ~FileBytes();
    FileBytes(const FileBytes &) = delete;
    FileBytes &operator=(const FileBytes &) = delete;

    /// Maps a regular file. Fails with code "file" where there is none, it cannot be read, or the
    /// program has too many of them (a thousand).
    static Result<std::shared_ptr<const FileBytes>> map(const std::filesystem::path &path);

    [[nodiscard]] std::string_view view() const { return m_view; }
    /// Where they come from; empty for bytes of no file.
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }
    [[nodiscard]] bool isMapped() const { return m_descriptor >= 0; }
    /// Whether bytes were missing when they were read.
    [[nodiscard]] bool wasCutShort() const;
    /// The open file that the bytes are in, from its start, for copying within the system; -1 where they
    /// are in memory.
    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// Whether the file was written to since it was mapped, as its size and time tell. False for bytes in
    /// memory.
    [[nodiscard]] bool hasChanged() const;
    /// Fails with code "file-changed" where the file was written to or cut short since it was mapped: what
    /// was read of it and what will be read need not fit each other.
    [[nodiscard]] Status checkUnchanged() const;

private:
    FileBytes(int descriptor, std::string_view view, MappedRange *range, std::int64_t modified);

    std::filesystem::path m_path;
    std::string m_text;
    std::string_view m_view;
    int m_descriptor = -1;
    MappedRange *m_range = nullptr; ///< null: in memory
    std::int64_t m_modified = 0;    ///< nanoseconds since 1970
};

} // namespace nervure
