// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// A JSON text in which every byte that a strict parser refuses inside strings has been replaced:
/// raw control characters by their \u00HH escape, bytes that are no UTF-8 by a code point of the
/// last private plane, which restoreIllegalBytes() turns back.
struct MappedBytes {
    std::string text;
    bool changed = false;

    /// Where in the original text the byte at `offset` of this text comes from.
    [[nodiscard]] std::size_t originalOffset(std::size_t offset) const;

    /// (offset after a replacement here, offset there), ascending.
    std::vector<std::pair<std::size_t, std::size_t>> resync;
};

/// With `comments`, text inside // and /* */ comments is left out of the question as well.
[[nodiscard]] MappedBytes mapIllegalBytes(std::string_view text, bool comments = false);

/// Turns the stand-ins in a decoded string back into the bytes they stand for.
[[nodiscard]] std::string restoreIllegalBytes(std::string_view text);

} // namespace nervure
