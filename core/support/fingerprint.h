// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace nervure {

/// Stands for a text that is told in pieces. No protection against those who look for collisions: it
/// tells apart what happens to differ.
class Fingerprint {
public:
    Fingerprint();

    void add(std::string_view bytes);
    [[nodiscard]] std::array<std::uint64_t, 2> value() const { return m_hashes; }
    /// 32 hexadecimal digits.
    [[nodiscard]] std::string text() const;
    /// Half of them.
    [[nodiscard]] std::string checksum() const;

private:
    std::array<std::uint64_t, 2> m_hashes;
};

/// 32 hexadecimal digits that stand for a text in file names and databases.
[[nodiscard]] std::string fingerprint(std::string_view text);

/// 16 hexadecimal digits that tell damaged bytes from whole ones.
[[nodiscard]] std::string checksum(std::string_view bytes);

/// Tells versions of a file from each other: the checksum() of its bytes. Of more than 64 MiB only of their
/// number and of 256 stretches between the first and the last, so that nobody waits for gigabytes.
[[nodiscard]] std::string fileChecksumOf(std::string_view bytes);
/// Of a file that is not held in memory; empty if it cannot be read.
[[nodiscard]] std::string fileChecksum(const std::filesystem::path &path);

} // namespace nervure
