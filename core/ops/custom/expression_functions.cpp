// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/expression_operators.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace nervure::custom {

namespace {

using Values = std::span<const Value>;

/// One function of the language. The table is the only place that knows them.
struct Function {
    std::string_view name;
    std::string_view
        parameters; ///< a letter each: w whole, n number, l list; the last repeats: '…'
    Kind result;
    Result<Value> (*rule)(Values values, std::size_t offset);
};

const Dimension &whole(Values values, std::size_t i)
{
    return std::get<Dimension>(values[i]);
}

const WholeList &list(Values values, std::size_t i)
{
    return std::get<WholeList>(values[i]);
}

/// The least or greatest; whole numbers of which one is not known decide nothing.
Result<Value> extreme(Values values, bool isLeast)
{
    std::optional<double> found;
    for (const Value &value : values) {
        const auto number = numberOf(value);
        if (!number) {
            return Value(std::optional<double>());
        }
        found = !found ? number : isLeast ? std::min(*found, *number) : std::max(*found, *number);
    }
    return Value(found);
}

Result<Value> wholeExtreme(Values values, bool isLeast)
{
    Dimension found = whole(values, 0);
    for (const Value &value : values) {
        const Dimension &other = std::get<Dimension>(value);
        const auto difference = (other - found).number();
        if (!difference) {
            return Value(Dimension());
        }
        found = (*difference < 0) == isLeast ? other : found;
    }
    return Value(found);
}

Result<Value> rounded(Values values, double (*round)(double), std::size_t offset)
{
    const auto number = numberOf(values[0]);
    if (!number) {
        return Value(Dimension());
    }
    constexpr double limit = 9.2e18; // whole numbers of 64 bits end a little beyond
    const double result = round(*number);
    if (!(std::abs(result) < limit)) {
        return expressionError(offset, "{} does not fit a whole number of 64 bits",
                               formatNumber(result));
    }
    return Value(Dimension(static_cast<std::int64_t>(result)));
}

Result<Value> ceilDivided(Values values, std::size_t offset)
{
    const Dimension &divisor = whole(values, 1);
    if (divisor.isNumber() && *divisor.number() < 1) {
        return expressionError(offset, "division by {}, expected a positive number",
                               divisor.text());
    }
    return Value(divisor.isNumber() ? whole(values, 0).ceilOf(*divisor.number()) : Dimension());
}

/// Of all items: the sum or the product.
template <typename Combine>
Result<Value> folded(Values values, std::int64_t start, std::size_t offset, Combine combine)
{
    if (!list(values, 0)) {
        return Value(Dimension());
    }
    Dimension result = start;
    for (const Dimension &item : *list(values, 0)) {
        ASSIGN_OR_RETURN(const Value next, fitting(combine(result, item), result, item, offset));
        result = std::get<Dimension>(next);
    }
    return Value(result);
}

Result<Value> repeated(Values values, std::size_t offset)
{
    const auto count = whole(values, 1).number();
    if (!count) {
        return Value(WholeList());
    }
    if (*count < 0 || *count > static_cast<std::int64_t>(longestList)) {
        return expressionError(offset, "a list of {} items, expected 0 to {}", *count, longestList);
    }
    return Value(WholeList(Dimensions(static_cast<std::size_t>(*count), whole(values, 0))));
}

Result<Value> broadcasted(Values values, std::size_t offset)
{
    WholeList shape = list(values, 0);
    for (const Value &value : values.subspan(1)) {
        auto both = onnx::broadcast(shape, std::get<WholeList>(value));
        if (!both) {
            return expressionError(offset, "{}", both.error().message);
        }
        shape = std::move(*both);
    }
    return Value(std::move(shape));
}

Result<Value> permuted(Values values, std::size_t offset)
{
    const WholeList &items = list(values, 0);
    const WholeList &order = list(values, 1);
    if (!items || !order) {
        return Value(WholeList());
    }
    Dimensions result;
    std::vector<bool> isTaken(items->size());
    for (const Dimension &item : *order) {
        const auto size = static_cast<std::int64_t>(items->size());
        const std::int64_t given = item.number().value_or(size);
        const std::int64_t place = given < 0 ? given + size : given;
        if (place < 0 || place >= size || isTaken[static_cast<std::size_t>(place)]) {
            return expressionError(offset, "order {} of {} dimensions, expected each once",
                                   textOf(order), items->size());
        }
        isTaken[static_cast<std::size_t>(place)] = true;
        result.push_back((*items)[static_cast<std::size_t>(place)]);
    }
    if (result.size() != items->size()) {
        return expressionError(offset, "order {} of {} dimensions, expected each once",
                               textOf(order), items->size());
    }
    return Value(WholeList(std::move(result)));
}

constexpr std::array<Function, 12> functions{{
    {"min", "n…", Kind::Number, [](Values v, std::size_t) { return extreme(v, true); }},
    {"max", "n…", Kind::Number, [](Values v, std::size_t) { return extreme(v, false); }},
    {"floor", "n", Kind::Whole,
     [](Values v, std::size_t at) { return rounded(v, std::floor, at); }},
    {"ceil", "n", Kind::Whole, [](Values v, std::size_t at) { return rounded(v, std::ceil, at); }},
    {"round", "n", Kind::Whole,
     [](Values v, std::size_t at) { return rounded(v, std::nearbyint, at); }},
    {"ceildiv", "ww", Kind::Whole, ceilDivided},
    {"product", "l", Kind::Whole,
     [](Values v, std::size_t at) {
         return folded(v, 1, at, [](const auto &a, const auto &b) { return a * b; });
     }},
    {"sum", "l", Kind::Whole,
     [](Values v, std::size_t at) {
         return folded(v, 0, at, [](const auto &a, const auto &b) { return a + b; });
     }},
    {"count", "l", Kind::Whole,
     [](Values v, std::size_t) -> Result<Value> {
         const WholeList &items = list(v, 0);
         return Value(items ? Dimension(static_cast<std::int64_t>(items->size())) : Dimension());
     }},
    {"repeat", "ww", Kind::List, repeated},
    {"broadcast", "l…", Kind::List, broadcasted},
    {"permute", "ll", Kind::List, permuted},
}};

constexpr std::string_view repeats = "…";

bool takes(char parameter, Kind kind)
{
    switch (parameter) {
    case 'w': return kind == Kind::Whole;
    case 'n': return isNumeric(kind);
    default: return kind == Kind::List;
    }
}

std::string_view parameterText(char parameter)
{
    return parameter == 'w' ? "a whole number" : parameter == 'n' ? "a number" : "a list";
}

Status checkArguments(const Function &function, std::span<const Expression> arguments,
                      std::size_t offset)
{
    std::string_view parameters = function.parameters;
    const bool doesRepeat = parameters.ends_with(repeats);
    if (doesRepeat) {
        parameters.remove_suffix(repeats.size());
    }
    const bool areSoMany = doesRepeat ? !arguments.empty() : arguments.size() == parameters.size();
    if (!areSoMany) {
        return expressionError(offset, "function {} has {} arguments, expected {}",
                               quoted(function.name), arguments.size(),
                               doesRepeat ? "1 or more" : std::to_string(parameters.size()));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const char parameter = parameters[std::min(i, parameters.size() - 1)];
        if (!takes(parameter, arguments[i].kind)) {
            return expressionError(offset, "argument {} of function {} is {}, expected {}", i + 1,
                                   quoted(function.name), kindText(arguments[i].kind),
                                   parameterText(parameter));
        }
    }
    return {};
}

/// min and max of whole numbers are one.
bool isWholeExtreme(const Function &function, std::span<const Expression> arguments)
{
    return (function.name == "min" || function.name == "max")
           && std::all_of(arguments.begin(), arguments.end(),
                          [](const Expression &argument) { return argument.kind == Kind::Whole; });
}

Diagnostic noSuchFunction(std::string_view name, std::size_t offset)
{
    std::vector<std::string> names;
    for (const Function &function : functions) {
        names.emplace_back(function.name);
    }
    return expressionError(offset, "there is no function {}, expected one of {}", quoted(name),
                           join(names, ", "));
}

} // namespace

Result<Expression> call(std::string_view name, std::vector<Expression> arguments,
                        std::size_t offset)
{
    const auto function =
        std::find_if(functions.begin(), functions.end(),
                     [name](const Function &candidate) { return candidate.name == name; });
    if (function == functions.end()) {
        return noSuchFunction(name, offset);
    }
    RETURN_IF_FAILED(checkArguments(*function, arguments, offset));
    const bool isWhole = isWholeExtreme(*function, arguments);
    Expression result = madeOf(isWhole ? Kind::Whole : function->result, arguments);
    result.evaluate = [arguments = std::move(arguments), function, isWhole,
                       offset](const Facts &facts) -> Result<Value> {
        ASSIGN_OR_RETURN(const std::vector<Value> values, valuesOf(arguments, facts));
        return isWhole ? wholeExtreme(values, function->name == "min")
                       : function->rule(values, offset);
    };
    return result;
}

} // namespace nervure::custom
