// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/expression_facts.h"

#include "core/ops/custom/expression_operators.h"
#include "core/support/text.h"

#include <utility>

namespace nervure::custom {

namespace {

/// A stored attribute as the language has it.
struct FromStored {
    Kind kind;

    Value operator()(std::int64_t value) const
    {
        return kind == Kind::Truth ? Value(std::optional(value != 0)) : Value(Dimension(value));
    }
    Value operator()(double value) const { return std::optional(value); }
    Value operator()(const std::string &value) const { return std::optional(value); }
    Value operator()(const std::vector<std::int64_t> &value) const
    {
        return WholeList(Dimensions(value.begin(), value.end()));
    }
    Value operator()(const std::vector<double> &value) const { return std::optional(value); }
    Value operator()(const std::vector<std::string> &) const { return unknownOf(kind); }
};

/// The value that an expression speaks of; null: it is left out.
Result<const ValueFacts *> inputOf(const Facts &facts, std::size_t input,
                                   const std::optional<Expression> &index, std::size_t offset)
{
    const std::vector<ValueFacts> &values = facts.inputs[input];
    std::int64_t number = 0;
    if (index) {
        ASSIGN_OR_RETURN(const Value value, index->evaluate(facts));
        number = std::get<Dimension>(value).number().value_or(-1);
        if (number < 0 || number >= static_cast<std::int64_t>(values.size())) {
            return expressionError(offset, "value {} of an input that has {}", textOf(value),
                                   values.size());
        }
    }
    return values.empty() ? nullptr : &values[static_cast<std::size_t>(number)];
}

/// What is known of a value that may be left out.
Value factOf(const ValueFacts *value, Kind kind)
{
    if (!value) {
        return unknownOf(kind);
    }
    switch (kind) {
    case Kind::List: return value->shape;
    case Kind::Text: return value->type;
    default:
        return value->shape ? Dimension(static_cast<std::int64_t>(value->shape->size()))
                            : Dimension();
    }
}

} // namespace

Expression attributeValue(const Names::Attribute &attribute)
{
    Expression result;
    result.kind = attribute.kind;
    result.evaluate = [attribute](const Facts &facts) -> Result<Value> {
        const OnnxAttrs::Value *stored = facts.attrs.find(attribute.name);
        return stored ? std::visit(FromStored{attribute.kind}, *stored) : unknownOf(attribute.kind);
    };
    return result;
}

Expression attributeGiven(std::string name)
{
    Expression result;
    result.kind = Kind::Truth;
    result.evaluate = [name = std::move(name)](const Facts &facts) -> Result<Value> {
        return Value(std::optional(facts.attrs.has(name)));
    };
    return result;
}

Expression inputGiven(std::size_t input)
{
    Expression result;
    result.kind = Kind::Truth;
    result.evaluate = [input](const Facts &facts) -> Result<Value> {
        return Value(std::optional(!facts.inputs[input].empty()));
    };
    return result;
}

Expression inputCount(std::size_t input)
{
    Expression result;
    result.evaluate = [input](const Facts &facts) -> Result<Value> {
        return Value(Dimension(static_cast<std::int64_t>(facts.inputs[input].size())));
    };
    return result;
}

Result<Expression> inputFact(std::size_t input, std::optional<Expression> index,
                             std::string_view fact, std::size_t offset)
{
    Expression result;
    if (fact == "type") {
        result.kind = Kind::Text;
    } else if (fact == "shape" || fact == "rank") {
        result.kind = fact == "rank" ? Kind::Whole : Kind::List;
    } else {
        return expressionError(offset, "found {}, expected shape, rank or type", quoted(fact));
    }
    result.usesTypes = result.kind == Kind::Text;
    result.usesShapes = !result.usesTypes;
    if (result.kind == Kind::List && !index) {
        result.shapeOfInput = input;
    }
    result.evaluate = [input, index = std::move(index), kind = result.kind,
                       offset](const Facts &facts) -> Result<Value> {
        ASSIGN_OR_RETURN(const ValueFacts *value, inputOf(facts, input, index, offset));
        return factOf(value, kind);
    };
    return result;
}

Result<Expression> inputTotal(std::size_t input, Expression axis, std::size_t offset)
{
    if (axis.kind != Kind::Whole) {
        return expressionError(offset, "total() along {}, expected a whole number",
                               kindText(axis.kind));
    }
    Expression result = madeOf(Kind::Whole, std::span(&axis, 1));
    result.usesShapes = true;
    result.evaluate = [input, axis = std::move(axis), offset](const Facts &facts) -> Result<Value> {
        Dimension sum = 0;
        for (const ValueFacts &value : facts.inputs[input]) {
            ASSIGN_OR_RETURN(const Expression size, elementOf(constant(value.shape), axis, offset));
            ASSIGN_OR_RETURN(const Value one, size.evaluate(facts));
            const auto &added = std::get<Dimension>(one);
            ASSIGN_OR_RETURN(const Value together, fitting(sum + added, sum, added, offset));
            sum = std::get<Dimension>(together);
        }
        return Value(sum);
    };
    return result;
}

Expression outputShape(std::size_t output)
{
    Expression result;
    result.kind = Kind::List;
    result.usesShapes = true;
    result.usesOutputs = true;
    result.evaluate = [output](const Facts &facts) -> Result<Value> {
        return output < facts.outputs.size() ? Value(facts.outputs[output].shape)
                                             : Value(WholeList());
    };
    return result;
}

} // namespace nervure::custom
