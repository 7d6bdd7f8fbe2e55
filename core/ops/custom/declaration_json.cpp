// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/declaration_json.h"

#include "core/support/misspelling.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace nervure::custom {

namespace {

/// Words that mean something in expressions.
constexpr std::array<std::string_view, 10> words{"if",  "then", "else",  "and",   "or",
                                                 "not", "true", "false", "given", "total"};

bool isName(std::string_view text)
{
    const auto belongs = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0
           && std::all_of(text.begin(), text.end(), belongs);
}

} // namespace

std::vector<JsonValue> elementsOf(const JsonValue &value)
{
    std::vector<JsonValue> elements;
    if (value.isArray()) {
        for (const JsonValue element : value) {
            elements.push_back(element);
        }
    }
    return elements;
}

Diagnostic DeclarationJson::errorAt(const JsonValue &value, std::string_view message) const
{
    Diagnostic error = makeError("custom-operators",
                                 m_subject.empty() ? std::string(message)
                                                   : fmt::format("{}: {}", m_subject, message));
    const TextPosition at = m_lines.position(m_spans.of(value.index()).itemBegin());
    error.where.file = m_file;
    error.where.line = at.line;
    error.where.column = at.column;
    return error;
}

Diagnostic DeclarationJson::wrongKind(const JsonValue &value, std::string_view what,
                                      std::string_view expected) const
{
    return errorAt(
        value, fmt::format("{} is {}, expected {}", what, jsonKindText(value.kind()), expected));
}

Status DeclarationJson::checkMembers(const JsonValue &object, std::string_view what,
                                     const std::vector<std::string> &allowed) const
{
    if (!object.isObject()) {
        return wrongKind(object, what, "an object");
    }
    std::vector<std::string> seen;
    for (const JsonValue member : object) {
        const std::string key(member.key());
        if (std::find(allowed.begin(), allowed.end(), key) == allowed.end()) {
            const auto similar = misspeltFrom(key, allowed);
            return errorAt(member, fmt::format("{} has {}, {}", what, quoted(key),
                                               similar ? "did you mean " + quoted(*similar)
                                                       : "expected one of " + join(allowed, ", ")));
        }
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
            return errorAt(member, fmt::format("{} has {} twice", what, quoted(key)));
        }
        seen.push_back(key);
    }
    return {};
}

Result<std::string> DeclarationJson::textOf(const JsonValue &value, std::string_view what) const
{
    if (!value.isString()) {
        return wrongKind(value, what, "a text");
    }
    return value.text();
}

Result<std::string> DeclarationJson::text(const JsonValue &object, std::string_view key) const
{
    const auto value = object.find(key);
    if (!value) {
        return errorAt(object, fmt::format("there is no {}", quoted(key)));
    }
    return textOf(*value, key);
}

Result<std::string> DeclarationJson::optionalText(const JsonValue &object,
                                                  std::string_view key) const
{
    return object.find(key) ? text(object, key) : Result<std::string>(std::string());
}

Result<bool> DeclarationJson::flag(const JsonValue &object, std::string_view key) const
{
    const auto value = object.find(key);
    if (!value) {
        return false;
    }
    if (value->kind() != JsonKind::Boolean) {
        return wrongKind(*value, key, "true or false");
    }
    return value->boolean();
}

Result<std::vector<JsonValue>> DeclarationJson::list(const JsonValue &object,
                                                     std::string_view key) const
{
    const auto value = object.find(key);
    if (!value) {
        return std::vector<JsonValue>();
    }
    if (!value->isArray()) {
        return wrongKind(*value, key, "a list");
    }
    return elementsOf(*value);
}

Result<std::string> DeclarationJson::name(const JsonValue &value, std::string_view what) const
{
    ASSIGN_OR_RETURN(std::string name, textOf(value, what));
    if (!isName(name) || std::find(words.begin(), words.end(), name) != words.end()) {
        return errorAt(value,
                       fmt::format("{} is named {}, expected letters, digits and '_' that are "
                                   "no word of expressions",
                                   what, quoted(name)));
    }
    return name;
}

Diagnostic DeclarationJson::inExpression(const JsonValue &value, std::string_view what,
                                         std::string_view text, const Diagnostic &fault) const
{
    return errorAt(value, fmt::format("{}; {} is {}, at column {}", fault.message, what,
                                      quoted(text), fault.where.column));
}

Result<std::optional<Formula>> DeclarationJson::formula(const JsonValue &object,
                                                        std::string_view key, Kind kind,
                                                        const Names &names) const
{
    const auto value = object.find(key);
    if (!value) {
        return std::optional<Formula>();
    }
    ASSIGN_OR_RETURN(std::string source, textOf(*value, key));
    auto expression = parseExpression(source, names);
    if (!expression) {
        return inExpression(*value, key, source, expression.error());
    }
    if (expression->kind != kind) {
        return errorAt(*value, fmt::format("{} is {}, expected {}", key, kindText(expression->kind),
                                           kindText(kind)));
    }
    return std::optional(Formula{std::move(source), std::move(*expression)});
}

Result<Pattern> DeclarationJson::pattern(const JsonValue &value, std::string_view what,
                                         const Names &names) const
{
    ASSIGN_OR_RETURN(const std::string source, textOf(value, what));
    auto pattern = parsePattern(source, names);
    return pattern ? pattern : Result<Pattern>(inExpression(value, what, source, pattern.error()));
}

} // namespace nervure::custom
