// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/net/c_tokens.h"

#include "core/formats/lightnet/net/c_characters.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

/// GCC takes the dollar sign for a letter.
bool startsIdentifier(char c)
{
    return isLetter(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : m_text(text) {}

    CTokens run()
    {
        while (skipBlanks()) {
            CToken token;
            token.at = {m_line, m_column};
            token.hasBlank = m_hasBlank;
            m_hasBlank = false;
            const char c = peek();
            if (c == '\n') {
                token.kind = CTokenKind::Newline;
                take(token);
            } else if (startsIdentifier(c)) {
                token.kind = CTokenKind::Identifier;
                takeWhile(token, [](char x) { return startsIdentifier(x) || isDigit(x); });
            } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
                token.kind = CTokenKind::Number;
                takeNumber(token);
            } else if (c == '"' || c == '\'') {
                token.kind = CTokenKind::String;
                takeQuoted(token);
            } else {
                takeOperator(token);
            }
            m_tokens.push_back(std::move(token));
        }
        return std::move(m_tokens);
    }

private:
    /// The character `ahead` of here, where joined lines are one; 0 behind the end.
    char peek(std::size_t ahead = 0)
    {
        std::size_t at = joined(m_at);
        for (; ahead > 0 && at < m_text.size(); --ahead) {
            at = joined(at + 1);
        }
        return at < m_text.size() ? m_text[at] : '\0';
    }
    /// Where the next character is, behind any joints of lines.
    [[nodiscard]] std::size_t joined(std::size_t at) const
    {
        while (true) {
            if (m_text.substr(at, 2) == "\\\n") {
                at += 2;
            } else if (m_text.substr(at, 3) == "\\\r\n") {
                at += 3;
            } else {
                return at;
            }
        }
    }
    void advance()
    {
        const std::size_t end = std::min(joined(m_at) + 1, m_text.size());
        for (; m_at < end; ++m_at) {
            const bool isEnd = m_text[m_at] == '\n';
            m_line += isEnd ? 1 : 0;
            m_column = isEnd ? 1 : m_column + 1;
        }
    }
    void take(CToken &token)
    {
        token.text += peek();
        advance();
    }
    template <typename F>
    void takeWhile(CToken &token, F &&isPart)
    {
        while (!isAtEnd() && isPart(peek())) {
            take(token);
        }
    }
    [[nodiscard]] bool isAtEnd() const { return joined(m_at) >= m_text.size(); }

    void takeNumber(CToken &token)
    {
        while (!isAtEnd()) {
            const char c = peek();
            const char last = token.text.empty() ? '0' : token.text.back();
            const bool isExponent = std::string_view("eEpP").find(last) != std::string_view::npos;
            if (!isDigit(c) && !startsIdentifier(c) && c != '.'
                && !(isExponent && (c == '+' || c == '-'))) {
                break;
            }
            take(token);
        }
    }
    /// Up to the same quote, or the end of the line when there is none.
    void takeQuoted(CToken &token)
    {
        const char quote = peek();
        take(token);
        while (!isAtEnd() && peek() != '\n') {
            const char c = peek();
            take(token);
            if (c == quote) {
                return;
            }
            if (c == '\\' && !isAtEnd() && peek() != '\n') {
                take(token);
            }
        }
    }
    void takeOperator(CToken &token)
    {
        constexpr std::array<std::string_view, 11> pairs{
            "##", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "++", "--"};
        const std::array<char, 2> next{peek(), peek(1)};
        const bool isPair =
            std::find(pairs.begin(), pairs.end(), std::string_view(next.data(), next.size()))
            != pairs.end();
        take(token);
        if (isPair) {
            take(token);
        }
    }
    /// False at the end.
    bool skipBlanks()
    {
        while (!isAtEnd()) {
            const char c = peek();
            if (c == '/' && peek(1) == '/') {
                while (!isAtEnd() && peek() != '\n') {
                    advance();
                }
            } else if (c == '/' && peek(1) == '*') {
                skipComment();
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
                advance();
            } else {
                return true;
            }
            m_hasBlank = true;
        }
        return false;
    }
    void skipComment()
    {
        advance();
        advance();
        while (!isAtEnd() && !(peek() == '*' && peek(1) == '/')) {
            advance();
        }
        advance();
        advance();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    int m_column = 1;
    bool m_hasBlank = false;
    CTokens m_tokens;
};

} // namespace

CTokens cTokens(std::string_view text)
{
    return Lexer(text).run();
}

} // namespace nervure
