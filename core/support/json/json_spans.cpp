// SPDX-License-Identifier: Apache-2.0
#include "core/support/json/json_spans.h"

#include <algorithm>

namespace nervure {

LineStarts::LineStarts(std::string_view text)
{
    m_starts.push_back(0);
    for (std::size_t at = text.find('\n'); at != std::string_view::npos;
         at = text.find('\n', at + 1)) {
        m_starts.push_back(at + 1);
    }
}

TextPosition LineStarts::position(std::size_t offset) const
{
    const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), offset);
    const auto line = static_cast<std::size_t>(after - m_starts.begin());
    return {static_cast<int>(line), static_cast<int>(offset - m_starts[line - 1] + 1)};
}

namespace {

std::size_t skipBom(std::string_view text)
{
    return text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
}

/// The offset after the string whose opening quote is at `at`.
std::size_t stringEnd(std::string_view text, std::size_t at)
{
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return text.size();
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

} // namespace

std::size_t skipJsonBlanks(std::string_view text, std::size_t at, bool comments)
{
    while (at < text.size()) {
        if (isBlank(text[at])) {
            ++at;
        } else if (comments && text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (comments && text.substr(at, 2) == "/*") {
            const std::size_t end = text.find("*/", at + 2);
            at = end == std::string_view::npos ? text.size() : end + 2;
        } else {
            break;
        }
    }
    return at;
}

namespace {

/// Walks over the tokens of the first value of a text. Derived classes get the calls.
class Scanner {
public:
    Scanner(std::string_view text, bool comments, std::vector<JsonSpan> &spans)
        : m_text(text),
          m_comments(comments),
          m_spans(spans)
    {}

    /// Returns the offset after the value.
    std::size_t run()
    {
        std::size_t at = skipJsonBlanks(m_text, skipBom(m_text), m_comments);
        while (at < m_text.size()) {
            at = token(at);
            if (m_open.empty() && !m_spans.empty()) {
                return at;
            }
            at = skipJsonBlanks(m_text, at, m_comments);
        }
        return at;
    }

private:
    std::size_t token(std::size_t at)
    {
        switch (m_text[at]) {
        case '{':
        case '[': return open(at);
        case '}':
        case ']': return close(at);
        case ',': m_expectsKey = !m_open.empty() && m_text[beginOf(m_open.back())] == '{'; break;
        case ':': m_expectsKey = false; break;
        case '"': return string(at);
        default: return literal(at);
        }
        return at + 1;
    }
    [[nodiscard]] std::size_t beginOf(std::size_t index) const { return m_spans[index].begin; }
    void add(std::size_t begin, std::size_t end)
    {
        m_key.begin = static_cast<std::uint32_t>(begin);
        m_key.end = static_cast<std::uint32_t>(end);
        m_spans.push_back(m_key);
        m_key = {};
    }
    std::size_t open(std::size_t at)
    {
        m_open.push_back(m_spans.size());
        add(at, at + 1);
        m_expectsKey = m_text[at] == '{';
        return at + 1;
    }
    std::size_t close(std::size_t at)
    {
        if (!m_open.empty()) {
            m_spans[m_open.back()].end = static_cast<std::uint32_t>(at + 1);
            m_open.pop_back();
        }
        return at + 1;
    }
    std::size_t string(std::size_t at)
    {
        const std::size_t end = stringEnd(m_text, at);
        if (m_expectsKey) {
            m_key.keyBegin = static_cast<std::uint32_t>(at);
            m_key.keyEnd = static_cast<std::uint32_t>(end);
        } else {
            add(at, end);
        }
        return end;
    }
    std::size_t literal(std::size_t at)
    {
        std::size_t end = at + 1;
        while (end < m_text.size() && !isBlank(m_text[end])
               && std::string_view(",:]}[{\"/").find(m_text[end]) == std::string_view::npos) {
            ++end;
        }
        add(at, end);
        return end;
    }

    std::string_view m_text;
    bool m_comments;
    std::vector<JsonSpan> &m_spans;
    std::vector<std::size_t> m_open;
    JsonSpan m_key;
    bool m_expectsKey = false;
};

} // namespace

JsonSpans::JsonSpans(std::string_view text, bool comments)
{
    Scanner(text, comments, m_spans).run();
}

std::optional<std::size_t> unusualEscape(std::string_view text, bool comments)
{
    std::size_t at = skipBom(text);
    while (at < text.size()) {
        at = skipJsonBlanks(text, at, comments);
        if (at >= text.size() || text[at] != '"') {
            ++at;
            continue;
        }
        const std::size_t end = stringEnd(text, at);
        for (; at < end; ++at) {
            if (text[at] == '\\' && at + 1 < end) {
                if (std::string_view("\"\\nrt").find(text[at + 1]) == std::string_view::npos) {
                    return at;
                }
                ++at;
            }
        }
    }
    return std::nullopt;
}

} // namespace nervure
