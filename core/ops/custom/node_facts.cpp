// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/node_facts.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure::custom {

namespace {

WholeList listOf(const Shape &shape)
{
    if (!shape.hasRank()) {
        return std::nullopt;
    }
    Dimensions dimensions;
    for (const std::int64_t size : shape) {
        dimensions.push_back(isUnknownSize(size) ? Dimension() : Dimension(size));
    }
    return dimensions;
}

std::optional<std::string> nameOf(DType type)
{
    return type == DType::Unknown ? std::nullopt : std::optional(std::string(dtypeName(type)));
}

template <typename Values, typename Fact>
std::vector<std::vector<ValueFacts>> byInput(const std::vector<Places> &places,
                                             const Values &values, Fact fact)
{
    std::vector<std::vector<ValueFacts>> inputs;
    for (const Places &place : places) {
        auto &facts = inputs.emplace_back();
        for (std::size_t i = 0; i < place.count; ++i) {
            const bool isKnown = place.first + i < values.size();
            facts.push_back(isKnown ? fact(values[place.first + i]) : ValueFacts());
        }
    }
    return inputs;
}

} // namespace

Facts shapeFacts(const OnnxAttrs &attrs, const std::vector<Places> &places,
                 std::span<const Shape> in, std::span<const Shape> out)
{
    const auto fact = [](const Shape &shape) { return ValueFacts{listOf(shape), {}}; };
    Facts facts{attrs, byInput(places, in, fact)};
    std::transform(out.begin(), out.end(), std::back_inserter(facts.outputs), fact);
    return facts;
}

Facts typeFacts(const OnnxAttrs &attrs, const std::vector<Places> &places,
                std::span<const DType> in)
{
    return {attrs, byInput(places, in, [](DType type) { return ValueFacts{{}, nameOf(type)}; })};
}

ValueFacts factsOf(const ValueType &value)
{
    ValueFacts facts;
    facts.shape = value.shape;
    if (value.element != ElementType::Undefined) {
        facts.type = elementTypeName(value.element);
    }
    return facts;
}

Facts valueFacts(const Declaration &operation, const ValueCall &call)
{
    Facts facts{call.attrs};
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
        auto &values = facts.inputs.emplace_back();
        const std::size_t end = operation.inputs[i].isVariadic ? call.inputs.size() : i + 1;
        for (std::size_t place = i; place < end; ++place) {
            if (call.has(place)) {
                values.push_back(factsOf(call.in(place)));
            }
        }
    }
    return facts;
}

Result<Shape> shapeFrom(const WholeList &shape, Semantics semantics, std::string_view what)
{
    if (!shape) {
        return Shape();
    }
    const std::int64_t least = semantics == Semantics::Exact ? 1 : 0;
    Shape sizes = Shape::scalar();
    for (const Dimension &dimension : *shape) {
        sizes.push_back(dimension.number().value_or(unknownSize));
        if (dimension.isNumber() && sizes.back() < least) {
            return makeError("infer-shape", "{} would be {}, expected dimensions of at least {}",
                             what, textOf(shape), least);
        }
    }
    if (sizes.isScalar() && semantics == Semantics::Exact) {
        sizes.push_back(1);
    }
    if (!isUnknown(sizes) && !elementCount(sizes)) {
        return makeError("infer-shape", "{} would be {}, which is too large", what, textOf(shape));
    }
    return sizes;
}

Result<DType> dtypeOf(const Value &type, std::string_view what)
{
    const auto &name = std::get<std::optional<std::string>>(type);
    const auto known = name ? dtypeFromName(*name) : std::optional(DType::Unknown);
    if (!known) {
        return makeError("infer-type", "{} would be {}, expected an element type such as float32",
                         what, quoted(*name));
    }
    return *known;
}

Status checkRequirements(const Declaration &operation, const Facts &facts, bool aboutTypes)
{
    for (const Requirement &requirement : operation.requirements) {
        if (requirement.condition.expression.usesTypes != aboutTypes) {
            continue;
        }
        ASSIGN_OR_RETURN(const Value holds, requirement.condition.evaluate(facts, "a condition"));
        if (!std::get<std::optional<bool>>(holds).value_or(true)) {
            ASSIGN_OR_RETURN(std::string message,
                             requirement.message.fill(facts, "the message of a condition"));
            return makeError(aboutTypes ? "infer-type" : "infer-shape", std::move(message));
        }
    }
    return {};
}

std::string shapeOf(const DeclaredValue &value)
{
    return "the shape of " + value.name;
}

std::string typeOf(const DeclaredValue &value)
{
    return "the type of " + value.name;
}

} // namespace nervure::custom
