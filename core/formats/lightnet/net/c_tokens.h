// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/json/json_spans.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

enum class CTokenKind {
    Identifier,
    Number, ///< what C calls a preprocessing number: it may go on with letters and dots
    String, ///< or a character in quotes
    Other,
    Newline,
};

/// A token of the C preprocessor.
struct CToken {
    CTokenKind kind = CTokenKind::Other;
    std::string text;
    TextPosition at;
    bool hasBlank = false;  ///< blanks or a comment stand before it
    bool isPainted = false; ///< a macro's name inside of its own expansion: never expanded again

    [[nodiscard]] bool is(std::string_view other) const
    {
        return kind == CTokenKind::Other && text == other;
    }
};

using CTokens = std::vector<CToken>;

/// The tokens of a text, with one for each line's end. Comments are blanks; a backslash at the end
/// of a line joins it with the next.
[[nodiscard]] CTokens cTokens(std::string_view text);

} // namespace nervure
