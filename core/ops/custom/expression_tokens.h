// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nervure::custom {

enum class TokenKind : std::uint8_t { End, Number, Text, Word, Sign };

struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text; ///< of a text: without its quotes
    std::size_t offset = 0;
};

/// Takes tokens from the front of an expression's text, which must outlive them.
class Tokens {
public:
    explicit Tokens(std::string_view text) : m_text(text) {}

    /// TokenKind::End at the end, and from then on. Fails with Location::column.
    [[nodiscard]] Result<Token> next();

private:
    template <typename Belongs>
    Token taken(TokenKind kind, Belongs belongs);
    Token number();
    Result<Token> quotedText(char quote);
    Result<Token> sign();

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace nervure::custom
