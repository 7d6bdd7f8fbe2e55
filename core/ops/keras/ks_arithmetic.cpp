// SPDX-License-Identifier: Apache-2.0
// Operations of two or three operands, each a tensor or a constant of the call.
#include "core/ops/keras/keras_operation.h"

#include <functional>

namespace nervure::keras {

namespace {

struct KerasPairAttrs {
    std::string first;
    std::string second;

    [[nodiscard]] KerasOperands operands() const { return KerasOperands({first, second}); }
};
struct KerasChoiceAttrs {
    std::string condition;
    std::string first;
    std::string second;
};

using Pair = KerasPairAttrs;
using Choice = KerasChoiceAttrs;

enum class ResultOf { Arithmetic, Division, Comparison };

struct Function {
    const char *name; ///< of ours: "broadcast_NAME"
    const char *summary;
    std::vector<const char *> names; ///< of Keras's operation and TensorFlow's functions
    ResultOf result = ResultOf::Arithmetic;
    /// Ours with a number as the second operand, and as the first.
    const char *scalar = nullptr;
    const char *reversed = nullptr;
};

const std::vector<Function> &functions()
{
    static const std::vector<Function> table{
        {"add",
         "the sum of both",
         {"ops.Add", "tf.math.add", "tf.__operators__.add"},
         ResultOf::Arithmetic,
         "__add_scalar__",
         "__add_scalar__"},
        {"sub",
         "the first less the second",
         {"ops.Subtract", "tf.math.subtract"},
         ResultOf::Arithmetic,
         "__sub_scalar__",
         "__rsub_scalar__"},
        {"mul",
         "the product of both",
         {"ops.Multiply", "tf.math.multiply"},
         ResultOf::Arithmetic,
         "__mul_scalar__",
         "__mul_scalar__"},
        {"div",
         "the first divided by the second",
         {"ops.TrueDivide", "ops.Divide", "tf.math.truediv", "tf.math.divide"},
         ResultOf::Division,
         "__div_scalar__",
         "__rdiv_scalar__"},
        {"pow",
         "the first to the power of the second",
         {"ops.Power", "tf.math.pow"},
         ResultOf::Arithmetic,
         "__pow_scalar__",
         "__rpow_scalar__"},
        {"max", "the larger of both", {"ops.Maximum", "tf.math.maximum"}},
        {"min", "the smaller of both", {"ops.Minimum", "tf.math.minimum"}},
    };
    return table;
}

const std::vector<Function> &comparisons()
{
    static const std::vector<Function> table{
        {"greater",
         "1 where the first is greater, else 0",
         {"ops.Greater", "tf.math.greater"},
         ResultOf::Comparison},
        {"greater_equal",
         "1 where the first is greater or both are equal, else 0",
         {"ops.GreaterEqual", "tf.math.greater_equal"},
         ResultOf::Comparison},
        {"less",
         "1 where the first is less, else 0",
         {"ops.Less", "tf.math.less"},
         ResultOf::Comparison},
        {"less_equal",
         "1 where the first is less or both are equal, else 0",
         {"ops.LessEqual", "tf.math.less_equal"},
         ResultOf::Comparison},
        {"equal",
         "1 where both are equal, else 0",
         {"ops.Equal", "tf.math.equal"},
         ResultOf::Comparison},
        {"not_equal",
         "1 where both differ, else 0",
         {"ops.NotEqual", "tf.math.not_equal"},
         ResultOf::Comparison},
    };
    return table;
}

Result<DType> computedIn(const KerasOperands &operands, ResultOf result, const DTypes &in)
{
    ASSIGN_OR_RETURN(const DType type, operands.type(in));
    const bool isWhole = type != DType::Unknown && !isFloat(type);
    return result == ResultOf::Division && isWhole ? DType::Float32 : type;
}

Status pairShape(const Pair &attrs, Shapes &in, Shapes &out)
{
    ASSIGN_OR_RETURN(const Shape shape, attrs.operands().shape(in));
    return shape.hasRank() ? assignOutput(out, 0, shape) : Status();
}

OpSpec::TypeRule pairType(ResultOf result)
{
    return [result](const RuleContext &rule, DTypes &in, DTypes &out) -> Status {
        ASSIGN_OR_RETURN(const DType type,
                         computedIn(rule.attrs.as<Pair>().operands(), result, in));
        const bool isTruth = result == ResultOf::Comparison && type != DType::Unknown;
        return assignOutputType(out, 0, isTruth ? DType::UInt8 : type);
    };
}

Result<Entry> lowerPair(const Lowering &op, const Function &function)
{
    const KerasOperands operands = op.attrs<Pair>().operands();
    DTypes types;
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        types.push_back(op.type(i));
    }
    ASSIGN_OR_RETURN(const DType type, computedIn(operands, function.result, types));
    for (const std::size_t constant : {std::size_t{1}, std::size_t{0}}) {
        const char *name = constant == 1 ? function.scalar : function.reversed;
        const auto number = operands.number(constant);
        if (number && name) {
            ASSIGN_OR_RETURN(const Entry tensor, operands.lowered(op, 1 - constant, type));
            return op.makeScalar(name, tensor, *number);
        }
    }
    ASSIGN_OR_RETURN(const Entry first, operands.lowered(op, 0, type));
    ASSIGN_OR_RETURN(const Entry second, operands.lowered(op, 1, type));
    const Entry result = op.make(std::string("broadcast_") + function.name, {first, second});
    return op.cast(result, type, op.outType());
}

using LowerAll = std::function<Result<std::vector<Entry>>(const Lowering &)>;

void addPair(OpRegistry &ops, const Function &function, const std::string &name)
{
    const bool isOfKeras = name.starts_with("ops.");
    OpBuilder<Pair> operation =
        kerasOperation<Pair>(name, function.summary, OpCategory::Elementwise);
    operation
        .attr(field(isOfKeras ? "x1" : "x", &Pair::first,
                    "the first operand, where it is a constant"))
        .attr(field(isOfKeras ? "x2" : "y", &Pair::second,
                    "the second operand, where it is a constant"))
        .inputs(+[](const Pair &attrs) {
            return attrs.operands().names({"first", "second"});
        })
        .shape(pairShape)
        .type(pairType(function.result))
        .lower(lowerTo(LowerAll([&function](const Lowering &op) -> Result<std::vector<Entry>> {
            ASSIGN_OR_RETURN(const Entry result, lowerPair(op, function));
            return std::vector{result};
        })));
    ops.add(operation.build());
}

KerasOperands choiceOperands(const Choice &attrs)
{
    return KerasOperands({attrs.condition, attrs.first, attrs.second});
}

Status choiceShape(const Choice &attrs, Shapes &in, Shapes &out)
{
    ASSIGN_OR_RETURN(const Shape shape, choiceOperands(attrs).shape(in));
    return shape.hasRank() ? assignOutput(out, 0, shape) : Status();
}

/// That of what is chosen; the condition has any.
Result<DType> chosenType(const Choice &attrs, const DTypes &in)
{
    const DTypes chosen(in.begin() + (attrs.condition.empty() && !in.empty() ? 1 : 0), in.end());
    const KerasOperands operands({attrs.first, attrs.second});
    ASSIGN_OR_RETURN(const DType type, operands.type(chosen));
    return type == DType::Unknown && chosen.empty() ? DType::Float32 : type;
}

Status choiceType(const RuleContext &rule, DTypes &in, DTypes &out)
{
    ASSIGN_OR_RETURN(const DType type, chosenType(rule.attrs.as<Choice>(), in));
    return assignOutputType(out, 0, type);
}

Result<Entry> lowerChoice(const Lowering &op)
{
    const KerasOperands operands = choiceOperands(op.attrs<Choice>());
    const DType type = op.outType();
    ASSIGN_OR_RETURN(const Entry condition, operands.widened(op, 0, type));
    ASSIGN_OR_RETURN(const Entry first, operands.widened(op, 1, type));
    ASSIGN_OR_RETURN(const Entry second, operands.widened(op, 2, type));
    return op.make("where", {condition, first, second});
}

void addChoice(OpRegistry &ops, const std::string &name)
{
    const bool isOfKeras = name.starts_with("ops.");
    OpBuilder<Choice> operation = kerasOperation<Choice>(
        name, "the first operand where the condition is not 0, else the second",
        OpCategory::Elementwise);
    operation.attr(field("condition", &Choice::condition, "the condition, where it is a constant"))
        .attr(field(isOfKeras ? "x1" : "x", &Choice::first,
                    "the first operand, where it is a constant"))
        .attr(field(isOfKeras ? "x2" : "y", &Choice::second,
                    "the second operand, where it is a constant"))
        .inputs(+[](const Choice &attrs) {
            return choiceOperands(attrs).names({"condition", "first", "second"});
        })
        .shape(choiceShape)
        .type(OpSpec::TypeRule(choiceType))
        .lower(lowerTo(lowerChoice));
    ops.add(operation.build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsArithmetic(OpRegistry &ops)
{
    for (const auto *table : {&keras::functions(), &keras::comparisons()}) {
        for (const keras::Function &function : *table) {
            for (const char *name : function.names) {
                keras::addPair(ops, function, name);
            }
        }
    }
    keras::addChoice(ops, "ops.Where");
    keras::addChoice(ops, "tf.where");
}

} // namespace nervure
