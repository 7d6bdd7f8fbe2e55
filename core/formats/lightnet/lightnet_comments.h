// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// A text without its comments.
struct BlankedComments {
    std::string text;                    ///< with blanks in their place
    std::optional<std::size_t> openAt{}; ///< where a block begins that has no end
};

/// The text with blanks in place of comments, as LightNet makes it: a quote ends a string there even
/// behind a backslash, so that what follows may be taken for a comment, or a comment for a string.
/// LightNet refuses a text with an open block.
[[nodiscard]] BlankedComments blankLightNetComments(std::string_view text);

} // namespace nervure
