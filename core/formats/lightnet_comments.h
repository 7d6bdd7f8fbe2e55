// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nervure {

/// The text with blanks in place of comments, as LightNet makes it: a quote ends a string there even
/// behind a backslash, so that what follows may be taken for a comment, or a comment for a string.
[[nodiscard]] std::string blankLightNetComments(std::string_view text);

} // namespace nervure
