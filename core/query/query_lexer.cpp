// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_lexer.h"

#include <array>
#include <utility>

namespace nervure {

namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view wordEnds = " \t\r\n&|()!<>=~:\",";

struct Sign {
    std::string_view text;
    QueryTokenKind kind;
};

/// Longer ones first.
constexpr std::array<Sign, 16> signs{{{"&&", QueryTokenKind::And},
                                      {"&", QueryTokenKind::And},
                                      {"||", QueryTokenKind::Or},
                                      {"|", QueryTokenKind::Or},
                                      {"!=", QueryTokenKind::Comparison},
                                      {"!", QueryTokenKind::Not},
                                      {"(", QueryTokenKind::Open},
                                      {")", QueryTokenKind::Close},
                                      {",", QueryTokenKind::Comma},
                                      {"<=", QueryTokenKind::Comparison},
                                      {">=", QueryTokenKind::Comparison},
                                      {"<", QueryTokenKind::Comparison},
                                      {">", QueryTokenKind::Comparison},
                                      {"=", QueryTokenKind::Comparison},
                                      {"~", QueryTokenKind::Comparison},
                                      {":", QueryTokenKind::Comparison}}};

} // namespace

Diagnostic queryError(std::size_t at, std::string message)
{
    Diagnostic error = makeError("query-syntax", std::move(message));
    error.where.column = static_cast<int>(at) + 1;
    return error;
}

void QueryLexer::skipBlanks()
{
    const std::size_t at = m_text.find_first_not_of(blanks, m_at);
    m_at = at == std::string_view::npos ? m_text.size() : at;
}

Result<QueryToken> QueryLexer::quotedWord()
{
    const std::size_t start = m_at;
    QueryToken token{QueryTokenKind::Word, {}, true, start};
    for (++m_at; m_at < m_text.size(); ++m_at) {
        if (m_text[m_at] == '\\' && m_at + 1 < m_text.size()
            && (m_text[m_at + 1] == '"' || m_text[m_at + 1] == '\\')) {
            token.text += m_text[++m_at];
        } else if (m_text[m_at] == '"') {
            ++m_at;
            return token;
        } else {
            token.text += m_text[m_at];
        }
    }
    return queryError(start, "the quote has no end, expected another \"");
}

QueryToken QueryLexer::word(std::string_view ends)
{
    const std::size_t end = std::min(m_text.find_first_of(ends, m_at), m_text.size());
    QueryToken token{QueryTokenKind::Word, std::string(m_text.substr(m_at, end - m_at)), false,
                     m_at};
    m_at = end;
    return token;
}

Result<QueryToken> QueryLexer::next()
{
    skipBlanks();
    if (m_at == m_text.size()) {
        return QueryToken{QueryTokenKind::End, {}, false, m_at};
    }
    if (m_text[m_at] == '"') {
        return quotedWord();
    }
    for (const Sign &sign : signs) {
        if (m_text.substr(m_at).starts_with(sign.text)) {
            const std::size_t at = m_at;
            m_at += sign.text.size();
            return QueryToken{sign.kind, std::string(sign.text), false, at};
        }
    }
    return word(wordEnds);
}

Result<QueryToken> QueryLexer::value(bool endsAtComma)
{
    skipBlanks();
    if (m_at < m_text.size() && m_text[m_at] == '"') {
        return quotedWord();
    }
    QueryToken token = word(endsAtComma ? " \t\r\n&|()\"," : " \t\r\n&|()\"");
    if (token.text.empty()) {
        return queryError(token.at, m_at == m_text.size()
                                        ? "the query ends, expected a value"
                                        : "found '" + std::string(1, m_text[m_at])
                                              + "', expected a value; quotes hold one with "
                                                "brackets or blanks, as \"(3, 3)\"");
    }
    return token;
}

} // namespace nervure
