// SPDX-License-Identifier: Apache-2.0
#include "core/support/json/json_tree.h"

#include "core/support/json/json_bytes.h"
#include "core/support/json/json_spans.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <limits>

namespace nervure {

/// Receives nlohmann's events.
class JsonTreeBuilder {
public:
    JsonTreeBuilder(JsonTree &tree, std::size_t maxDepth) : m_tree(tree), m_maxDepth(maxDepth) {}

    bool null() { return add(JsonKind::Null); }
    bool boolean(bool value) { return add(JsonKind::Boolean, value ? 1 : 0); }
    bool number_integer(std::int64_t value)
    {
        // Only negative numbers come this way: a zero is "-0", which no integer can hold.
        return value == 0 ? addText(JsonKind::Number, "-0") : add(JsonKind::Integer, value);
    }
    bool number_unsigned(std::uint64_t value)
    {
        if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return add(JsonKind::Integer, static_cast<std::int64_t>(value));
        }
        return addText(JsonKind::Number, std::to_string(value));
    }
    bool number_float(double, const std::string &text) { return addText(JsonKind::Number, text); }
    bool string(std::string &text) { return addText(JsonKind::String, text); }
    bool binary(std::vector<std::uint8_t> &) { return false; }
    bool start_object(std::size_t) { return open(JsonKind::Object); }
    bool start_array(std::size_t) { return open(JsonKind::Array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string &text)
    {
        m_keyStart = pool(text);
        m_keySize = static_cast<std::uint32_t>(m_tree.m_pool.size()) - m_keyStart;
        return true;
    }
    bool parse_error(std::size_t position, const std::string &, const std::exception &what)
    {
        if (m_open.empty() && !m_tree.m_values.empty()) {
            // The first value is complete: what follows it is no concern of the parser.
            m_endsEarly = true;
            return false;
        }
        m_errorOffset = position > 0 ? position - 1 : 0;
        m_error = what.what();
        return false;
    }

    [[nodiscard]] bool isTooDeep() const { return m_tooDeep; }
    [[nodiscard]] bool endsEarly() const { return m_endsEarly; }
    [[nodiscard]] std::size_t errorOffset() const { return m_errorOffset; }
    [[nodiscard]] std::string errorText() const;

private:
    bool add(JsonKind kind, std::int64_t integer = 0)
    {
        JsonTree::Value value;
        value.kind = kind;
        value.integer = integer;
        value.keyStart = m_keyStart;
        value.keySize = m_keySize;
        value.end = static_cast<std::uint32_t>(m_tree.m_values.size()) + 1;
        m_keySize = 0;
        m_tree.m_values.push_back(value);
        return true;
    }
    bool addText(JsonKind kind, const std::string &text)
    {
        add(kind);
        JsonTree::Value &value = m_tree.m_values.back();
        value.textStart = pool(text);
        value.textSize = static_cast<std::uint32_t>(m_tree.m_pool.size()) - value.textStart;
        return true;
    }
    bool open(JsonKind kind)
    {
        if (m_open.size() >= m_maxDepth) {
            m_tooDeep = true;
            return false;
        }
        m_open.push_back(m_tree.m_values.size());
        return add(kind);
    }
    bool close()
    {
        m_tree.m_values[m_open.back()].end = static_cast<std::uint32_t>(m_tree.m_values.size());
        m_open.pop_back();
        return true;
    }
    std::uint32_t pool(const std::string &text)
    {
        const auto start = static_cast<std::uint32_t>(m_tree.m_pool.size());
        m_tree.m_pool += m_tree.m_hadIllegalBytes ? restoreIllegalBytes(text) : text;
        return start;
    }

    JsonTree &m_tree;
    std::size_t m_maxDepth;
    std::vector<std::size_t> m_open;
    std::uint32_t m_keyStart = 0;
    std::uint32_t m_keySize = 0;
    bool m_tooDeep = false;
    bool m_endsEarly = false;
    std::size_t m_errorOffset = 0;
    std::string m_error;
};

std::string JsonTreeBuilder::errorText() const
{
    // "[json.exception.…] parse error at line 1, column 2: syntax error while parsing …"
    std::string_view text = m_error;
    if (const std::size_t column = text.find("column "); column != std::string_view::npos) {
        if (const std::size_t colon = text.find(": ", column); colon != std::string_view::npos) {
            text.remove_prefix(colon + 2);
        }
    } else if (const std::size_t bracket = text.find("] "); bracket != std::string_view::npos) {
        text.remove_prefix(bracket + 2);
    }
    // "…; last read: '"a long text'; expected …": all that it read since the value before.
    constexpr std::string_view opening = "last read: '";
    constexpr std::string_view closing = "'; expected ";
    const std::size_t before = text.find(opening);
    if (before == std::string_view::npos) {
        return "not valid JSON: " + std::string(text);
    }
    const std::size_t start = before + opening.size();
    const std::size_t end = std::max(std::min(text.rfind(closing), text.size() - 1), start);
    const std::string_view read = text.substr(start, end - start);
    return "not valid JSON: " + std::string(text.substr(0, start - 1))
           + quoted(m_tree.m_hadIllegalBytes ? restoreIllegalBytes(read) : std::string(read))
           + std::string(text.substr(end + 1));
}

namespace {

Diagnostic located(Diagnostic diagnostic, std::string_view text, std::size_t offset)
{
    const TextPosition position = LineStarts(text).position(std::min(offset, text.size()));
    diagnostic.where.line = position.line;
    diagnostic.where.column = position.column;
    return diagnostic;
}

bool runParser(std::string_view text, JsonTreeBuilder &builder, bool comments)
{
    return nlohmann::json::sax_parse(text.begin(), text.end(), &builder,
                                     nlohmann::json::input_format_t::json, true, comments)
           || builder.endsEarly();
}

/// Where the text goes on after its first value.
std::size_t afterRoot(std::string_view text, bool comments)
{
    return skipJsonBlanks(text, JsonSpans(text, comments).of(0).end, comments);
}

/// The bracket that opens one level too many; strings before it are skipped.
std::size_t tooDeepAt(std::string_view text, std::size_t maxDepth, bool comments)
{
    std::size_t depth = 0;
    for (std::size_t at = skipJsonBlanks(text, 0, comments); at < text.size();
         at = skipJsonBlanks(text, at + 1, comments)) {
        if (text[at] == '"') {
            for (++at; at < text.size() && text[at] != '"'; ++at) {
                at += text[at] == '\\' ? 1 : 0;
            }
        } else if (text[at] == '[' || text[at] == '{') {
            if (++depth > maxDepth) {
                return at;
            }
        } else if (text[at] == ']' || text[at] == '}') {
            --depth;
        }
    }
    return text.size();
}

Diagnostic depthError(std::string_view text, const JsonOptions &options)
{
    return located(makeError("json-depth",
                             "the JSON is nested deeper than {} levels, the most that is read",
                             options.maxDepth),
                   text, tooDeepAt(text, options.maxDepth, options.allowComments));
}

} // namespace

Result<JsonTree> JsonTree::parse(std::string_view text, const JsonOptions &options)
try {
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
        return makeError("json-size", "the JSON is larger than 4 GiB, the most that is read");
    }
    JsonTree tree;
    JsonTreeBuilder builder(tree, options.maxDepth);
    if (runParser(text, builder, options.allowComments)) {
        if (builder.endsEarly()) {
            tree.m_textAfter = afterRoot(text, options.allowComments);
        }
        return tree;
    }
    if (builder.isTooDeep()) {
        return depthError(text, options);
    }
    const MappedBytes mapped = mapIllegalBytes(text, options.allowComments);
    if (!mapped.changed) {
        return located(makeError("json-syntax", builder.errorText()), text, builder.errorOffset());
    }
    JsonTree second;
    second.m_hadIllegalBytes = true;
    JsonTreeBuilder again(second, options.maxDepth);
    if (runParser(mapped.text, again, options.allowComments)) {
        if (again.endsEarly()) {
            second.m_textAfter = afterRoot(text, options.allowComments);
        }
        return second;
    }
    if (again.isTooDeep()) {
        return depthError(text, options);
    }
    return located(makeError("json-syntax", again.errorText()), text,
                   mapped.originalOffset(again.errorOffset()));
} catch (const std::exception &error) {
    return makeError("json-syntax", "the JSON cannot be read: {}", error.what());
}

std::string_view jsonKindText(JsonKind kind)
{
    switch (kind) {
    case JsonKind::Null: return "null";
    case JsonKind::Boolean: return "true or false";
    case JsonKind::Integer: return "an integer";
    case JsonKind::Number: return "a number";
    case JsonKind::String: return "a text";
    case JsonKind::Array: return "an array";
    case JsonKind::Object: break;
    }
    return "an object";
}

} // namespace nervure
