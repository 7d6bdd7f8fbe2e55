// SPDX-License-Identifier: Apache-2.0
#include "core/support/json/json_cursor.h"

#include "core/support/json/json_bytes.h"
#include "core/support/utf8.h"

#include <array>
#include <limits>

namespace nervure {

namespace {

/// Bytes that stand for themselves in a string: ASCII without controls, quote and backslash.
constexpr std::array<bool, 256> makePlainBytes()
{
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < 0x80; ++byte) {
        plain[byte] = byte != '"' && byte != '\\';
    }
    return plain;
}
constexpr std::array<bool, 256> plainBytes = makePlainBytes();

bool isPlain(char c)
{
    return plainBytes[static_cast<unsigned char>(c)];
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

/// What is in a string behind its first plain characters.
bool JsonCursor::readUnusual(const char *begin, std::string_view &value)
{
    while (m_at < m_end) {
        if (isPlain(*m_at)) {
            ++m_at;
        } else if (*m_at == '"') {
            value = {begin, static_cast<std::size_t>(m_at++ - begin)};
            return true;
        } else if (*m_at == '\\') {
            return readEscaped(begin, value);
        } else {
            const std::size_t length = utf8Length({m_at, static_cast<std::size_t>(m_end - m_at)});
            if (length < 2) {
                return fail();
            }
            m_at += length;
        }
    }
    return fail();
}

/// The same from the first backslash on.
bool JsonCursor::readEscaped(const char *begin, std::string_view &value)
{
    constexpr std::string_view letters = "\"\\nrt"; // others are unusual
    constexpr std::string_view meanings = "\"\\\n\r\t";
    m_decoded.assign(begin, m_at);
    while (m_at < m_end && *m_at != '"') {
        if (*m_at == '\\') {
            const std::size_t which =
                m_end - m_at > 1 ? letters.find(m_at[1]) : std::string_view::npos;
            if (which == std::string_view::npos) {
                return fail();
            }
            m_decoded += meanings[which];
            m_at += 2;
            continue;
        }
        const std::size_t length = utf8Length({m_at, static_cast<std::size_t>(m_end - m_at)});
        if (length < 2 && !isPlain(*m_at)) {
            return fail();
        }
        m_decoded.append(m_at, length);
        m_at += length;
    }
    value = m_decoded;
    return take('"');
}

bool JsonCursor::readNumber(std::uint32_t &value)
{
    constexpr int mostDigits = 10;
    skipBlanks();
    const char *begin = m_at;
    std::uint64_t number = 0;
    while (m_at < m_end && isDigit(*m_at) && m_at - begin < mostDigits) {
        number = 10 * number + static_cast<std::uint64_t>(*m_at++ - '0');
    }
    // A digit, a point or an exponent behind it makes whatever comes next fail.
    const bool isWellFormed = m_at > begin && (*begin != '0' || m_at - begin == 1);
    if (m_hasFailed || !isWellFormed || number > std::numeric_limits<std::uint32_t>::max()) {
        return fail();
    }
    value = static_cast<std::uint32_t>(number);
    return true;
}

bool JsonCursor::skipInteger()
{
    skipBlanks();
    if (m_at < m_end && *m_at == '-') {
        ++m_at;
        if (m_at == m_end || !isDigit(*m_at)) {
            return fail();
        }
    }
    std::uint32_t ignored = 0;
    return readNumber(ignored);
}

bool JsonCursor::isAtEnd()
{
    skipBlanks();
    return !m_hasFailed && m_at == m_end;
}

std::string_view JsonCursor::upToBrace()
{
    skipBlanks();
    const auto left = static_cast<std::size_t>(m_end - m_at);
    const void *brace = left == 0 ? nullptr : std::memchr(m_at, '}', left);
    const auto *end = static_cast<const char *>(brace);
    return brace && !m_hasFailed ? std::string_view(m_at, static_cast<std::size_t>(end + 1 - m_at))
                                 : std::string_view();
}

} // namespace nervure
