// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"

#include "core/graph/graph.h"
#include "core/graph/op/attr_choice.h"
#include "core/ops/onnx/onnx_attribute_text.h"
#include "core/ops/onnx/onnx_signature.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace nervure::onnx {

namespace {

AttrKind attrKind(Attribute::Kind kind)
{
    switch (kind) {
    case Attribute::Kind::Integer: return AttrKind::Integer;
    case Attribute::Kind::Flag: return AttrKind::Integer;
    case Attribute::Kind::Number: return AttrKind::Number;
    case Attribute::Kind::Integers: return AttrKind::IntTuple;
    case Attribute::Kind::Numbers: return AttrKind::NumberTuple;
    case Attribute::Kind::Text:
    case Attribute::Kind::Texts:
    case Attribute::Kind::Opaque: break;
    }
    return AttrKind::Text;
}

/// The attribute of a node of a function that is what the call of the function says.
bool isReference(std::string_view text)
{
    return text.starts_with('@');
}

AttrSchema schemaOf(const std::vector<Attribute> &attributes)
{
    AttrSchema schema;
    OnnxAttrs defaults;
    for (const Attribute &attribute : attributes) {
        schema.decls.push_back(attribute.decl());
        if (attribute.defaultValue()) {
            defaults.set(attribute.decl().name, *attribute.defaultValue());
        }
    }
    schema.makeDefault = [defaults]() -> std::shared_ptr<void> {
        return std::make_shared<OnnxAttrs>(defaults);
    };
    schema.isHiddenKey = nullptr;
    return schema;
}

bool isOptional(const Attribute &attribute)
{
    return !attribute.decl().required;
}

bool isSame(const Attribute &a, const Attribute &b)
{
    return a.decl().name == b.decl().name && a.decl().kind == b.decl().kind
           && a.decl().required == b.decl().required && a.defaultValue() == b.defaultValue();
}

/// True if nodes that give none of the new attributes say the same: all others are as they were.
bool onlyGains(const std::vector<Attribute> &before, const std::vector<Attribute> &now)
{
    const auto isKept = [&now](const Attribute &old) {
        return std::any_of(now.begin(), now.end(),
                           [&old](const Attribute &one) { return isSame(one, old); });
    };
    const auto isHarmless = [&before](const Attribute &one) {
        const auto isOld = [&one](const Attribute &old) { return isSame(one, old); };
        return isOptional(one) || std::any_of(before.begin(), before.end(), isOld);
    };
    return std::all_of(before.begin(), before.end(), isKept)
           && std::all_of(now.begin(), now.end(), isHarmless);
}

} // namespace

Attribute::Attribute(Kind kind, std::string name, std::optional<OnnxAttrs::Value> defaultValue,
                     std::string help)
    : m_default(std::move(defaultValue))
{
    m_decl.name = std::move(name);
    m_decl.kind = attrKind(kind);
    m_decl.help = std::move(help);
    m_decl.defaultText = m_default ? attributeText(*m_default) : std::string();
    if (kind == Kind::Flag) {
        m_decl.minimum = 0;
        m_decl.maximum = 1;
    }
    m_decl.parse = [kind, key = m_decl.name](std::string_view text, void *attrs) -> Status {
        if (isReference(text)) {
            return {};
        }
        ASSIGN_OR_RETURN(auto value, readAttributeText(kind, text));
        static_cast<OnnxAttrs *>(attrs)->set(key, std::move(value));
        return {};
    };
    m_decl.print = [key = m_decl.name](const void *attrs) {
        const auto *value = static_cast<const OnnxAttrs *>(attrs)->find(key);
        return value ? attributeText(*value) : std::string();
    };
}

Attribute Attribute::required() const
{
    Attribute needed = *this;
    needed.m_decl.required = true;
    return needed;
}

Attribute Attribute::oneOf(std::vector<std::string> choices) const
{
    Attribute limited = *this;
    limited.m_decl.kind = AttrKind::Choice;
    limited.m_decl.choices = std::move(choices);
    limited.m_decl.parse = [choices = limited.m_decl.choices,
                            parse = m_decl.parse](std::string_view text, void *attrs) -> Status {
        if (!isReference(text)) {
            RETURN_IF_FAILED(checkChoice(choices, text));
        }
        return parse(text, attrs);
    };
    return limited;
}

Attribute Attribute::orEmpty() const
{
    Attribute lenient = *this;
    lenient.m_decl.parse = [parse = m_decl.parse](std::string_view text, void *attrs) {
        return text.empty() ? Status() : parse(text, attrs);
    };
    return lenient;
}

Attribute Attribute::withoutDefault() const
{
    Attribute bare = *this;
    bare.m_default.reset();
    bare.m_decl.defaultText.clear();
    return bare;
}

Attribute integer(std::string name, std::string help)
{
    return {Attribute::Kind::Integer, std::move(name), std::nullopt, std::move(help)};
}

Attribute integer(std::string name, std::int64_t defaultValue, std::string help)
{
    return {Attribute::Kind::Integer, std::move(name), defaultValue, std::move(help)};
}

Attribute flag(std::string name, bool defaultValue, std::string help)
{
    return {Attribute::Kind::Flag, std::move(name), std::int64_t{defaultValue}, std::move(help)};
}

Attribute number(std::string name, std::string help)
{
    return {Attribute::Kind::Number, std::move(name), std::nullopt, std::move(help)};
}

Attribute number(std::string name, float defaultValue, std::string help)
{
    return {Attribute::Kind::Number, std::move(name), double{defaultValue}, std::move(help)};
}

Attribute text(std::string name, std::string help)
{
    return {Attribute::Kind::Text, std::move(name), std::nullopt, std::move(help)};
}

Attribute text(std::string name, std::string defaultValue, std::string help)
{
    return {Attribute::Kind::Text, std::move(name), std::move(defaultValue), std::move(help)};
}

Attribute integers(std::string name, std::string help)
{
    return {Attribute::Kind::Integers, std::move(name), std::nullopt, std::move(help)};
}

Attribute integers(std::string name, std::vector<std::int64_t> defaultValue, std::string help)
{
    return {Attribute::Kind::Integers, std::move(name), std::move(defaultValue), std::move(help)};
}

Attribute numbers(std::string name, std::string help)
{
    return {Attribute::Kind::Numbers, std::move(name), std::nullopt, std::move(help)};
}

Attribute texts(std::string name, std::string help)
{
    return {Attribute::Kind::Texts, std::move(name), std::nullopt, std::move(help)};
}

Attribute opaque(std::string name, std::string help)
{
    return {Attribute::Kind::Opaque, std::move(name), std::nullopt, std::move(help)};
}

Attribute elementType(std::string name, std::string help)
{
    return integer(std::move(name), std::move(help));
}

Attribute consumedInputs()
{
    return integers("consumed_inputs", "inputs whose memory the result may take; has no effect");
}

std::vector<Version> withSmallTypes(std::vector<Version> versions, std::string_view variables,
                                    int since)
{
    struct Step {
        std::uint16_t since;
        std::string_view types;
    };
    constexpr std::array steps{Step{19, "f8"}, Step{21, "int4 uint4"}, Step{23, "f4"},
                               Step{24, "e8m0"}, Step{25, "int2 uint2"}};
    std::string earlier; // what the first row takes up at once
    for (const Step &step : steps) {
        if (step.since < since) {
            earlier += std::string(step.types) + ' ';
            continue;
        }
        Version version;
        version.since = step.since;
        for (const std::string_view variable : split(variables, ' ')) {
            version.types += fmt::format("{} += {}{};", variable, earlier, step.types);
        }
        versions.push_back(std::move(version));
        earlier.clear();
    }
    return versions;
}

void add(OpRegistry &ops, OpCategory category, std::string_view name, std::string_view summary,
         const std::vector<Version> &versions, const OpSpec::MacsRule &macs)
{
    TypeVariables types;
    std::string_view signature;
    std::vector<Attribute> attributes;
    ValueRule infer;
    std::uint16_t meaningSince = 0;
    for (const Version &version : versions) {
        const bool takesMore = version.signature.empty() && !version.infer && version.change.empty()
                               && (!version.attrs || onlyGains(attributes, *version.attrs));
        meaningSince = takesMore && meaningSince != 0 ? meaningSince : version.since;
        signature = version.signature.empty() ? signature : version.signature;
        readTypes(version.types, types);
        attributes = version.attrs ? *version.attrs : std::move(attributes);
        infer = version.infer ? version.infer : std::move(infer);
        auto rules = std::make_shared<ValueRules>();
        rules->signature = readSignature(signature, types);
        rules->infer = infer;
        rules->change = version.change;
        rules->isDeprecated = version.isDeprecated;
        rules->meaningSince = meaningSince;

        OpSpec spec;
        spec.dialect = Dialect::Onnx;
        spec.name = name;
        spec.sinceVersion = version.since;
        spec.summary = summary;
        spec.category = category;
        spec.attrs = schemaOf(attributes);
        spec.inputNames = [rules](const RuleContext &context) {
            return inputNames(rules->signature, context.node);
        };
        spec.outputNames = [rules](const RuleContext &context) {
            return outputNames(rules->signature, context.node);
        };
        spec.macs = macs;
        spec.values = std::move(rules);
        ops.add(std::move(spec));
    }
}

} // namespace nervure::onnx
