// SPDX-License-Identifier: Apache-2.0
#include "core/support/misspelling.h"

#include <algorithm>

namespace nervure {

namespace {

/// Whether the longer one has one letter more, which is not its first.
bool hasOneMore(std::string_view longer, std::string_view shorter)
{
    if (longer.size() != shorter.size() + 1 || shorter.empty()) {
        return false;
    }
    const auto at = static_cast<std::size_t>(
        std::mismatch(shorter.begin(), shorter.end(), longer.begin()).first - shorter.begin());
    const bool isDigit = longer[at] >= '0' && longer[at] <= '9';
    return at > 0 && !isDigit && longer.substr(at + 1) == shorter.substr(at);
}

bool hasTwoSwapped(std::string_view text, std::string_view word)
{
    if (text.size() != word.size() || text == word) {
        return false;
    }
    const auto at = static_cast<std::size_t>(
        std::mismatch(text.begin(), text.end(), word.begin()).first - text.begin());
    return at + 1 < text.size() && text[at] == word[at + 1] && text[at + 1] == word[at]
           && text.substr(at + 2) == word.substr(at + 2);
}

} // namespace

std::optional<std::string> misspeltFrom(std::string_view text,
                                        std::span<const std::string> candidates)
{
    constexpr std::size_t shortest = 5; // shorter words are too near to each other
    std::optional<std::string> found;
    for (const std::string &candidate : candidates) {
        const bool isNear = hasTwoSwapped(text, candidate) || hasOneMore(text, candidate)
                            || hasOneMore(candidate, text);
        if (!isNear || candidate == found) {
            continue;
        }
        if (found || text.size() < shortest) {
            return std::nullopt;
        }
        found = candidate;
    }
    return found;
}

} // namespace nervure
