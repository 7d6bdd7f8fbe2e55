// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace nervure {

/// Walks once over a JSON text whose form the caller knows, without keeping anything of it: several
/// times faster than a tree, and without its memory. Whatever is not as expected, not valid or merely
/// unusual makes it fail, for good; it never says why. Then a JsonTree is to decide.
///
///     if (in.enterObject()) {
///         for (std::string_view key; in.nextMember(key);) {
///             // read exactly one value
///         }
///     }
///     if (in.hasFailed()) …
class JsonCursor {
public:
    explicit JsonCursor(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size())
    {}

    bool enterObject() { return enter('{'); }
    bool enterArray() { return enter('['); }
    /// Goes to the value of the next member; false at the end of the object, which is left then.
    /// The name holds until the next call.
    bool nextMember(std::string_view &key) { return next('}') && readString(key) && take(':'); }
    /// Goes to the next element; false at the end of the array, which is left then.
    bool nextElement() { return next(']'); }

    /// A string without its escapes; good until the next call.
    bool readString(std::string_view &value)
    {
        if (!take('"')) {
            return false;
        }
        const char *begin = m_at;
        skipPlain();
        if (m_at < m_end && *m_at == '"') {
            value = {begin, static_cast<std::size_t>(m_at++ - begin)};
            return true;
        }
        return readUnusual(begin, value);
    }
    /// An integer from 0 to 2^32 - 1.
    bool readNumber(std::uint32_t &value);
    /// An integer of any sign that fits into 32 bits.
    bool skipInteger();
    /// Only blanks are left.
    [[nodiscard]] bool isAtEnd();

    /// The text from the next value to the first closing brace: all of an object, unless something in it
    /// holds such a brace, too. Empty where there is none.
    [[nodiscard]] std::string_view upToBrace();
    /// Goes behind such a text where it is known to be one object.
    void skip(std::string_view text) { m_at += text.size(); }
    /// Whether what was read last ends where the text does.
    [[nodiscard]] bool isBehind(std::string_view text) const
    {
        return !m_hasFailed && m_at == text.data() + text.size();
    }

    /// Where in the text the next value begins.
    [[nodiscard]] std::size_t offsetIn(std::string_view text)
    {
        skipBlanks();
        return static_cast<std::size_t>(m_at - text.data());
    }

    bool fail()
    {
        m_hasFailed = true;
        return false;
    }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

private:
    bool enter(char bracket)
    {
        m_isFirst = true;
        return take(bracket);
    }
    bool next(char closing)
    {
        skipBlanks();
        const bool isFirst = m_isFirst;
        m_isFirst = false;
        if (!m_hasFailed && m_at < m_end && *m_at == closing) {
            ++m_at;
            return false;
        }
        return isFirst ? !m_hasFailed : take(',');
    }
    bool take(char c)
    {
        skipBlanks();
        if (m_hasFailed || m_at == m_end || *m_at != c) {
            return fail();
        }
        ++m_at;
        return true;
    }
    void skipBlanks()
    {
        while (m_at < m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t')) {
            ++m_at;
        }
    }
    /// Goes on to the next quote, backslash or byte that is no plain character, eight bytes at a time.
    /// It may stop up to seven bytes before.
    void skipPlain()
    {
        while (m_end - m_at >= 8) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, m_at, sizeof bytes);
            // The first of the eight bytes that has its top bit set here is special.
            const std::uint64_t special =
                (zerosIn(bytes ^ (each * '"')) | zerosIn(bytes ^ (each * '\\'))
                 | ((bytes - each * 0x20) & ~bytes) | bytes)
                & (each * 0x80);
            if (special != 0) {
                if constexpr (std::endian::native == std::endian::little) {
                    m_at += std::countr_zero(special) / 8;
                }
                return;
            }
            m_at += 8;
        }
    }
    static std::uint64_t zerosIn(std::uint64_t bytes) { return (bytes - each) & ~bytes; }
    bool readUnusual(const char *begin, std::string_view &value);
    bool readEscaped(const char *begin, std::string_view &value);

    static constexpr std::uint64_t each = 0x0101010101010101;

    const char *m_at;
    const char *m_end;
    bool m_isFirst = false; ///< nothing of the container that was entered last is read yet
    bool m_hasFailed = false;
    std::string m_decoded; ///< the last string with escapes
};

} // namespace nervure
