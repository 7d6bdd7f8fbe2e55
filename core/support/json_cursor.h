// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
    explicit JsonCursor(std::string_view text)
        : m_begin(text.data()),
          m_at(text.data()),
          m_end(text.data() + text.size())
    {}

    bool enterObject() { return enter('{'); }
    bool enterArray() { return enter('['); }
    /// Goes to the value of the next member; false at the end of the object, which is left then.
    /// The name holds until the next call.
    bool nextMember(std::string_view &key);
    /// Goes to the next element; false at the end of the array, which is left then.
    bool nextElement() { return next(']'); }

    /// A string without its escapes; good until the next call.
    bool readString(std::string_view &value);
    /// An integer from 0 to 2^32 - 1.
    bool readNumber(std::uint32_t &value);
    /// An integer of any sign that fits into 32 bits.
    bool skipInteger();
    /// Only blanks are left.
    [[nodiscard]] bool isAtEnd();

    bool fail()
    {
        m_hasFailed = true;
        return false;
    }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

private:
    bool enter(char bracket);
    bool next(char closing);
    void skipBlanks();
    bool take(char c);
    bool readEscaped(const char *begin, std::string_view &value);

    const char *m_begin;
    const char *m_at;
    const char *m_end;
    bool m_isFirst = false; ///< nothing of the container that was entered last is read yet
    bool m_hasFailed = false;
    std::string m_decoded; ///< the last string with escapes
};

} // namespace nervure
