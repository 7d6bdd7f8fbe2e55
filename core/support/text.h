// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Splits at every `separator`; an empty text gives one empty part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// Without leading and trailing blanks, tabs and line ends.
[[nodiscard]] std::string_view trim(std::string_view text);

[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);

/// `text` with each `what` replaced; as it is where `what` is empty.
[[nodiscard]] std::string replaced(std::string text, std::string_view what, std::string_view with);

/// ASCII lower case.
[[nodiscard]] std::string toLower(std::string_view text);

/// The whole text as an integer (optional sign, base 10); nothing if it is anything else.
[[nodiscard]] std::optional<std::int64_t> parseInteger(std::string_view text);

/// The whole text as a finite or non-finite number; nothing if it is anything else.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);

/// The shortest text that reads back as the same double ("0.1", "1e-05", "nan", "inf", "-inf").
[[nodiscard]] std::string formatNumber(double value);

/// `text` in single quotes, shortened in the middle beyond 80 bytes, control bytes as \xHH: file
/// content as it is shown inside messages.
[[nodiscard]] std::string quoted(std::string_view text);
/// Exact matches for strings, so that std::quoted is never found instead.
[[nodiscard]] inline std::string quoted(const std::string &text)
{
    return quoted(std::string_view(text));
}
[[nodiscard]] inline std::string quoted(std::string &text)
{
    return quoted(std::string_view(text));
}
[[nodiscard]] inline std::string quoted(const char *text)
{
    return quoted(std::string_view(text));
}

/// The candidate nearest to `text` by edit distance, if it is near enough to be a likely typo.
[[nodiscard]] std::optional<std::string> nearest(std::string_view text,
                                                 std::span<const std::string> candidates);

/// a * b, or nothing on overflow. Both must not be negative.
[[nodiscard]] std::optional<std::int64_t> checkedMultiply(std::int64_t a, std::int64_t b);

} // namespace nervure
