// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

class JsonValue;

/// Writes JSON with the blanks and line ends of NNVM's SaveJSON: items part with ", ", and every
/// item of a multi-line scope stands on a line of its own, indented by two blanks per open scope.
/// The closing bracket of a non-empty multi-line scope gets a line only when the scope around it
/// is multi-line, too.
class DmlcText {
public:
    void beginObject(bool isMultiLine = true) { begin('{', isMultiLine); }
    void endObject() { end('}'); }
    void beginArray(bool isMultiLine) { begin('[', isMultiLine); }
    void endArray() { end(']'); }
    /// Starts a member; its value follows.
    void key(std::string_view name);
    /// Starts an element; its value follows.
    void item();

    void string(std::string_view text);
    void number(std::uint64_t value);
    void raw(std::string_view text) { m_out += text; }
    /// A JSON value laid out as NNVM lays out graph attributes of its type.
    void value(const JsonValue &json);

    /// Indents as if this many multi-line scopes were open.
    void assumeScopes(std::size_t count) { m_scopes.assign(count, {true, 0}); }

    /// Room for that many bytes, so that a large text need not move while it grows.
    void reserve(std::size_t bytes) { m_out.reserve(bytes); }

    [[nodiscard]] std::string take() { return std::move(m_out); }

private:
    struct Scope {
        bool isMultiLine = false;
        std::size_t items = 0;
    };
    void begin(char bracket, bool isMultiLine);
    void end(char bracket);
    void separator();

    std::string m_out;
    std::vector<Scope> m_scopes;
};

/// `text` as a JSON string the way NNVM escapes: only quote, backslash, newline, return, tab.
[[nodiscard]] std::string dmlcQuoted(std::string_view text);

} // namespace nervure
