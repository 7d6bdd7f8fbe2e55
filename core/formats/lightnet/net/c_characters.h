// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

/// ASCII digits and letters as C and Perl see them, whatever the locale.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

} // namespace nervure
