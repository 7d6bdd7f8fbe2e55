// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A message that is put together from parts of an older one, which are not copied, and new bytes.
class WirePieces {
public:
    /// Bytes of the older message, which has to outlive the pieces.
    void keep(std::string_view bytes);
    void add(std::string bytes);
    /// A field that holds a message.
    void addMessage(std::uint32_t number, WirePieces &&message);

    /// In bytes.
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// All of it in one.
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::string_view> m_pieces;
    /// What is new, under addresses that stay.
    std::vector<std::shared_ptr<const std::string>> m_own;
    std::uint64_t m_size = 0;
};

} // namespace nervure
