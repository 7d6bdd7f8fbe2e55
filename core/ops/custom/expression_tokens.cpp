// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/expression_tokens.h"

#include "core/ops/custom/expression.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace nervure::custom {

namespace {

bool isWordStart(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

} // namespace

template <typename Belongs>
Token Tokens::taken(TokenKind kind, Belongs belongs)
{
    const std::size_t start = m_at;
    while (m_at < m_text.size() && belongs(m_text[m_at])) {
        ++m_at;
    }
    return {kind, m_text.substr(start, m_at - start), start};
}

Result<Token> Tokens::next()
{
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
        ++m_at;
    }
    const std::size_t start = m_at;
    if (start == m_text.size()) {
        return Token{TokenKind::End, "", start};
    }
    const char c = m_text[start];
    if (isWordStart(c)) {
        return taken(TokenKind::Word, [](char d) { return isWordStart(d) || isDigit(d); });
    }
    if (isDigit(c)) {
        return number();
    }
    return c == '\'' || c == '"' ? quotedText(c) : sign();
}

/// Digits, with a fraction and an exponent where they follow.
Token Tokens::number()
{
    const std::size_t start = m_at;
    taken(TokenKind::Number, isDigit);
    const auto at = [this](std::size_t i) {
        return m_at + i < m_text.size() ? m_text[m_at + i] : '\0';
    };
    if (at(0) == '.' && isDigit(at(1))) {
        ++m_at;
        taken(TokenKind::Number, isDigit);
    }
    const std::size_t sign = at(1) == '-' || at(1) == '+' ? 1 : 0;
    if ((at(0) == 'e' || at(0) == 'E') && isDigit(at(1 + sign))) {
        m_at += 1 + sign;
        taken(TokenKind::Number, isDigit);
    }
    return {TokenKind::Number, m_text.substr(start, m_at - start), start};
}

Result<Token> Tokens::quotedText(char quote)
{
    const std::size_t end = m_text.find(quote, m_at + 1);
    if (end == std::string_view::npos) {
        return expressionError(m_at, "a text that does not end, expected {}", quote);
    }
    const Token token{TokenKind::Text, m_text.substr(m_at + 1, end - m_at - 1), m_at};
    m_at = end + 1;
    return token;
}

Result<Token> Tokens::sign()
{
    constexpr std::array<std::string_view, 5> pairs{"==", "!=", "<=", ">=", "//"};
    constexpr std::string_view singles = "+-*/%<>()[],.:";
    const auto rest = m_text.substr(m_at);
    const bool isPair = std::any_of(pairs.begin(), pairs.end(), [rest](std::string_view pair) {
        return rest.starts_with(pair);
    });
    if (!isPair && singles.find(rest.front()) == std::string_view::npos) {
        return expressionError(m_at, "found {}, which no expression has",
                               quoted(rest.substr(0, 1)));
    }
    const Token token{TokenKind::Sign, rest.substr(0, isPair ? 2 : 1), m_at};
    m_at += token.text.size();
    return token;
}

} // namespace nervure::custom
