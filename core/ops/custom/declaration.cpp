// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/declaration.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure::custom {

namespace {

Kind kindOf(AttrKind kind)
{
    switch (kind) {
    case AttrKind::Integer: return Kind::Whole;
    case AttrKind::Number: return Kind::Number;
    case AttrKind::Boolean: return Kind::Truth;
    case AttrKind::IntTuple: return Kind::List;
    case AttrKind::NumberTuple: return Kind::Numbers;
    case AttrKind::Text:
    case AttrKind::Choice:
    case AttrKind::ElementType: break;
    }
    return Kind::Text;
}

/// The place of the brace that closes what opens before `at`; braces in texts do not count.
std::size_t closingBrace(std::string_view text, std::size_t at)
{
    char quote = '\0';
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '}') {
            return at;
        }
    }
    return std::string_view::npos;
}

} // namespace

Result<Value> Formula::evaluate(const Facts &facts, std::string_view what) const
{
    auto value = expression.evaluate(facts);
    if (!value) {
        return makeError("custom-rule", "{}: {}, at column {} of {}", what, value.error().message,
                         value.error().where.column, quoted(text));
    }
    return value;
}

Result<std::string> Pattern::fill(const Facts &facts, std::string_view what) const
{
    std::string text;
    for (const auto &part : parts) {
        if (const auto *plain = std::get_if<std::string>(&part)) {
            text += *plain;
        } else {
            ASSIGN_OR_RETURN(const Value value, std::get<Formula>(part).evaluate(facts, what));
            text += textOf(value);
        }
    }
    return text;
}

Result<Pattern> parsePattern(std::string_view text, const Names &names)
{
    Pattern pattern;
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isDoubled = at + 1 < text.size() && text[at + 1] == text[at];
        if (text[at] != '{' || isDoubled) {
            plain += text[at];
            at += text[at] == '{' || (text[at] == '}' && isDoubled) ? 1 : 0;
            continue;
        }
        const std::size_t end = closingBrace(text, at);
        if (end == std::string_view::npos) {
            return expressionError(at, "a brace that nothing closes, expected {}", "'}' or '{{'");
        }
        Formula formula{std::string(text.substr(at + 1, end - at - 1)), {}};
        auto expression = parseExpression(formula.text, names);
        if (!expression) {
            Diagnostic error = expression.error();
            error.where.column += static_cast<int>(at) + 1;
            return error;
        }
        formula.expression = std::move(*expression);
        pattern.parts.emplace_back(std::exchange(plain, {}));
        pattern.parts.emplace_back(std::move(formula));
        at = end;
    }
    pattern.parts.emplace_back(std::move(plain));
    return pattern;
}

Names attributeNamesOf(const Declaration &operation)
{
    Names names;
    for (const AttrDecl &attribute : operation.attributes) {
        names.attributes.push_back({attribute.name, kindOf(attribute.kind)});
    }
    return names;
}

Names namesOf(const Declaration &operation, bool withOutputs)
{
    Names names = attributeNamesOf(operation);
    for (const DeclaredValue &input : operation.inputs) {
        names.inputs.push_back({input.name, input.isVariadic});
    }
    for (const DeclaredValue &output : operation.outputs) {
        if (withOutputs) {
            names.outputs.push_back(output.name);
        }
    }
    return names;
}

Result<std::vector<Places>> placesOf(const Declaration &operation, const OnnxAttrs &attrs,
                                     std::size_t inputs)
{
    std::vector<Places> places;
    std::size_t next = 0;
    std::size_t needed = 0;
    for (const DeclaredValue &input : operation.inputs) {
        bool isThere = true;
        if (input.when) {
            ASSIGN_OR_RETURN(
                const Value holds,
                input.when->evaluate({attrs}, "whether input " + input.name + " is there"));
            isThere = std::get<std::optional<bool>>(holds).value_or(false);
        }
        const std::size_t left = inputs - std::min(inputs, next);
        const bool mayLack = input.isOptional || input.isVariadic;
        const std::size_t most = input.isVariadic ? left : 1;
        const std::size_t count = isThere ? std::min(most, left) : 0;
        needed += isThere && !mayLack ? 1 : 0;
        places.push_back({next, count});
        next += isThere && !mayLack ? 1 : count;
    }
    if (inputs != next) {
        return makeError("infer-shape", "has {} inputs, expected {}{}", inputs,
                         inputs < next ? needed : next,
                         inputs < next && needed < next ? " or more" : "");
    }
    return places;
}

} // namespace nervure::custom
