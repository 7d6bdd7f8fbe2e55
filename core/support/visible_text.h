// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nervure {

/// The text with \xHH for each byte of a control character (of ASCII, or U+0080 to U+009F) and for each that is no
/// UTF-8: content of files that is printed, so that it can be read and commands no terminal.
[[nodiscard]] std::string visibleText(std::string_view text);

/// The same of about 80 bytes: of a longer text the beginning and the end with "…" between, whole characters of each.
/// For words of a file in messages; quoted() puts quotes around it.
[[nodiscard]] std::string shortenedText(std::string_view text);

} // namespace nervure
