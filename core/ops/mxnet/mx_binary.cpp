// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_binary.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/rules/numbered_names.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

namespace {

/// 1 where the value is not 0.
Entry isSet(const Lowering &op, const Entry &value, DType type)
{
    return op.make("broadcast_not_equal", {value, op.full(0, {1}, type)});
}

/// A remainder with the sign of the divisor; NNVM's has the sign of the dividend.
Entry floorRemainder(const Lowering &op, const Entry &left, const Entry &right)
{
    const Entry remainder = op.make("broadcast_mod", {left, right});
    return op.make("broadcast_mod", {op.make("broadcast_add", {remainder, right}), right});
}

Entry hypotenuse(const Lowering &op, const Entry &left, const Entry &right)
{
    const Entry a = op.make("elemwise_mul", {left, left});
    const Entry b = op.make("elemwise_mul", {right, right});
    return op.make("sqrt", {op.make("broadcast_add", {a, b})});
}

/// A function of two operands. MXNet's operators are named after its own word for it:
/// _<word>_scalar, broadcast_<word> …
struct MXNetFunction {
    const char *name; ///< ours, of broadcast_<name>
    const char *word; ///< MXNet's
    const char *summary;
    bool hasReversed = false;  ///< there is a _r<word>_scalar
    bool isArithmetic = false; ///< elemwise_<name> and broadcast_<name> instead of MXNet's word
};

constexpr MXNetFunction mxnetFunctions[]{
    {"add", "plus", "lhs + rhs", false, true},
    {"sub", "minus", "lhs - rhs", true, true},
    {"mul", "mul", "lhs * rhs", false, true},
    {"div", "div", "lhs / rhs", true, true},
    {"mod", "mod", "remainder of lhs / rhs, with the sign of rhs", true},
    {"pow", "power", "lhs to the power of rhs", true},
    {"max", "maximum", "the larger of lhs and rhs"},
    {"min", "minimum", "the smaller of lhs and rhs"},
    {"hypot", "hypot", "sqrt(lhs * lhs + rhs * rhs)"},
    {"equal", "equal", "1 where lhs = rhs, else 0"},
    {"not_equal", "not_equal", "1 where lhs differs from rhs, else 0"},
    {"greater", "greater", "1 where lhs > rhs, else 0"},
    {"greater_equal", "greater_equal", "1 where lhs >= rhs, else 0"},
    {"less", "lesser", "1 where lhs < rhs, else 0"},
    {"less_equal", "lesser_equal", "1 where lhs <= rhs, else 0"},
    {"logical_and", "logical_and", "1 where neither lhs nor rhs is 0, else 0"},
    {"logical_or", "logical_or", "1 where lhs or rhs is not 0, else 0"},
    {"logical_xor", "logical_xor", "1 where one of lhs and rhs is 0 and the other is not, else 0"},
};

/// "not_equal" as "Not_Equal", or "NotEqual" without `separator`.
std::string capitalized(std::string_view word, std::string_view separator)
{
    std::string text;
    for (const std::string_view part : split(word, '_')) {
        text += text.empty() ? "" : separator;
        text += static_cast<char>(std::toupper(static_cast<unsigned char>(part.front())));
        text += part.substr(1);
    }
    return text;
}

/// One dimension of two operands stretched to each other, unknown where one is; nothing: a clash.
std::optional<std::int64_t> stretchedSize(std::int64_t left, std::int64_t right)
{
    if (isUnknownSize(left) || isUnknownSize(right)) {
        return unknownSize;
    }
    if (left != right && left != 1 && right != 1) {
        return std::nullopt;
    }
    return left == 1 ? right : left;
}

Status stretchedShape(const RuleContext &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    if (in[0] == in[1]) {
        return assignOutput(out, 0, in[0]);
    }
    Shape result(std::max(in[0].size(), in[1].size()), 1);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto sizeAt = [&](const Shape &shape) {
            const std::size_t lead = result.size() - shape.size();
            return i < lead ? std::int64_t{1} : shape[i - lead];
        };
        const auto size = stretchedSize(sizeAt(in[0]), sizeAt(in[1]));
        if (!size) {
            return makeError("infer-shape",
                             "shapes {} and {} do not stretch to each other: dimension {} is {} "
                             "and {}",
                             shapeText(in[0]), shapeText(in[1]), i, sizeAt(in[0]), sizeAt(in[1]));
        }
        result[i] = *size;
    }
    return assignOutput(out, 0, result);
}

RewriteRules::LowerRule lowerFunction(std::string name, bool stretches)
{
    return
        [name = std::move(name), stretches](const RewriteCall &call) -> Result<std::vector<Entry>> {
            const Lowering op(call);
            return std::vector{combined(op, name, {op.in(0), op.in(1), op.type(0), stretches})};
        };
}

OpSpec alikeSpec(const MXNetFunction &function)
{
    const std::string name = function.name;
    const std::string word = function.word;
    OpBuilder<> builder(Dialect::MXNet, function.isArithmetic ? "elemwise_" + name : "_" + word);
    if (function.isArithmetic) {
        builder.alias("_" + name);
    }
    if (function.isArithmetic && name != word) {
        builder.alias("_" + word);
    }
    return builder.alias("_" + capitalized(word, "_"))
        .summary(function.summary)
        .category(OpCategory::Elementwise)
        .inputs({"lhs", "rhs"})
        .shape(elementwiseShape(2))
        .type(elementwiseType(2))
        .lower(lowerFunction(name, false))
        .build();
}

OpSpec stretchingSpec(const MXNetFunction &function)
{
    const std::string name = function.name;
    const std::string word = function.word;
    OpBuilder<> builder(Dialect::MXNet, "broadcast_" + (function.isArithmetic ? name : word));
    if (function.isArithmetic && name != word) {
        builder.alias("broadcast_" + word);
    }
    return builder.summary(std::string(function.summary) + ", stretching dimensions of 1")
        .category(OpCategory::Elementwise)
        .inputs({"lhs", "rhs"})
        .shape(OpSpec::ShapeRule(stretchedShape))
        .type(elementwiseType(2))
        .lower(lowerFunction(name, true))
        .build();
}

struct MXNetScalarAttrs {
    double scalar = 1;
    bool isInteger = true;
};

/// Whole numbers and a scalar that is none give float64.
bool becomesDouble(const MXNetScalarAttrs &attrs, DType type)
{
    return !attrs.isInteger && type != DType::Unknown && !isFloat(type);
}

Status scalarType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    const auto &attrs = context.attrs.as<MXNetScalarAttrs>();
    if (becomesDouble(attrs, in[0])) {
        return assignOutputType(out, 0, DType::Float64);
    }
    if (in[0] == DType::Bool) {
        return assignOutputType(out, 0, DType::Int64);
    }
    return mergeAllTypes(in, out);
}

/// NNVM's operator for a function of a value and a number; nothing where it has none.
std::string scalarOperator(std::string_view function, bool isReversed)
{
    constexpr std::string_view reversible[]{"sub", "div", "pow"};
    constexpr std::string_view others[]{"add", "mul"};
    const auto isIn = [&](const auto &names) {
        return std::find(std::begin(names), std::end(names), function) != std::end(names);
    };
    if (!isIn(reversible) && !isIn(others)) {
        return {};
    }
    return (isReversed ? "__r" : "__") + std::string(function) + "_scalar__";
}

Result<Entry> lowerScalar(const Lowering &op, std::string_view function, bool isReversed)
{
    const auto &attrs = op.attrs<MXNetScalarAttrs>();
    const DType type = op.outType();
    if (op.type(0) == DType::Bool) {
        return makeError("not-lowered", "values of type bool are not supported");
    }
    const Entry value = op.cast(op.in(0), op.type(0), type);
    const std::string direct = scalarOperator(function, isReversed);
    if (!direct.empty()) {
        return op.makeScalar(direct, value, attrs.scalar);
    }
    const Entry number = op.full(attrs.scalar, {1}, type);
    // Of max and min that of the right operand is taken where it is NaN.
    const bool swaps = isReversed || function == "max" || function == "min";
    return combined(op, function,
                    swaps ? FunctionOperands{number, value, type, true}
                          : FunctionOperands{value, number, type, true});
}

/// The summary with other names for the operands.
std::string summaryOf(std::string summary, std::string_view left, std::string_view right)
{
    for (std::size_t at = 0; at + 3 <= summary.size(); ++at) {
        const std::string_view word = std::string_view(summary).substr(at, 3);
        if (word == "lhs" || word == "rhs") {
            summary.replace(at, 3, word == "lhs" ? left : right);
        }
    }
    return summary;
}

OpSpec scalarSpec(const MXNetFunction &function, bool isReversed)
{
    using A = MXNetScalarAttrs;
    OpBuilder<A> builder(Dialect::MXNet,
                         (isReversed ? "_r" : "_") + std::string(function.word) + "_scalar");
    return builder.alias((isReversed ? "_R" : "_") + capitalized(function.word, "") + "Scalar")
        .summary(isReversed ? summaryOf(function.summary, "scalar", "x")
                            : summaryOf(function.summary, "x", "scalar"))
        .category(OpCategory::Elementwise)
        .attr(field("scalar", &A::scalar, "the number"))
        .attr(field("is_int", &A::isInteger, "whether the number is a whole one"))
        .inputs({"data"})
        .shape(elementwiseShape(1))
        .type(scalarType)
        .lower([name = std::string(function.name),
                isReversed](const RewriteCall &call) -> Result<std::vector<Entry>> {
            ASSIGN_OR_RETURN(const Entry entry, lowerScalar(Lowering(call), name, isReversed));
            return std::vector{entry};
        })
        .build();
}

struct AddAttrs {
    int count = 1;
};

std::vector<std::string> addedNames(const AddAttrs &attrs)
{
    return argumentNames(attrs.count);
}

Result<Entry> lowerAdd(const Lowering &op)
{
    if (op.inputCount() == 1) {
        return op.make("copy", {op.in(0)});
    }
    return op.make("elemwise_sum", op.inputs(), attrsOf({{"num_args", attrText(op.inputCount())}}));
}

} // namespace

Entry combined(const Lowering &op, std::string_view function, const FunctionOperands &operands)
{
    const auto &[left, right, type, stretches] = operands;
    if (function == "mod") {
        return floorRemainder(op, left, right);
    }
    if (function == "hypot") {
        return hypotenuse(op, left, right);
    }
    if (function.starts_with("logical_")) {
        const Entry a = isSet(op, left, type);
        const Entry b = isSet(op, right, type);
        const std::string_view kind = function.substr(8);
        return op.make(kind == "and" ? "broadcast_mul"
                                     : (kind == "or" ? "broadcast_max" : "broadcast_not_equal"),
                       {a, b});
    }
    constexpr std::string_view onEqualShapes[]{"add", "sub", "mul", "div", "pow"};
    const bool isDirect = !stretches
                          && std::find(std::begin(onEqualShapes), std::end(onEqualShapes), function)
                                 != std::end(onEqualShapes);
    return op.make((isDirect ? "elemwise_" : "broadcast_") + std::string(function), {left, right});
}

std::vector<std::string> argumentNames(std::int64_t count)
{
    std::vector<std::string> names;
    const auto most = static_cast<std::int64_t>(mostNumbered);
    for (std::int64_t i = 0; i < std::min(count, most); ++i) {
        names.push_back("arg" + std::to_string(i));
    }
    return names;
}

Status leftType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    DTypes left{in[0]};
    RETURN_IF_FAILED(mergeAllTypes(left, out));
    in[0] = left[0];
    return {};
}

void registerMxBinary(OpRegistry &ops)
{
    for (const MXNetFunction &function : mxnetFunctions) {
        ops.add(alikeSpec(function));
        ops.add(stretchingSpec(function));
        ops.add(scalarSpec(function, false));
        if (function.hasReversed) {
            ops.add(scalarSpec(function, true));
        }
    }
    ops.add(OpBuilder<AddAttrs>(Dialect::MXNet, "add_n")
                .alias("ElementWiseSum")
                .summary("sum of all inputs")
                .category(OpCategory::Elementwise)
                .attr(field("num_args", &AddAttrs::count, "number of inputs")
                          .required()
                          .atLeast(1)
                          .atMost(static_cast<double>(mostNumbered)))
                .inputs(addedNames)
                .shape(OpSpec::ShapeRule([](const RuleContext &, Shapes &in, Shapes &out) {
                    return mergeAllShapes(in, out);
                }))
                .type(anyCountSameType())
                .lower(lowerTo(lowerAdd))
                .build());
}

} // namespace nervure
