// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_operator_case.h"

#include "core/graph/op/rewrite_rules.h"
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

/// Whether the rule behind one of NNVM's registered attributes is declared; nothing for those that
/// say nothing here.
std::optional<bool> isDeclared(const OpSpec &spec, const std::string &attribute)
{
    const RewriteRules *rewrites = spec.rewrites.get();
    if (attribute == "FInferShape") {
        return spec.inferShape != nullptr;
    }
    if (attribute == "FInferType") {
        return spec.inferType != nullptr;
    }
    if (attribute == "FInplaceOption") {
        return spec.inplace != nullptr;
    }
    if (attribute == "FInplaceIdentity") {
        return spec.inplaceIdentity;
    }
    if (attribute == "FNumVisibleOutputs") {
        return spec.visibleOutputs != 0;
    }
    if (attribute == "FMutateInputs") {
        return !spec.mutatedInputs.empty();
    }
    if (attribute == "FCorrectLayout") {
        return rewrites && rewrites->layout;
    }
    if (attribute == "FGradient") {
        return rewrites && rewrites->gradient;
    }
    if (attribute == "FTVMCompute" && spec.name != "tvm_op") {
        return spec.reference != nullptr;
    }
    return std::nullopt;
}

std::string compareRules(const OpSpec &spec, const Json &registered)
{
    for (const char *name :
         {"FInferShape", "FInferType", "FInplaceOption", "FInplaceIdentity", "FMutateInputs",
          "FNumVisibleOutputs", "FCorrectLayout", "FGradient", "FTVMCompute"}) {
        const bool expected =
            std::find(registered.begin(), registered.end(), Json(name)) != registered.end();
        const std::optional<bool> found = isDeclared(spec, name);
        // References exist for more than NNVM computes.
        const bool mayBeMore = std::string(name) == "FTVMCompute";
        if (found && *found != expected && !(mayBeMore && *found)) {
            return std::string(name) + (expected ? " is missing" : " is not NNVM's");
        }
    }
    return {};
}

bool isTensor(const Json &argument)
{
    const auto type = argument.at("type").get<std::string>();
    return type.find("Tensor") != std::string::npos || type.find("Symbol") != std::string::npos
           || type.find("NDArray") != std::string::npos;
}

/// "int, optional, default='1'": 1.
std::optional<std::string> defaultOf(const std::string &typeInfo)
{
    constexpr std::string_view mark = "default=";
    const std::size_t at = typeInfo.find(mark);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    std::string text = typeInfo.substr(at + mark.size());
    if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') {
        text = text.substr(1, text.size() - 2);
    }
    return text;
}

std::string compareArgument(const OpSpec &spec, const Json &argument)
{
    const auto name = argument.at("name").get<std::string>();
    const AttrDecl *decl = spec.attrs.find(name);
    if (isTensor(argument)) {
        return {};
    }
    if (!decl) {
        return "attribute '" + name + "' is missing";
    }
    const auto typeInfo = argument.at("type_info").get<std::string>();
    const bool isRequired = typeInfo.find("required") != std::string::npos;
    if (decl->required != isRequired) {
        return "attribute '" + name + "' is " + (isRequired ? "optional" : "required");
    }
    const auto expected = defaultOf(typeInfo);
    if (expected && decl->defaultText != *expected) {
        return "attribute '" + name + "' is " + decl->defaultText + " unless given, expected "
               + *expected;
    }
    return {};
}

/// The numbers of inputs and outputs, where they do not depend on attributes.
std::string compareCounts(const OpSpec &spec, const Json &record)
{
    const Node node;
    Diagnostics ignored;
    const ParsedAttrs attrs = parseAttrs(spec.attrs, {}, spec.name, {}, ignored);
    const RuleContext rule{node, attrs, Semantics::Exact};
    const std::size_t outputs = outputNamesOf(&spec, rule, 1).size();
    if (record.at("num_outputs").is_number() && record["num_outputs"] != outputs) {
        return "num_outputs: found " + std::to_string(outputs) + ", expected "
               + record["num_outputs"].dump();
    }
    const Json inputs = spec.inputNames ? Json(spec.inputNames(rule).size()) : Json("variadic");
    const bool isFixed = record.at("num_inputs").is_number() || record["num_inputs"] == "variadic";
    return isFixed && record["num_inputs"] != inputs
               ? "num_inputs: found " + inputs.dump() + ", expected " + record["num_inputs"].dump()
               : "";
}

Finding compareOperator(const NnvmContext &context, const Json &record)
{
    const auto name = record.at("name").get<std::string>();
    const OpSpec *spec = context.builtins.ops.find(Dialect::Nnvm, name);
    if (!spec) {
        return differs("this build has no such operator");
    }
    if (spec->name != record.value("alias_of", name)) {
        return differs("is " + spec->name + ", expected " + record.value("alias_of", name));
    }
    const Json pattern = record.value("op_pattern", Json());
    const Json found = spec->pattern ? Json(static_cast<int>(*spec->pattern)) : Json();
    if (found != pattern) {
        return differs("pattern " + found.dump() + ", expected " + pattern.dump());
    }
    std::string difference = compareRules(*spec, record.at("registered_attrs"));
    if (difference.empty()) {
        difference = compareCounts(*spec, record);
    }
    if (difference.empty() && spec->attrs.acceptsAnyKey == record.at("has_attr_parser")) {
        difference = std::string("attributes that it does not know are ")
                     + (spec->attrs.acceptsAnyKey ? "accepted" : "refused");
    }
    if (difference.empty() && record.contains("aliases")) {
        difference =
            firstSetDifference(spec->aliases, record["aliases"].get<std::vector<std::string>>());
    }
    for (const Json &argument : record.at("arguments")) {
        difference = difference.empty() ? compareArgument(*spec, argument) : difference;
    }
    return findingOf(difference);
}

} // namespace

void runNnvmOperatorCase(const NnvmContext &context, const Json &record, FileReport &report)
{
    report.check("operator", [&] { return compareOperator(context, record); });
}

} // namespace nervure::conformance
