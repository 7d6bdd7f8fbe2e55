// SPDX-License-Identifier: Apache-2.0
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <cassert>
#include <limits>

namespace nervure {

JsonKind JsonValue::kind() const
{
    return m_tree->m_values[m_index].kind;
}

std::string_view JsonValue::key() const
{
    const auto &value = m_tree->m_values[m_index];
    return std::string_view(m_tree->m_pool).substr(value.keyStart, value.keySize);
}

std::string_view JsonValue::string() const
{
    const auto &value = m_tree->m_values[m_index];
    return std::string_view(m_tree->m_pool).substr(value.textStart, value.textSize);
}

std::string JsonValue::text() const
{
    switch (kind()) {
    case JsonKind::Integer: return std::to_string(integer());
    case JsonKind::Number:
    case JsonKind::String: return std::string(string());
    default: break;
    }
    return compactText();
}

std::int64_t JsonValue::integer() const
{
    assert(kind() == JsonKind::Integer && "the value is an integer");
    return m_tree->m_values[m_index].integer;
}

double JsonValue::number() const
{
    if (kind() == JsonKind::Integer) {
        return static_cast<double>(integer());
    }
    return parseNumber(string()).value_or(std::numeric_limits<double>::quiet_NaN());
}

bool JsonValue::boolean() const
{
    return m_tree->m_values[m_index].integer != 0;
}

std::size_t JsonValue::size() const
{
    std::size_t count = 0;
    for (auto it = begin(); !(it == end()); ++it) {
        ++count;
    }
    return count;
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const
{
    std::optional<JsonValue> found;
    if (isObject()) {
        for (const JsonValue member : *this) {
            if (member.key() == key) {
                found = member;
            }
        }
    }
    return found;
}

JsonValue::Iterator &JsonValue::Iterator::operator++()
{
    m_index = m_tree->m_values[m_index].end;
    return *this;
}

JsonValue::Iterator JsonValue::begin() const
{
    return {*m_tree, m_index + 1};
}

JsonValue::Iterator JsonValue::end() const
{
    const auto &value = m_tree->m_values[m_index];
    return {*m_tree, value.end};
}

namespace {

/// Values nest at most as deep as the parser accepted, so recursion is bounded.
void appendCompact(const JsonValue &value, std::string &out)
{
    switch (value.kind()) {
    case JsonKind::Null: out += "null"; return;
    case JsonKind::Boolean: out += value.boolean() ? "true" : "false"; return;
    case JsonKind::Integer:
    case JsonKind::Number: out += value.text(); return;
    case JsonKind::String: out += jsonQuoted(value.string()); return;
    default: break;
    }
    const bool isObject = value.isObject();
    out += isObject ? '{' : '[';
    bool first = true;
    for (const JsonValue child : value) {
        if (!first) {
            out += ',';
        }
        first = false;
        if (isObject) {
            out += jsonQuoted(child.key()) + ':';
        }
        appendCompact(child, out);
    }
    out += isObject ? '}' : ']';
}

} // namespace

std::string JsonValue::compactText() const
{
    std::string out;
    appendCompact(*this, out);
    return out;
}

std::string jsonQuoted(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (static_cast<unsigned char>(c) < 0x20) {
                out += "\\u00";
                out += digits[static_cast<unsigned char>(c) >> 4];
                out += digits[static_cast<unsigned char>(c) & 15];
            } else {
                out += c;
            }
        }
    }
    return out + '"';
}

} // namespace nervure
