// SPDX-License-Identifier: Apache-2.0
#include "core/support/json/json_bytes.h"
#include "core/support/utf8.h"

#include <algorithm>
#include <cstdint>

namespace nervure {

namespace {

// U+10FF00 to U+10FFFF in UTF-8: F4 8F BC 80 … F4 8F BF BF.
constexpr std::string_view standInLead = "\xF4\x8F";

std::string standIn(unsigned char byte)
{
    std::string text(standInLead);
    text += static_cast<char>(0xBC + (byte >> 6));
    text += static_cast<char>(0x80 + (byte & 0x3F));
    return text;
}

std::string controlEscape(unsigned char byte)
{
    constexpr std::string_view digits = "0123456789abcdef";
    return std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
}

/// Copies a text while it follows whether it is inside a string.
class Mapper {
public:
    Mapper(std::string_view text, bool comments) : m_text(text), m_comments(comments)
    {
        m_out.text.reserve(text.size() + 16);
    }

    MappedBytes run()
    {
        while (m_at < m_text.size()) {
            if (m_inString) {
                stepString();
            } else {
                stepOutside();
            }
        }
        return std::move(m_out);
    }

private:
    void copy(std::size_t count)
    {
        m_out.text += m_text.substr(m_at, count);
        m_at += std::min(count, m_text.size() - m_at);
    }
    void replace(const std::string &with)
    {
        m_out.text += with;
        ++m_at;
        m_out.changed = true;
        m_out.resync.emplace_back(m_out.text.size(), m_at);
    }
    void stepOutside()
    {
        if (m_comments && m_text.substr(m_at, 2) == "//") {
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
            m_out.resync.emplace_back(m_out.text.size(), m_at);
        } else if (m_comments && m_text.substr(m_at, 2) == "/*") {
            const std::size_t end = m_text.find("*/", m_at + 2);
            m_at = end == std::string_view::npos ? m_text.size() : end + 2;
            m_out.text += ' ';
            m_out.resync.emplace_back(m_out.text.size(), m_at);
        } else {
            m_inString = m_text[m_at] == '"';
            copy(1);
        }
    }
    void stepString()
    {
        const auto byte = static_cast<unsigned char>(m_text[m_at]);
        if (byte == '\\') {
            copy(2);
        } else if (byte == '"') {
            m_inString = false;
            copy(1);
        } else if (byte < 0x20) {
            replace(controlEscape(byte));
        } else if (const std::size_t length = utf8Length(m_text.substr(m_at)); length > 0) {
            copy(length);
        } else {
            replace(standIn(byte));
        }
    }

    std::string_view m_text;
    bool m_comments;
    std::size_t m_at = 0;
    bool m_inString = false;
    MappedBytes m_out;
};

} // namespace

std::size_t MappedBytes::originalOffset(std::size_t offset) const
{
    const auto after =
        std::upper_bound(resync.begin(), resync.end(), offset,
                         [](std::size_t value, const auto &mark) { return value < mark.first; });
    if (after == resync.begin()) {
        return offset;
    }
    const auto &[mapped, original] = *(after - 1);
    return original + (offset - mapped);
}

MappedBytes mapIllegalBytes(std::string_view text, bool comments)
{
    return Mapper(text, comments).run();
}

std::string restoreIllegalBytes(std::string_view text)
{
    std::string out;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto third = at + 3 < text.size() ? static_cast<unsigned char>(text[at + 2]) : 0;
        if (text.substr(at, 2) == standInLead && third >= 0xBC) {
            out += static_cast<char>(((third - 0xBC) << 6)
                                     + (static_cast<unsigned char>(text[at + 3]) & 0x3F));
            at += 4;
        } else {
            out += text[at++];
        }
    }
    return out;
}

} // namespace nervure
