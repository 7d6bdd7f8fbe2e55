// SPDX-License-Identifier: Apache-2.0
#include "app/cli/op_page.h"

#include "app/cli/table.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/graph/op/value_rules.h"
#include "core/graph/op/version_changes.h"
#include "core/query/query_reference.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

/// The names a rule gives for a node that has the default attributes.
std::vector<std::string> defaultNames(const OpSpec &op, const OpSpec::NamesRule &rule)
{
    if (!rule || !op.attrs.makeDefault) {
        return {};
    }
    Node node;
    node.op = op.name;
    node.dialect = op.dialect;
    const ParsedAttrs attrs{op.attrs.makeDefault()};
    return rule(RuleContext{node, attrs, Semantics::Exact});
}

/// "at least 1, at most 8", "one of a, b" or nothing.
std::string limitsText(const AttrDecl &attr)
{
    std::vector<std::string> parts;
    if (attr.minimum) {
        parts.push_back("at least " + formatNumber(*attr.minimum));
    }
    if (attr.maximum) {
        parts.push_back("at most " + formatNumber(*attr.maximum));
    }
    if (!attr.choices.empty()) {
        parts.push_back("one of " + join(attr.choices, ", "));
    }
    return join(parts, "; ");
}

std::vector<std::string> ruleNames(const OpSpec &op)
{
    std::vector<std::string> names;
    const auto add = [&names](bool has, const char *name) {
        if (has) {
            names.emplace_back(name);
        }
    };
    add(static_cast<bool>(op.inferShape), "shape inference");
    add(static_cast<bool>(op.inferType), "type inference");
    add(op.values != nullptr, "shape and type inference");
    add(static_cast<bool>(op.inplace), "in-place options");
    add(static_cast<bool>(op.macs), "multiply-accumulate count");
    add(static_cast<bool>(op.reference), "CPU reference");
    add(static_cast<bool>(op.kernel), "OpenCL kernel");
    add(static_cast<bool>(op.element), "fusable expression");
    add(!op.declaredIn.empty() && op.rewrites && op.rewrites->lower, "lowering");
    return names;
}

/// "float16, float32 or float64", "any type".
std::string typesText(const TypeSet &types)
{
    constexpr std::uint32_t all = (std::uint32_t{1} << elementTypeCount) - 1;
    return (types.tensors | 1) == all ? "any type" : types.text();
}

/// "X (float16, float32 or float64), B (…; optional)".
std::string valuesText(const std::vector<FormalValue> &values)
{
    std::vector<std::string> texts;
    for (const FormalValue &value : values) {
        texts.push_back(value.name + " (" + typesText(value.types)
                        + (value.isVariadic   ? "; any number"
                           : value.isOptional ? "; optional"
                                              : "")
                        + ')');
    }
    return texts.empty() ? "none" : join(texts, ", ");
}

Json valuesJson(const std::vector<FormalValue> &values)
{
    Json list = Json::array();
    for (const FormalValue &value : values) {
        Json types = Json::array();
        for (int i = 1; i < elementTypeCount; ++i) {
            const auto type = static_cast<ElementType>(i);
            if ((value.types.tensors & TypeSet::bit(type)) != 0) {
                types.push_back(elementTypeName(type));
            }
        }
        list.push_back({{"name", value.name},
                        {"types", types},
                        {"optional", value.isOptional},
                        {"variadic", value.isVariadic}});
    }
    return list;
}

/// "since 13: …" for each version after the first, the newest first.
std::string versionsText(const std::vector<const OpSpec *> &versions)
{
    std::string text;
    for (std::size_t i = versions.size(); i-- > 1;) {
        const auto changes = changesBetween(*versions[i - 1], *versions[i]);
        text += "since " + std::to_string(versions[i]->sinceVersion) + ": "
                + (changes.empty() ? "the same, said more clearly" : join(changes, "; ")) + '\n';
    }
    return text.empty() ? text : '\n' + text;
}

std::string inputsText(const OpSpec &op)
{
    if (op.values) {
        return valuesText(op.values->signature.inputs);
    }
    if (!op.inputNames) {
        return "any number";
    }
    std::vector<std::string> names = defaultNames(op, op.inputNames);
    for (const std::uint32_t index : op.parameterInputs) {
        if (index < names.size()) {
            names[index] += " (parameter)";
        }
    }
    for (const std::uint32_t index : op.mutatedInputs) {
        if (index < names.size()) {
            names[index] += " (mutated)";
        }
    }
    return names.empty() ? "none" : join(names, ", ");
}

Json attrJson(const AttrDecl &attr)
{
    Json json{{"name", attr.name},
              {"kind", attrKindName(attr.kind)},
              {"required", attr.required},
              {"default", attr.required ? Json() : Json(attr.defaultText)},
              {"help", attr.help}};
    if (attr.minimum) {
        json["minimum"] = *attr.minimum;
    }
    if (attr.maximum) {
        json["maximum"] = *attr.maximum;
    }
    if (!attr.choices.empty()) {
        json["choices"] = attr.choices;
    }
    return json;
}

std::string attrsText(const OpSpec &op)
{
    if (op.attrs.decls.empty()) {
        return op.attrs.acceptsAnyKey ? "attributes: any key, none is looked at\n"
                                      : "attributes: none\n";
    }
    Table table({{"  attribute"}, {"kind"}, {"default"}, {"limits"}, {"meaning"}});
    for (const AttrDecl &attr : op.attrs.decls) {
        table.add({"  " + attr.name, std::string(attrKindName(attr.kind)),
                   attr.required ? "required" : attr.defaultText, limitsText(attr), attr.help});
    }
    return "\n" + table.text();
}

} // namespace

std::string_view attrKindName(AttrKind kind)
{
    switch (kind) {
    case AttrKind::Integer: return "integer";
    case AttrKind::Number: return "number";
    case AttrKind::Boolean: return "boolean";
    case AttrKind::Text: return "text";
    case AttrKind::Choice: return "choice";
    case AttrKind::IntTuple: return "integer tuple";
    case AttrKind::NumberTuple: return "number tuple";
    case AttrKind::ElementType: break;
    }
    return "element type";
}

std::string opPage(const OpSpec &op, const OpRegistry &ops)
{
    const std::vector<std::string> outputs =
        op.values ? std::vector{valuesText(op.values->signature.outputs)}
                  : defaultNames(op, op.outputNames);
    const std::vector<std::string> rules = ruleNames(op);
    std::string page = op.name + " (" + std::string(dialectName(op.dialect)) + ", "
                       + std::string(categoryName(op.category)) + ")\n" + op.summary + "\n\n";
    if (!op.aliases.empty()) {
        page += "also called: " + join(op.aliases, ", ") + '\n';
    }
    if (!op.declaredIn.empty()) {
        page += "declared in: " + op.declaredIn + '\n';
    }
    page += "inputs: " + inputsText(op) + '\n';
    page += "outputs: " + (outputs.empty() ? "output" : join(outputs, ", ")) + '\n';
    page += "find with: " + queryForOperator(op) + '\n';
    page += "has: " + (rules.empty() ? "no rules" : join(rules, ", ")) + '\n';
    return page + attrsText(op) + versionsText(versionsOf(ops, op.dialect, op.name));
}

Json opJson(const OpSpec &op)
{
    Json attrs = Json::array();
    for (const AttrDecl &attr : op.attrs.decls) {
        attrs.push_back(attrJson(attr));
    }
    std::vector<std::string> outputs = defaultNames(op, op.outputNames);
    if (outputs.empty()) {
        outputs.emplace_back("output");
    }
    Json page{{"name", op.name},
              {"dialect", dialectName(op.dialect)},
              {"aliases", op.aliases},
              {"summary", op.summary},
              {"category", categoryName(op.category)},
              {"inputs", op.inputNames ? Json(defaultNames(op, op.inputNames)) : Json()},
              {"outputs", outputs},
              {"parameter_inputs", op.parameterInputs},
              {"mutated_inputs", op.mutatedInputs},
              {"pattern", op.pattern ? Json(static_cast<int>(*op.pattern)) : Json()},
              {"query", queryForOperator(op)},
              {"rules", ruleNames(op)},
              {"accepts_any_key", op.attrs.acceptsAnyKey},
              {"attrs", attrs}};
    if (!op.declaredIn.empty()) {
        page["declared_in"] = op.declaredIn;
    }
    if (op.values) {
        page["since"] = op.sinceVersion;
        page["deprecated"] = op.values->isDeprecated;
        page["signature"] = {{"inputs", valuesJson(op.values->signature.inputs)},
                             {"outputs", valuesJson(op.values->signature.outputs)}};
    }
    return page;
}

} // namespace nervure::cli
