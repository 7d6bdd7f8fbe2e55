// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nervure {

enum class QueryTokenKind : std::uint8_t {
    Word,
    And,
    Or,
    Not,
    Open,
    Close,
    Comma,
    Comparison,
    End
};

struct QueryToken {
    QueryTokenKind kind = QueryTokenKind::End;
    std::string text;      ///< of a word without its quotes; of a comparison as `:` or `>=`
    bool isQuoted = false; ///< of a word
    std::size_t at = 0;    ///< offset in bytes
};

/// A syntax error at an offset: "found …, expected …", with the column.
[[nodiscard]] Diagnostic queryError(std::size_t at, std::string message);

/// Cuts a query into tokens, one after the other.
class QueryLexer {
public:
    /// The text must outlive this.
    explicit QueryLexer(std::string_view text) : m_text(text) {}

    [[nodiscard]] Result<QueryToken> next();
    /// What follows a comparison: quoted, or up to a blank, `&`, `|` or a bracket; inside the
    /// brackets of a function a comma ends it too.
    [[nodiscard]] Result<QueryToken> value(bool endsAtComma);

private:
    void skipBlanks();
    [[nodiscard]] Result<QueryToken> quotedWord();
    [[nodiscard]] QueryToken word(std::string_view ends);

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace nervure
