// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/nnvm_symbols.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace nervure {

namespace {

/// An attribute of one operator, or of all that have it (empty `op`), with the C++ type as dmlc writes it.
struct TypeWord {
    std::string_view op;
    std::string_view attribute;
    std::string_view word;
};

/// Where the kind does not say the type.
constexpr std::array typeWords{
    TypeWord{"dropout", "rate", "float"},
    TypeWord{"lrn", "", "float"},
    TypeWord{"multibox_transform_loc", "threshold", "float"},
    TypeWord{"nms", "nms_threshold", "float"},
    TypeWord{"pad", "pad_value", "float"},
    TypeWord{"pad", "pad_width", "tuple of <tuple of <int>>"},
    TypeWord{"reshape", "shape", "tuple of <>"},
    TypeWord{"split", "indices_or_sections", "tuple of <int>"},
    TypeWord{"slice_like", "axis", "tuple of <int>"},
    TypeWord{"strided_slice", "begin", "tuple of <>"},
    TypeWord{"strided_slice", "end", "tuple of <>"},
    TypeWord{"strided_slice", "stride", "tuple of <>"},
    TypeWord{"take", "axis", "int or None"},
};

/// {'float16', 'float32', …}, in the order of the alphabet.
std::string choiceWords(std::vector<std::string> choices)
{
    std::sort(choices.begin(), choices.end());
    std::string text = "{";
    for (const std::string &choice : choices) {
        text += (text.size() > 1 ? ", '" : "'") + choice + "'";
    }
    return text + "}";
}

std::vector<std::string> choicesOf(const AttrDecl &decl)
{
    if (decl.kind == AttrKind::ElementType) {
        return {"float16", "float32", "float64", "int16",  "int32", "int64",
                "int8",    "uint16",  "uint32",  "uint64", "uint8"};
    }
    return decl.choices;
}

std::string typeWord(const OpSpec &spec, const AttrDecl &decl)
{
    const auto known = std::find_if(typeWords.begin(), typeWords.end(), [&](const TypeWord &one) {
        const bool isNumber = decl.kind == AttrKind::Number;
        return one.op == spec.name
               && (one.attribute.empty() ? isNumber : one.attribute == decl.name);
    });
    if (known != typeWords.end()) {
        return std::string(known->word);
    }
    switch (decl.kind) {
    case AttrKind::Integer: return "int";
    case AttrKind::Number: return "double";
    case AttrKind::Boolean: return "boolean";
    case AttrKind::Text: return "string";
    case AttrKind::NumberTuple: return "tuple of <float>";
    case AttrKind::Choice:
    case AttrKind::ElementType: return choiceWords(choicesOf(decl));
    case AttrKind::IntTuple: return ""; // nnvm::TShape has no word of its own
    }
    return "";
}

std::string badValue(const OpSpec &spec, const AttrDecl &decl, const std::string &value)
{
    if (decl.kind == AttrKind::ElementType || decl.kind == AttrKind::Choice) {
        return "Invalid Input: '" + value + "', valid values are: " + choiceWords(choicesOf(decl));
    }
    std::int64_t number = 0;
    const bool isOutside = decl.kind == AttrKind::Integer && decl.minimum
                           && NnvmAttrText::parse(value, number)
                           && static_cast<double>(number) < *decl.minimum;
    if (isOutside) {
        return fmt::format("value {} for Parameter {} should be greater equal to {}", number,
                           decl.name, formatNumber(*decl.minimum));
    }
    return "Invalid Parameter format for " + decl.name + " expect " + typeWord(spec, decl)
           + " but value='" + value + "'";
}

/// What is wrong with one attribute, in dmlc's words; empty: nothing.
std::string faultOfAttribute(const OpSpec &spec, const std::string &key, const std::string &value,
                             const Diagnostics &found)
{
    const auto fault = std::find_if(found.begin(), found.end(), [&key](const Diagnostic &one) {
        return one.severity == Severity::Error && one.where.attribute == key;
    });
    if (fault == found.end()) {
        return {};
    }
    const AttrDecl *decl = spec.attrs.find(key);
    return decl ? badValue(spec, *decl, value) : "Cannot find argument '" + key + "'";
}

std::string missingAttribute(const OpSpec &spec, const AttrDict &attrs)
{
    const AttrDecl *first = nullptr;
    for (const AttrDecl &decl : spec.attrs.decls) {
        if (decl.required && !attrs.find(decl.name) && (!first || decl.name < first->name)) {
            first = &decl;
        }
    }
    return first ? "Required parameter " + first->name + " of " + typeWord(spec, *first)
                       + " is not presented"
                 : std::string();
}

} // namespace

Diagnostic nnvmParamError(const OpSpec &spec, const AttrDict &attrs, const Diagnostics &found)
{
    // Which one is told, and how they are listed, is the order of NNVM's own table of them.
    std::unordered_map<std::string, std::string> dict;
    for (const auto &[key, value] : attrs) {
        dict.insert({key, value});
    }
    std::string fault;
    std::string call = ", in operator " + spec.name + "(name=\"\"";
    for (const auto &[key, value] : dict) {
        fault = fault.empty() ? faultOfAttribute(spec, key, value, found) : fault;
        call += ", " + key + "=\"" + value + "\"";
    }
    if (!fault.empty() && fault.starts_with("Cannot find argument")) {
        std::vector<std::string> names;
        for (const AttrDecl &decl : spec.attrs.decls) {
            names.push_back(decl.name);
        }
        return makeError("NNVMError", fault + ", Possible Arguments: " + join(names, ", "));
    }
    return makeError("NNVMError",
                     (fault.empty() ? missingAttribute(spec, attrs) : fault) + call + ")");
}

} // namespace nervure
