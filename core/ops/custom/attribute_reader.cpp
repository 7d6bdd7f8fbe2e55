// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/attribute_reader.h"

#include "core/ops/custom/declared_attribute.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace nervure::custom {

namespace {

struct NamedKind {
    std::string_view name;
    AttrKind kind;
};
constexpr std::array<NamedKind, 8> attributeKinds{{
    {"integer", AttrKind::Integer},
    {"number", AttrKind::Number},
    {"boolean", AttrKind::Boolean},
    {"text", AttrKind::Text},
    {"choice", AttrKind::Choice},
    {"integers", AttrKind::IntTuple},
    {"numbers", AttrKind::NumberTuple},
    {"element_type", AttrKind::ElementType},
}};

class AttributeReader {
public:
    AttributeReader(const DeclarationJson &json, Declaration &operation)
        : m_json(json),
          m_operation(operation)
    {}

    Status read(const JsonValue &object)
    {
        ASSIGN_OR_RETURN(const auto list, m_json.list(object, "attributes"));
        for (const JsonValue &item : list) {
            RETURN_IF_FAILED(readAttribute(item));
        }
        return {};
    }

private:
    Status readAttribute(const JsonValue &item)
    {
        RETURN_IF_FAILED(m_json.checkMembers(
            item, "an attribute",
            {"name", "type", "help", "default", "required", "minimum", "maximum", "choices"}));
        AttrDecl decl;
        if (!item.find("name")) {
            return m_json.errorAt(item, "an attribute has no 'name'");
        }
        ASSIGN_OR_RETURN(decl.name, m_json.name(*item.find("name"), "an attribute"));
        ASSIGN_OR_RETURN(decl.help, m_json.optionalText(item, "help"));
        ASSIGN_OR_RETURN(decl.required, m_json.flag(item, "required"));
        RETURN_IF_FAILED(readKind(item, decl));
        ASSIGN_OR_RETURN(decl.minimum, readLimit(item, decl, "minimum"));
        ASSIGN_OR_RETURN(decl.maximum, readLimit(item, decl, "maximum"));
        addParser(decl, m_operation.dialect);
        RETURN_IF_FAILED(readDefault(item, decl));
        m_operation.attributes.push_back(std::move(decl));
        return {};
    }

    Status readKind(const JsonValue &item, AttrDecl &decl)
    {
        ASSIGN_OR_RETURN(const std::string name, m_json.text(item, "type"));
        std::vector<std::string> names;
        for (const NamedKind &kind : attributeKinds) {
            names.emplace_back(kind.name);
            if (kind.name == name) {
                decl.kind = kind.kind;
            }
        }
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            return m_json.errorAt(*item.find("type"),
                                  fmt::format("{} has type {}, expected one of {}", decl.name,
                                              quoted(name), join(names, ", ")));
        }
        ASSIGN_OR_RETURN(const auto choices, m_json.list(item, "choices"));
        for (const JsonValue &choice : choices) {
            ASSIGN_OR_RETURN(std::string text, m_json.textOf(choice, "a choice"));
            decl.choices.push_back(std::move(text));
        }
        if (decl.choices.empty() == (decl.kind == AttrKind::Choice)) {
            return m_json.errorAt(item, decl.name
                                            + (decl.choices.empty()
                                                   ? " has no 'choices', which a choice needs"
                                                   : " has 'choices', expected type choice"));
        }
        return {};
    }

    Result<std::optional<double>> readLimit(const JsonValue &item, const AttrDecl &decl,
                                            std::string_view key) const
    {
        const auto value = item.find(key);
        if (!value) {
            return std::optional<double>();
        }
        const bool hasLimits = decl.kind == AttrKind::Integer || decl.kind == AttrKind::Number
                               || decl.kind == AttrKind::IntTuple
                               || decl.kind == AttrKind::NumberTuple;
        if (!hasLimits) {
            return m_json.errorAt(
                *value, fmt::format("{} has a {}, expected one of numbers alone", decl.name, key));
        }
        if (!value->isNumber()) {
            return m_json.wrongKind(*value, key, "a number");
        }
        return std::optional(value->number());
    }

    Status readDefault(const JsonValue &item, AttrDecl &decl)
    {
        const auto value = item.find("default");
        if (!value) {
            return {};
        }
        if (decl.required) {
            return m_json.errorAt(
                *value, decl.name + " is required and has a default, expected one of both");
        }
        const bool isTruth = value->kind() == JsonKind::Boolean;
        const std::string text = value->isString() ? value->text()
                                 : isTruth         ? (value->boolean() ? "1" : "0")
                                                   : value->compactText();
        const bool fits = isTruth == (decl.kind == AttrKind::Boolean);
        const Status status = decl.parse(text, &m_operation.defaults);
        if (!status || !fits) {
            return m_json.errorAt(
                *value,
                fmt::format("{} has the default {}, {}", decl.name, quoted(value->compactText()),
                            status ? "expected another type" : status.error().message));
        }
        decl.defaultText = decl.print(&m_operation.defaults);
        return {};
    }

    const DeclarationJson &m_json;
    Declaration &m_operation;
};

} // namespace

Status readAttributes(const DeclarationJson &json, const JsonValue &object, Declaration &operation)
{
    return AttributeReader(json, operation).read(object);
}

} // namespace nervure::custom
