// SPDX-License-Identifier: Apache-2.0
#include "core/formats/dmlc_text.h"

#include "core/support/json_tree.h"

namespace nervure {

namespace {

/// Arrays of more numbers than this are broken into lines.
constexpr std::size_t longArray = 10;

} // namespace

std::string dmlcQuoted(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default: out += c;
        }
    }
    return out + '"';
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
    m_out += dmlcQuoted(text);
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
