// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/dmlc_text.h"

#include "core/support/json/json_tree.h"

#include <array>
#include <charconv>

namespace nervure {

namespace {

/// Arrays of more numbers than this are broken into lines.
constexpr std::size_t longArray = 10;

/// By byte: the letter of its escape, or 0.
constexpr std::array<char, 256> makeEscapes()
{
    std::array<char, 256> letters{};
    letters['"'] = '"';
    letters['\\'] = '\\';
    letters['\n'] = 'n';
    letters['\r'] = 'r';
    letters['\t'] = 't';
    return letters;
}
constexpr std::array<char, 256> escapes = makeEscapes();

void appendQuoted(std::string_view text, std::string &out)
{
    out += '"';
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (const char letter = escapes[static_cast<unsigned char>(text[at])]; letter != 0) {
            out += text.substr(done, at - done);
            out += '\\';
            out += letter;
            done = at + 1;
        }
    }
    out += text.substr(done);
    out += '"';
}

} // namespace

std::string dmlcQuoted(std::string_view text)
{
    std::string out;
    appendQuoted(text, out);
    return out;
}

void DmlcText::separator()
{
    if (m_scopes.empty() || m_scopes.back().isMultiLine) {
        m_out += '\n';
        m_out.append(2 * m_scopes.size(), ' ');
    }
}

void DmlcText::begin(char bracket, bool isMultiLine)
{
    m_out += bracket;
    m_scopes.push_back({isMultiLine, 0});
}

void DmlcText::end(char bracket)
{
    const Scope scope = m_scopes.back();
    m_scopes.pop_back();
    if (scope.isMultiLine && scope.items > 0) {
        separator();
    }
    m_out += bracket;
}

void DmlcText::item()
{
    if (m_scopes.back().items++ > 0) {
        m_out += ", ";
    }
    separator();
}

void DmlcText::key(std::string_view name)
{
    item();
    string(name);
    m_out += ": ";
}

void DmlcText::string(std::string_view text)
{
    appendQuoted(text, m_out);
}

void DmlcText::number(std::uint64_t value)
{
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    m_out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

void DmlcText::value(const JsonValue &json)
{
    if (json.isString()) {
        string(json.string());
    } else if (json.isObject()) {
        beginObject(json.size() > 1);
        for (const JsonValue member : json) {
            key(member.key());
            value(member);
        }
        endObject();
    } else if (json.isArray()) {
        const std::size_t size = json.size();
        const bool holdsNumbers = size > 0 && (*json.begin()).isNumber();
        beginArray(!holdsNumbers || size > longArray);
        for (const JsonValue element : json) {
            item();
            value(element);
        }
        endArray();
    } else {
        raw(json.compactText());
    }
}

} // namespace nervure
