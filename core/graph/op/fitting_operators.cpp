// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/fitting_operators.h"

#include "core/graph/op/value_rules.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace nervure {

namespace {

/// More ways to fill in required attributes than these would only repeat their answers.
constexpr std::array<std::string_view, 4> tuplesToTry{"(1, 1)", "(1)", "(1, 1, 1)", "(0, 1)"};
constexpr std::size_t mostInputs = 64; ///< of operators whose attributes say how many

/// A node of the operator that says nothing but what it must.
Node plainNode(const OpSpec &spec, std::string_view tuple)
{
    Node node;
    node.op = spec.name;
    node.dialect = spec.dialect;
    for (const AttrDecl &decl : spec.attrs.decls) {
        if (!decl.required) {
            continue;
        }
        const bool isLightNet = spec.dialect == Dialect::LightNet;
        std::string text = "1";
        if (decl.kind == AttrKind::IntTuple || decl.kind == AttrKind::NumberTuple) {
            text = isLightNet ? '[' + std::string(tuple.substr(1, tuple.size() - 2)) + ']' : tuple;
        } else if (decl.kind == AttrKind::Choice && !decl.choices.empty()) {
            text = isLightNet ? '"' + decl.choices.front() + '"' : decl.choices.front();
        } else if (decl.kind == AttrKind::ElementType) {
            text = isLightNet ? "\"TL_FLOAT\"" : "float32";
        } else if (decl.kind == AttrKind::Text && isLightNet) {
            text = "\"\"";
        } else if (decl.kind == AttrKind::Boolean && isLightNet) {
            text = "true";
        }
        node.attrs.set(decl.name, std::move(text));
    }
    return node;
}

struct Value {
    const Shape &shape;
    DType type;
    Semantics semantics;
};

/// Whether the rules of the operator take the value for the first input of this node.
bool takes(const OpSpec &spec, const Node &node, const Value &value)
{
    Diagnostics ignored;
    const ParsedAttrs attrs = parseAttrs(spec.attrs, node.attrs, spec.name, node.name, ignored);
    const RuleContext context{node, attrs, value.semantics};
    const std::size_t inputs = spec.inputNames ? spec.inputNames(context).size() : 1;
    const std::size_t outputs = outputNamesOf(&spec, context, 1).size();
    if (inputs == 0 || inputs > mostInputs) {
        return false;
    }
    if (spec.inferShape && !isUnknown(value.shape)) {
        Shapes in(inputs);
        Shapes out(outputs);
        in.front() = value.shape;
        if (!spec.inferShapes(context, in, out)) {
            return false;
        }
    }
    if (spec.inferType && value.type != DType::Unknown) {
        DTypes in(inputs, DType::Unknown);
        DTypes out(outputs, DType::Unknown);
        in.front() = value.type;
        return spec.inferType(context, in, out).ok();
    }
    return true;
}

/// Whether the first input may have the type; Unknown: it may.
bool readsType(const ValueSignature &signature, DType type)
{
    const auto element = elementTypeNamed(dtypeName(type)).value_or(ElementType::Undefined);
    return !signature.inputs.empty()
           && signature.inputs.front().types.allows(ValueType::tensor(element));
}

} // namespace

std::vector<const OpSpec *> usableOperators(const OpRegistry &ops, Dialect dialect,
                                            std::uint16_t opset)
{
    std::vector<const OpSpec *> specs;
    for (const OpSpec *spec : ops.withDeclared()) {
        const bool isDeprecated = spec->values && spec->values->isDeprecated;
        if (spec->dialect == dialect && !isDeprecated
            && ops.find(dialect, spec->name, opset) == spec) {
            specs.push_back(spec);
        }
    }
    return specs;
}

std::vector<const OpSpec *> fittingOperators(const OpRegistry &ops, Dialect dialect,
                                             Semantics semantics, const Shape &shape, DType type,
                                             std::uint16_t opset)
{
    const auto fits = [&](const OpSpec *spec) {
        if (spec->values) {
            return readsType(spec->values->signature, type);
        }
        return std::any_of(tuplesToTry.begin(), tuplesToTry.end(), [&](std::string_view tuple) {
            return takes(*spec, plainNode(*spec, tuple), {shape, type, semantics});
        });
    };
    std::vector<const OpSpec *> fitting = usableOperators(ops, dialect, opset);
    std::erase_if(fitting, [&](const OpSpec *spec) { return !fits(spec); });
    return fitting;
}

} // namespace nervure
