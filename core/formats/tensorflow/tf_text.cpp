// SPDX-License-Identifier: Apache-2.0
#include "core/formats/tensorflow/tf_text.h"

#include "core/formats/protobuf/wire_writer.h"
#include "core/formats/tensorflow/tf_text_fields.h"
#include "core/support/text.h"

#include <cctype>
#include <cstring>
#include <limits>
#include <optional>

namespace nervure::tensorflow {

namespace {

constexpr int deepestText = 64;

bool isNameCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-'
           || c == '+' || c == '/';
}

/// Cuts a text into names, numbers, quoted texts and signs.
class Tokens {
public:
    explicit Tokens(std::string_view text) : m_text(text) { skip(); }

    [[nodiscard]] bool isAtEnd() const { return m_at == m_text.size(); }
    [[nodiscard]] char peek() const { return isAtEnd() ? '\0' : m_text[m_at]; }
    bool take(char sign)
    {
        if (peek() != sign || isAtEnd()) {
            return false;
        }
        ++m_at;
        skip();
        return true;
    }
    /// A name or number; empty where there is none.
    std::string_view word()
    {
        const std::size_t from = m_at;
        while (!isAtEnd() && isNameCharacter(m_text[m_at])) {
            ++m_at;
        }
        const std::string_view found = m_text.substr(from, m_at - from);
        skip();
        return found;
    }
    /// Quoted texts, several of which are one.
    std::optional<std::string> quotedText()
    {
        std::string all;
        bool isThere = false;
        while (peek() == '"' || peek() == '\'') {
            if (!addQuoted(all)) {
                return std::nullopt;
            }
            isThere = true;
            skip();
        }
        return isThere ? std::optional(std::move(all)) : std::nullopt;
    }

    [[nodiscard]] Diagnostic error(std::string_view expected) const
    {
        const std::string found =
            isAtEnd() ? std::string("the end") : quoted(m_text.substr(m_at, 1));
        Diagnostic error = makeError("pbtxt", "found {}, expected {}", found, expected);
        error.where.line = 1;
        error.where.column = 1;
        for (const char c : m_text.substr(0, m_at)) {
            error.where.line += c == '\n' ? 1 : 0;
            error.where.column = c == '\n' ? 1 : error.where.column + 1;
        }
        return error;
    }

private:
    void skip()
    {
        while (!isAtEnd()) {
            if (m_text[m_at] == '#') {
                const std::size_t end = m_text.find('\n', m_at);
                m_at = end == std::string_view::npos ? m_text.size() : end;
            } else if (std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) {
                ++m_at;
            } else {
                return;
            }
        }
    }

    bool addQuoted(std::string &all)
    {
        const char quote = m_text[m_at++];
        while (!isAtEnd() && m_text[m_at] != quote) {
            if (m_text[m_at] == '\n') {
                return false;
            }
            if (m_text[m_at] == '\\') {
                ++m_at;
                addEscaped(all);
            } else {
                all += m_text[m_at++];
            }
        }
        if (isAtEnd()) {
            return false;
        }
        ++m_at;
        return true;
    }

    /// What stands behind a backslash.
    void addEscaped(std::string &all)
    {
        constexpr std::string_view letters = "abfnrtv\\'\"?";
        constexpr std::string_view meant = "\a\b\f\n\r\t\v\\'\"?";
        const char c = peek();
        if (const std::size_t place = letters.find(c); place != letters.npos && !isAtEnd()) {
            all += meant[place];
            ++m_at;
        } else if (c == 'x' || c == 'X') {
            ++m_at;
            all += digits(16, 2);
        } else {
            const std::size_t before = m_at;
            const char byte = digits(8, 3);
            if (m_at > before) {
                all += byte;
            }
        }
    }

    char digits(int base, int most)
    {
        int value = 0;
        for (int i = 0; i < most && !isAtEnd(); ++i, ++m_at) {
            const char c = m_text[m_at];
            const int digit = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : base;
            if (digit >= base) {
                break;
            }
            value = value * base + digit;
        }
        return static_cast<char>(value);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

std::optional<std::int64_t> wholeNumber(std::string_view word)
{
    const bool isNegative = word.starts_with('-');
    const std::string_view digits = word.substr(isNegative ? 1 : 0);
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        std::uint64_t value = 0;
        for (const char c : digits.substr(2)) {
            if (std::isxdigit(static_cast<unsigned char>(c)) == 0 || value >> 60U != 0) {
                return std::nullopt;
            }
            const int lower = std::tolower(static_cast<unsigned char>(c));
            value = value * 16
                    + static_cast<std::uint64_t>(lower <= '9' ? lower - '0' : lower - 'a' + 10);
        }
        return digits.size() > 2
                   ? std::optional(static_cast<std::int64_t>(isNegative ? 0 - value : value))
                   : std::nullopt;
    }
    if (const auto number = parseInteger(word)) {
        return *number;
    }
    // Beyond the largest signed one.
    std::uint64_t value = 0;
    for (const char c : word) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        if (digit > 9 || value > (most - digit) / 10) {
            return std::nullopt;
        }
        value = value * 10 + digit;
    }
    return word.empty() ? std::nullopt : std::optional(static_cast<std::int64_t>(value));
}

std::optional<double> realNumber(std::string_view word)
{
    const bool isNegative = word.starts_with('-');
    const std::string name = toLower(word.substr(isNegative ? 1 : 0));
    if (name == "inf" || name == "infinity" || name == "inff") {
        const double infinity = std::numeric_limits<double>::infinity();
        return isNegative ? -infinity : infinity;
    }
    if (name == "nan" || name == "nanf") {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const bool hasSuffix = word.ends_with('f') || word.ends_with('F');
    return parseNumber(word.substr(0, word.size() - (hasSuffix ? 1 : 0)));
}

/// Writes the messages of a text.
class TextReader {
public:
    explicit TextReader(std::string_view text) : m_tokens(text) {}

    Result<std::string> graph()
    {
        std::string bytes;
        while (!m_tokens.isAtEnd()) {
            RETURN_IF_FAILED(readField(TextMessage::Graph, bytes, 0));
        }
        return bytes;
    }

private:
    Status readField(TextMessage message, std::string &bytes, int depth)
    {
        const std::string_view name = fieldName();
        if (name.empty()) {
            return m_tokens.error("the name of a field");
        }
        const TextField *field = textField(message, name);
        const bool hasColon = m_tokens.take(':');
        if (m_tokens.take('[')) { // a list of values
            while (!m_tokens.take(']')) {
                RETURN_IF_FAILED(readValue(field, bytes, depth));
                if (!m_tokens.take(',') && m_tokens.peek() != ']') {
                    return m_tokens.error("a comma or ]");
                }
            }
        } else if (hasColon || m_tokens.peek() == '{' || m_tokens.peek() == '<') {
            RETURN_IF_FAILED(readValue(field, bytes, depth));
        } else {
            return m_tokens.error("a colon or {");
        }
        if (!m_tokens.take(',')) {
            m_tokens.take(';');
        }
        return {};
    }

    /// That of an extension stands in brackets.
    std::string_view fieldName()
    {
        if (!m_tokens.take('[')) {
            return m_tokens.word();
        }
        const std::string_view name = m_tokens.word();
        m_tokens.take(']');
        return name;
    }

    /// `field` is null where the value is passed over.
    Status readValue(const TextField *field, std::string &bytes, int depth)
    {
        const char sign = m_tokens.peek();
        if (sign == '{' || sign == '<') {
            return readMessage(field, bytes, depth);
        }
        if (sign == '"' || sign == '\'') {
            const auto text = m_tokens.quotedText();
            if (!text) {
                return m_tokens.error("the end of a quoted text");
            }
            if (field && field->kind == TextKind::Text) {
                addBytes(bytes, field->number, *text);
            }
            return field && field->kind != TextKind::Text ? m_tokens.error("a number before")
                                                          : Status();
        }
        const std::string_view word = m_tokens.word();
        if (word.empty()) {
            return m_tokens.error("a value");
        }
        return field && !addWord(*field, word, bytes) ? m_tokens.error(
                   std::string("a value of ") + std::string(field->name) + " before")
                                                      : Status();
    }

    Status readMessage(const TextField *field, std::string &bytes, int depth)
    {
        if (depth >= deepestText) {
            return m_tokens.error("messages that hold each other at most 64 deep");
        }
        const char end = m_tokens.take('{') ? '}' : '>';
        if (end == '>') {
            m_tokens.take('<');
        }
        std::string inner;
        const bool isRead = field && field->kind == TextKind::Message;
        while (!m_tokens.take(end)) {
            if (m_tokens.isAtEnd()) {
                return m_tokens.error(end == '}' ? "}" : ">");
            }
            RETURN_IF_FAILED(
                readField(isRead ? field->inner : TextMessage::None, inner, depth + 1));
        }
        if (isRead) {
            addBytes(bytes, field->number, inner);
        }
        return {};
    }

    static bool addWord(const TextField &field, std::string_view word, std::string &bytes)
    {
        switch (field.kind) {
        case TextKind::Integer: {
            const auto number = wholeNumber(word);
            addInteger(bytes, field.number, number.value_or(0));
            return number.has_value();
        }
        case TextKind::Boolean: {
            const bool isTrue = word == "true" || word == "True" || word == "t" || word == "1";
            addInteger(bytes, field.number, isTrue ? 1 : 0);
            return isTrue || word == "false" || word == "False" || word == "f" || word == "0";
        }
        case TextKind::Type: {
            const auto number = wholeNumber(word);
            const std::uint64_t type =
                number ? static_cast<std::uint64_t>(*number) : textType(word);
            addInteger(bytes, field.number, static_cast<std::int64_t>(type));
            return number || word.starts_with("DT_");
        }
        case TextKind::Float: {
            const auto number = realNumber(word);
            addFloat(bytes, field.number, static_cast<float>(number.value_or(0)));
            return number.has_value();
        }
        case TextKind::Double: {
            const auto number = realNumber(word);
            addTag(bytes, field.number, WireType::Fixed64);
            const double value = number.value_or(0);
            bytes.append(reinterpret_cast<const char *>(&value), sizeof value); // little-endian
            return number.has_value();
        }
        default: return false;
        }
    }

    Tokens m_tokens;
};

} // namespace

bool isGraphText(std::string_view text)
{
    Tokens tokens(text.substr(0, 4096));
    const std::string_view name = tokens.word();
    tokens.take(':');
    const bool isMessage = tokens.peek() == '{' || tokens.peek() == '<';
    const std::string_view front = text.substr(0, 1 << 16);
    const bool isGraph = name == "node" || name == "library" || name == "versions";
    // Other frameworks call the list of their nodes so, too, but not the operator.
    return isGraph && isMessage
           && (front.find("op:") != front.npos || front.find("node_def") != front.npos
               || front.find("producer:") != front.npos);
}

Result<std::string> binaryOfText(std::string_view text)
{
    return TextReader(text).graph();
}

} // namespace nervure::tensorflow
