// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/expression_operators.h"

#include "core/support/text.h"

#include <cmath>
#include <utility>

namespace nervure::custom {

namespace {

Kind kindOf(const Value &value)
{
    return static_cast<Kind>(value.index());
}

Diagnostic wrongKinds(std::string_view op, const Expression &a, const Expression &b,
                      std::size_t offset)
{
    return expressionError(offset, "{} of {} and {}, expected numbers", quoted(op),
                           kindText(a.kind), kindText(b.kind));
}

/// An expression whose value follows from those of its operands, all of which are asked.
template <typename Rule>
Expression computed(Kind kind, std::vector<Expression> operands, Rule rule)
{
    Expression result = madeOf(kind, operands);
    result.evaluate = [operands = std::move(operands),
                       rule = std::move(rule)](const Facts &facts) -> Result<Value> {
        ASSIGN_OR_RETURN(const std::vector<Value> values, valuesOf(operands, facts));
        return rule(values);
    };
    return result;
}

Result<Value> floorDivided(const Dimension &a, const Dimension &b, std::size_t offset)
{
    if (b.isNumber() && *b.number() < 1) {
        return expressionError(offset, "division by {}, expected a positive number", b.text());
    }
    return Value(b.isNumber() ? a.floorOf(*b.number()) : Dimension());
}

Result<Value> wholeArithmetic(std::string_view op, const Dimension &a, const Dimension &b,
                              std::size_t offset)
{
    if (op == "//" || op == "%") {
        ASSIGN_OR_RETURN(const Value quotient, floorDivided(a, b, offset));
        return op == "%" ? Value(a - std::get<Dimension>(quotient) * b) : quotient;
    }
    return fitting(op == "+" ? a + b : op == "-" ? a - b : a * b, a, b, offset);
}

Value numberArithmetic(std::string_view op, std::optional<double> a, std::optional<double> b)
{
    if (!a || !b) {
        return std::optional<double>();
    }
    switch (op.front()) {
    case '+': return std::optional(*a + *b);
    case '-': return std::optional(*a - *b);
    case '*': return std::optional(*a * *b);
    default: return std::optional(*a / *b);
    }
}

Expression joined(Expression a, Expression b, std::size_t offset)
{
    return computed(Kind::List, {std::move(a), std::move(b)},
                    [offset](const std::vector<Value> &values) -> Result<Value> {
                        const auto &first = std::get<WholeList>(values[0]);
                        const auto &second = std::get<WholeList>(values[1]);
                        if (!first || !second) {
                            return Value(WholeList());
                        }
                        if (first->size() + second->size() > longestList) {
                            return expressionError(offset,
                                                   "a list of {} items, expected at most {}",
                                                   first->size() + second->size(), longestList);
                        }
                        Dimensions all = *first;
                        all.insert(all.end(), second->begin(), second->end());
                        return Value(WholeList(std::move(all)));
                    });
}

/// -1, 0 or 1; nothing where it is not certain.
std::optional<int> order(const Value &a, const Value &b)
{
    if (kindOf(a) == Kind::Whole && kindOf(b) == Kind::Whole) {
        const auto difference = (std::get<Dimension>(a) - std::get<Dimension>(b)).number();
        return difference ? std::optional(*difference < 0   ? -1
                                          : *difference > 0 ? 1
                                                            : 0)
                          : std::nullopt;
    }
    const auto first = numberOf(a);
    const auto second = numberOf(b);
    return first && second ? std::optional(*first < *second   ? -1
                                           : *first > *second ? 1
                                                              : 0)
                           : std::nullopt;
}

std::optional<bool> areEqual(const Dimensions &a, const Dimensions &b)
{
    if (a.size() != b.size()) {
        return false;
    }
    std::optional<bool> equal = true;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto at = order(Value(a[i]), Value(b[i]));
        if (at && *at != 0) {
            return false;
        }
        equal = at ? equal : std::nullopt;
    }
    return equal;
}

std::optional<bool> areEqual(const Value &a, const Value &b)
{
    if (isNumeric(kindOf(a))) {
        const auto at = order(a, b);
        return at ? std::optional(*at == 0) : std::nullopt;
    }
    if (isUnknown(a) || isUnknown(b)) {
        return std::nullopt;
    }
    if (kindOf(a) == Kind::List) {
        return areEqual(*std::get<WholeList>(a), *std::get<WholeList>(b));
    }
    return a == b;
}

std::optional<bool> compared(std::string_view op, const Value &a, const Value &b)
{
    if (op == "==" || op == "!=") {
        const auto equal = areEqual(a, b);
        return equal ? std::optional(*equal == (op == "==")) : std::nullopt;
    }
    const auto at = order(a, b);
    if (!at) {
        return std::nullopt;
    }
    if (op == "<") {
        return *at < 0;
    }
    if (op == "<=") {
        return *at <= 0;
    }
    return op == ">" ? *at > 0 : *at >= 0;
}

/// `and` and `or`: where one side decides, the other does not matter, nor what is wrong with it.
Result<Expression> logical(bool decides, std::string_view op, Expression a, Expression b,
                           std::size_t offset)
{
    if (a.kind != Kind::Truth || b.kind != Kind::Truth) {
        return expressionError(offset, "{} of {} and {}, expected conditions", quoted(op),
                               kindText(a.kind), kindText(b.kind));
    }
    const std::vector<Expression> operands{std::move(a), std::move(b)};
    Expression result = madeOf(Kind::Truth, operands);
    result.evaluate = [operands, decides](const Facts &facts) -> Result<Value> {
        ASSIGN_OR_RETURN(const Value first, operands[0].evaluate(facts));
        if (std::get<std::optional<bool>>(first) == decides) {
            return first;
        }
        ASSIGN_OR_RETURN(const Value second, operands[1].evaluate(facts));
        return std::get<std::optional<bool>>(second) == decides || !isUnknown(first) ? second
                                                                                     : first;
    };
    return result;
}

/// A place in a list as an index tells it; nothing where it is not known.
Result<std::optional<std::size_t>> placeIn(std::size_t size, const Value &index, std::size_t offset)
{
    const auto number = std::get<Dimension>(index).number();
    if (!number) {
        return std::optional<std::size_t>();
    }
    const auto count = static_cast<std::int64_t>(size);
    const std::int64_t place = *number < 0 ? *number + count : *number;
    if (place < 0 || place >= count) {
        return expressionError(offset, "item {} of a list of {}", *number, size);
    }
    return std::optional(static_cast<std::size_t>(place));
}

template <typename Items>
Result<Value> itemAt(const std::optional<Items> &list, const Value &index, const Value &unknown,
                     std::size_t offset)
{
    if (!list) {
        return unknown;
    }
    ASSIGN_OR_RETURN(const auto place, placeIn(list->size(), index, offset));
    if constexpr (std::is_same_v<Items, NumberTuple>) {
        return place ? Value(std::optional((*list)[*place])) : unknown;
    } else {
        return place ? Value((*list)[*place]) : unknown;
    }
}

/// A bound of a slice: as in Python, beyond the ends is the end. Nothing where it is not known.
std::optional<std::int64_t> bound(const Value *value, std::int64_t size, std::int64_t otherwise)
{
    if (!value) {
        return otherwise;
    }
    const auto number = std::get<Dimension>(*value).number();
    if (!number) {
        return std::nullopt;
    }
    return std::clamp(*number < 0 ? *number + size : *number, std::int64_t{0}, size);
}

} // namespace

Expression constant(Value value)
{
    Expression result;
    result.kind = kindOf(value);
    result.evaluate = [value = std::move(value)](const Facts &) -> Result<Value> { return value; };
    return result;
}

Expression madeOf(Kind kind, std::span<const Expression> operands)
{
    Expression result;
    result.kind = kind;
    for (const Expression &operand : operands) {
        result.usesShapes |= operand.usesShapes;
        result.usesTypes |= operand.usesTypes;
        result.usesOutputs |= operand.usesOutputs;
    }
    return result;
}

std::optional<double> numberOf(const Value &value)
{
    if (const auto *whole = std::get_if<Dimension>(&value)) {
        return whole->isNumber() ? std::optional(static_cast<double>(*whole->number()))
                                 : std::nullopt;
    }
    return std::get<std::optional<double>>(value);
}

Result<std::vector<Value>> valuesOf(std::span<const Expression> operands, const Facts &facts)
{
    std::vector<Value> values;
    values.reserve(operands.size());
    for (const Expression &operand : operands) {
        ASSIGN_OR_RETURN(Value value, operand.evaluate(facts));
        values.push_back(std::move(value));
    }
    return values;
}

Result<Value> fitting(Dimension result, const Dimension &a, const Dimension &b, std::size_t offset)
{
    if (result.isUnknown() && a.isNumber() && b.isNumber()) {
        return expressionError(offset, "{} and {} give a number beyond 64 bits", a.text(),
                               b.text());
    }
    return Value(std::move(result));
}

Result<Expression> arithmetic(std::string_view op, Expression a, Expression b, std::size_t offset)
{
    if (op == "+" && a.kind == Kind::List && b.kind == Kind::List) {
        return joined(std::move(a), std::move(b), offset);
    }
    if (!isNumeric(a.kind) || !isNumeric(b.kind)) {
        return wrongKinds(op, a, b, offset);
    }
    const bool areWhole = a.kind == Kind::Whole && b.kind == Kind::Whole;
    if ((op == "//" || op == "%") && !areWhole) {
        return expressionError(offset, "{} of {} and {}, expected whole numbers", quoted(op),
                               kindText(a.kind), kindText(b.kind));
    }
    const Kind kind = areWhole && op != "/" ? Kind::Whole : Kind::Number;
    return computed(
        kind, {std::move(a), std::move(b)},
        [kind, op = std::string(op), offset](const std::vector<Value> &values) -> Result<Value> {
            return kind == Kind::Whole ? wholeArithmetic(op, std::get<Dimension>(values[0]),
                                                         std::get<Dimension>(values[1]), offset)
                                       : Result<Value>(numberArithmetic(op, numberOf(values[0]),
                                                                        numberOf(values[1])));
        });
}

Result<Expression> negated(Expression a, std::size_t offset)
{
    return arithmetic("-", constant(Dimension(0)), std::move(a), offset);
}

Result<Expression> comparison(std::string_view op, Expression a, Expression b, std::size_t offset)
{
    const bool areNumbers = isNumeric(a.kind) && isNumeric(b.kind);
    const bool areEquated = (op == "==" || op == "!=") && a.kind == b.kind;
    if (!areNumbers && !areEquated) {
        return expressionError(offset, "{} of {} and {}, which cannot be compared so", quoted(op),
                               kindText(a.kind), kindText(b.kind));
    }
    return computed(Kind::Truth, {std::move(a), std::move(b)},
                    [op = std::string(op)](const std::vector<Value> &values) -> Result<Value> {
                        return Value(compared(op, values[0], values[1]));
                    });
}

Result<Expression> conjunction(Expression a, Expression b, std::size_t offset)
{
    return logical(false, "and", std::move(a), std::move(b), offset);
}

Result<Expression> disjunction(Expression a, Expression b, std::size_t offset)
{
    return logical(true, "or", std::move(a), std::move(b), offset);
}

Result<Expression> negation(Expression a, std::size_t offset)
{
    if (a.kind != Kind::Truth) {
        return expressionError(offset, "'not' of {}, expected a condition", kindText(a.kind));
    }
    return computed(Kind::Truth, {std::move(a)},
                    [](const std::vector<Value> &values) -> Result<Value> {
                        auto truth = std::get<std::optional<bool>>(values[0]);
                        return Value(truth ? std::optional(!*truth) : truth);
                    });
}

Result<Expression> choice(Expression condition, Expression yes, Expression no, std::size_t offset)
{
    if (condition.kind != Kind::Truth) {
        return expressionError(offset, "'if' has {}, expected a condition",
                               kindText(condition.kind));
    }
    const bool areNumbers = isNumeric(yes.kind) && isNumeric(no.kind);
    if (yes.kind != no.kind && !areNumbers) {
        return expressionError(offset, "'then' gives {} and 'else' {}, expected the same kind",
                               kindText(yes.kind), kindText(no.kind));
    }
    const Kind kind = yes.kind == no.kind ? yes.kind : Kind::Number;
    const std::vector<Expression> operands{std::move(condition), std::move(yes), std::move(no)};
    Expression result = madeOf(kind, operands);
    result.evaluate = [operands, kind](const Facts &facts) -> Result<Value> {
        ASSIGN_OR_RETURN(const Value decision, operands[0].evaluate(facts));
        const auto truth = std::get<std::optional<bool>>(decision);
        if (!truth) {
            return unknownOf(kind);
        }
        ASSIGN_OR_RETURN(const Value value, operands[*truth ? 1 : 2].evaluate(facts));
        return kind == Kind::Number ? Value(numberOf(value)) : value;
    };
    return result;
}

Result<Expression> listOf(std::vector<Expression> items, std::size_t offset)
{
    for (const Expression &item : items) {
        if (item.kind != Kind::Whole) {
            return expressionError(offset, "a list with {}, expected whole numbers",
                                   kindText(item.kind));
        }
    }
    return computed(Kind::List, std::move(items),
                    [](const std::vector<Value> &values) -> Result<Value> {
                        Dimensions list;
                        for (const Value &value : values) {
                            list.push_back(std::get<Dimension>(value));
                        }
                        return Value(WholeList(std::move(list)));
                    });
}

Result<Expression> elementOf(Expression list, Expression index, std::size_t offset)
{
    const bool isWhole = list.kind == Kind::List;
    if ((!isWhole && list.kind != Kind::Numbers) || index.kind != Kind::Whole) {
        return expressionError(offset, "{} with {} in brackets, expected a list and a whole number",
                               kindText(list.kind), kindText(index.kind));
    }
    const Kind kind = isWhole ? Kind::Whole : Kind::Number;
    return computed(kind, {std::move(list), std::move(index)},
                    [isWhole, kind, offset](const std::vector<Value> &values) {
                        const Value unknown = unknownOf(kind);
                        return isWhole ? itemAt(std::get<WholeList>(values[0]), values[1], unknown,
                                                offset)
                                       : itemAt(std::get<std::optional<NumberTuple>>(values[0]),
                                                values[1], unknown, offset);
                    });
}

Result<Expression> sliceOf(Expression list, std::optional<Expression> from,
                           std::optional<Expression> to, std::size_t offset)
{
    std::vector<Expression> operands{std::move(list)};
    const bool hasFrom = from.has_value();
    const bool hasTo = to.has_value();
    for (auto *limit : {&from, &to}) {
        if (*limit) {
            operands.push_back(std::move(**limit));
        }
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (operands[i].kind != (i == 0 ? Kind::List : Kind::Whole)) {
            return expressionError(offset, "a part of a list with {}, expected {}",
                                   kindText(operands[i].kind), i == 0 ? "a list" : "whole numbers");
        }
    }
    return computed(Kind::List, std::move(operands),
                    [hasFrom, hasTo](const std::vector<Value> &values) -> Result<Value> {
                        const auto &items = std::get<WholeList>(values[0]);
                        if (!items) {
                            return Value(WholeList());
                        }
                        const auto size = static_cast<std::int64_t>(items->size());
                        const auto begin = bound(hasFrom ? &values[1] : nullptr, size, 0);
                        const auto end = bound(hasTo ? &values.back() : nullptr, size, size);
                        if (!begin || !end) {
                            return Value(WholeList());
                        }
                        return Value(WholeList(Dimensions(
                            items->begin() + *begin, items->begin() + std::max(*begin, *end))));
                    });
}

} // namespace nervure::custom
