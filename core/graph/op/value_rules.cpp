// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/value_rules.h"

#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace nervure {

namespace {

using Kind = ValueType::Kind;

bool contains(std::uint32_t set, ElementType type)
{
    return type == ElementType::Undefined || (set & TypeSet::bit(type)) != 0;
}

void addNames(std::uint32_t set, std::string_view before, std::string_view behind,
              std::vector<std::string> &names)
{
    for (int i = 1; i < elementTypeCount; ++i) {
        const auto type = static_cast<ElementType>(i);
        if ((set & TypeSet::bit(type)) != 0) {
            names.push_back(fmt::format("{}{}{}", before, elementTypeName(type), behind));
        }
    }
}

/// The types of the signature's variables, by name, as far as the inputs tell them.
using Bindings = std::map<std::string, ValueType, std::less<>>;

/// What of a value's type its type variable stands for: everything but shapes and elements.
ValueType withoutShape(const ValueType &value)
{
    ValueType type = value;
    type.shape.reset();
    type.elements.reset();
    if (value.inner) {
        type.inner = std::make_shared<const ValueType>(withoutShape(*value.inner));
    }
    return type;
}

Status bind(const FormalValue &formal, const ValueType &value, Bindings &bindings)
{
    if (value.kind == Kind::Unknown || formal.typeVariable.empty()
        || (formal.isVariadic && !formal.isHomogeneous)) {
        return {};
    }
    ValueType type = withoutShape(value);
    const auto known = bindings.find(formal.typeVariable);
    if (known == bindings.end()) {
        bindings.emplace(formal.typeVariable, std::move(type));
        return {};
    }
    const bool contradicts = known->second.isTensor() && type.isTensor()
                             && known->second.element != type.element
                             && known->second.element != ElementType::Undefined
                             && type.element != ElementType::Undefined;
    return contradicts
               ? makeError("infer-type", "input {} is {}, expected {} as others are", formal.name,
                           elementTypeName(type.element), elementTypeName(known->second.element))
               : Status();
}

Status checkInputs(const ValueSignature &signature, const ValueCall &call, Bindings &bindings)
{
    for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
        const FormalValue &formal = signature.inputs[i];
        const bool isNeeded = !formal.isOptional && (!formal.isVariadic || formal.least > 0);
        if (isNeeded && !call.has(i)) {
            return makeError("infer-shape", "input {} is missing", formal.name);
        }
    }
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        const FormalValue *formal = signature.input(i);
        if (!call.has(i)) {
            continue;
        }
        if (!formal) {
            return makeError("infer-shape", "has {} inputs, expected at most {}",
                             call.inputs.size(), signature.inputs.size());
        }
        if (!formal->types.allows(call.inputs[i])) {
            return makeError("infer-type", "input {} is {}, expected {}", formal->name,
                             withoutShape(call.inputs[i]).text(), formal->types.text());
        }
        RETURN_IF_FAILED(bind(*formal, call.inputs[i], bindings));
    }
    return {};
}

/// The type that a set has alone.
ValueType onlyType(const TypeSet &types)
{
    const bool isTensor =
        types.sequences == 0 && types.optionals == 0 && types.optionalSequences == 0 && !types.maps;
    for (int i = 1; i < elementTypeCount && isTensor; ++i) {
        const auto type = static_cast<ElementType>(i);
        if (types.tensors == TypeSet::bit(type)) {
            return ValueType::tensor(type);
        }
    }
    return isTensor ? ValueType::tensor(ElementType::Undefined) : ValueType();
}

void fillOutputs(const ValueSignature &signature, const Bindings &bindings, ValueCall &call)
{
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        const FormalValue *formal = signature.output(i);
        if (!formal) {
            continue;
        }
        const auto bound = bindings.find(formal->typeVariable);
        const bool isBound = bound != bindings.end() && formal->isHomogeneous;
        call.outputs[i] = isBound ? bound->second : onlyType(formal->types);
    }
}

Status checkOutputs(const ValueSignature &signature, const ValueCall &call)
{
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        const FormalValue *formal = signature.output(i);
        if (formal && !formal->types.allows(call.outputs[i])) {
            return makeError("infer-type", "output {} would be {}, expected {}", formal->name,
                             withoutShape(call.outputs[i]).text(), formal->types.text());
        }
    }
    return {};
}

} // namespace

bool TypeSet::allows(const ValueType &type) const
{
    const auto innerElement = [](const ValueType &of) {
        return of.inner && of.inner->isTensor() ? of.inner->element : ElementType::Undefined;
    };
    switch (type.kind) {
    case Kind::Unknown:
    case Kind::SparseTensor: return true;
    case Kind::Tensor: return contains(tensors, type.element);
    case Kind::Sequence:
        return type.inner && type.inner->kind == Kind::Map
                   ? maps
                   : sequences != 0 && contains(sequences, innerElement(type));
    case Kind::Optional: return optionals != 0 || optionalSequences != 0;
    case Kind::Map: return maps;
    }
    return true;
}

std::string TypeSet::text() const
{
    std::vector<std::string> names;
    addNames(tensors, "", "", names);
    if (sequences != 0) {
        names.emplace_back("a sequence");
    }
    if (optionals != 0 || optionalSequences != 0) {
        names.emplace_back("an optional");
    }
    if (maps) {
        names.emplace_back("a map");
    }
    if (names.size() < 2) {
        return names.empty() ? "nothing" : names.front();
    }
    const std::string last = names.back();
    names.pop_back();
    return join(names, ", ") + " or " + last;
}

const FormalValue *ValueSignature::at(const std::vector<FormalValue> &values, std::size_t place)
{
    if (place < values.size()) {
        return &values[place];
    }
    return !values.empty() && values.back().isVariadic ? &values.back() : nullptr;
}

const ValueType &ValueCall::in(std::size_t input) const
{
    static const ValueType unknown;
    return has(input) ? inputs[input] : unknown;
}

const std::vector<Dimension> *ValueCall::whole(std::size_t input) const
{
    const ValueType &value = in(input);
    return value.elements && hasWholeElements(value.element) ? &value.elements->whole : nullptr;
}

std::optional<std::vector<std::int64_t>> ValueCall::numbers(std::size_t input) const
{
    const auto *elements = whole(input);
    if (!elements) {
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers;
    for (const Dimension &element : *elements) {
        if (!element.isNumber()) {
            return std::nullopt;
        }
        numbers.push_back(*element.number());
    }
    return numbers;
}

void ValueCall::setShape(std::size_t output, std::optional<Dimensions> shape)
{
    if (output < outputs.size()) {
        outputs[output].kind = Kind::Tensor;
        outputs[output].shape = std::move(shape);
    }
}

void ValueCall::setElement(std::size_t output, ElementType element)
{
    if (output < outputs.size()) {
        outputs[output].kind = Kind::Tensor;
        outputs[output].element = element;
    }
}

void ValueCall::setType(std::size_t output, ValueType type)
{
    if (output < outputs.size()) {
        outputs[output] = std::move(type);
    }
}

Status inferValues(const ValueRules &rules, ValueCall &call)
{
    Bindings bindings;
    RETURN_IF_FAILED(checkInputs(rules.signature, call, bindings));
    fillOutputs(rules.signature, bindings, call);
    if (rules.infer) {
        RETURN_IF_FAILED(rules.infer(call));
    }
    return checkOutputs(rules.signature, call);
}

} // namespace nervure
