// SPDX-License-Identifier: Apache-2.0
#include "core/support/visible_text.h"

#include "core/support/utf8.h"

#include <algorithm>

namespace nervure {

namespace {

/// True if the character commands a terminal: a control of ASCII, or one of U+0080 to U+009F.
bool isControl(std::string_view character)
{
    const auto first = static_cast<unsigned char>(character[0]);
    return first < 0x20 || first == 0x7f
           || (character.size() == 2 && first == 0xC2
               && static_cast<unsigned char>(character[1]) < 0xA0);
}

void appendVisible(std::string &shown, std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length > 0 && !isControl(character)) {
            shown += character;
        } else {
            for (const char c : character) {
                const auto byte = static_cast<unsigned char>(c);
                shown += "\\x";
                shown += digits[byte >> 4];
                shown += digits[byte & 15];
            }
        }
        text.remove_prefix(character.size());
    }
}

bool isInsideCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// The end of the last whole character that ends at `at` or, by at most three bytes, before.
std::size_t characterBoundary(std::string_view text, std::size_t at)
{
    std::size_t boundary = at;
    while (boundary + 3 > at && boundary > 0 && isInsideCharacter(text[boundary])) {
        --boundary;
    }
    return isInsideCharacter(text[boundary]) ? at : boundary;
}

} // namespace

std::string visibleText(std::string_view text)
{
    std::string shown;
    appendVisible(shown, text);
    return shown;
}

std::string shortenedText(std::string_view text)
{
    constexpr std::size_t limit = 80;
    if (text.size() <= limit) {
        return visibleText(text);
    }
    return visibleText(text.substr(0, characterBoundary(text, limit / 2))) + "…"
           + visibleText(text.substr(characterBoundary(text, text.size() - limit / 2)));
}

} // namespace nervure
