// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/file_bytes.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Bytes that are put together from stretches of others, which are not copied, and new ones: gigabytes of a
/// file with a few bytes replaced.
class BytePieces {
public:
    /// Bytes of others, which have to outlive the pieces, or to be those of a file that is held.
    void keep(std::string_view bytes);
    void add(std::string bytes);
    void append(BytePieces &&others);
    /// Keeps a file open that pieces are of. The system copies what is mapped without reading it (splice()).
    void hold(std::shared_ptr<const FileBytes> file);

    /// Has a file of that name written beside the one that these bytes are for, before it.
    void putBeside(std::string name, BytePieces &&bytes);

    /// In bytes.
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] const std::vector<std::string_view> &pieces() const { return m_pieces; }
    [[nodiscard]] const std::vector<std::shared_ptr<const FileBytes>> &files() const
    {
        return m_files;
    }
    /// By name; never null.
    [[nodiscard]] const std::map<std::string, std::shared_ptr<const BytePieces>> &beside() const
    {
        return m_beside;
    }
    /// All of it in one, without what stands beside it.
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::string_view> m_pieces;
    /// What is new, under addresses that stay.
    std::vector<std::shared_ptr<const std::string>> m_own;
    std::vector<std::shared_ptr<const FileBytes>> m_files;
    std::map<std::string, std::shared_ptr<const BytePieces>> m_beside;
    std::uint64_t m_size = 0;
};

/// Bytes that are all new.
[[nodiscard]] Result<BytePieces> inOnePiece(Result<std::string> bytes);

} // namespace nervure
