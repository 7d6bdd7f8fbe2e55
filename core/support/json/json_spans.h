// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nervure {

/// A place in a text, counted from 1; columns in bytes.
struct TextPosition {
    int line = 1;
    int column = 1;
};

/// Turns byte offsets of a text into lines and columns.
class LineStarts {
public:
    explicit LineStarts(std::string_view text);

    [[nodiscard]] TextPosition position(std::size_t offset) const;

private:
    std::vector<std::size_t> m_starts;
};

/// The bytes of one JSON value: [begin, end) of the value, [keyBegin, keyEnd) of its name with
/// quotes (equal when it is no member of an object).
struct JsonSpan {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t keyBegin = 0;
    std::uint32_t keyEnd = 0;

    /// The member with its name, or the element.
    [[nodiscard]] std::uint32_t itemBegin() const { return keyEnd > keyBegin ? keyBegin : begin; }
    [[nodiscard]] std::string_view of(std::string_view text) const
    {
        return text.substr(begin, end - begin);
    }
};

/// Where the values of a JSON text are. The text must be one that JsonTree::parse accepted; values
/// are numbered as there.
class JsonSpans {
public:
    explicit JsonSpans(std::string_view text, bool comments = false);

    [[nodiscard]] const JsonSpan &of(std::uint32_t valueIndex) const { return m_spans[valueIndex]; }
    [[nodiscard]] std::size_t size() const { return m_spans.size(); }

private:
    std::vector<JsonSpan> m_spans;
};

/// The offset of the next byte from `at` on that is neither blank nor (if allowed) comment.
[[nodiscard]] std::size_t skipJsonBlanks(std::string_view text, std::size_t at, bool comments);

/// Whether a string of the text uses an escape other than \" \\ \n \r \t, and where.
[[nodiscard]] std::optional<std::size_t> unusualEscape(std::string_view text,
                                                       bool comments = false);

} // namespace nervure
