// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace nervure::onnx {

namespace {

/// The same function of each element.
Lowered sameFunction(const OnnxLowering &op)
{
    return std::vector{op.unary(op.ours(), op.in(0))};
}

Lowered identity(const OnnxLowering &op)
{
    return std::vector{op.in(0)};
}

/// Of what the first version took: `b` begins at an axis of `a`, or at the last ones.
Operand secondOperand(const OnnxLowering &op)
{
    const Operand &b = op.in(1);
    if (op.version() >= 7 || op.attrs().integer("broadcast") == 0 || !op.attrs().has("axis")) {
        return b;
    }
    const std::size_t rank = op.in(0).rank();
    const std::int64_t axis = op.attrs().integer("axis");
    const auto first =
        static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
    Shape dims = b.dims;
    if (first + dims.size() < rank) {
        dims.insert(dims.end(), rank - first - dims.size(), 1);
    }
    return op.reshape(b, dims);
}

/// A number that a fused kernel has in its code, where an operand is one.
std::optional<double> oneNumber(const OnnxLowering &op, std::size_t i)
{
    const auto known = isFloat(op.in(i).type) ? op.knownReals(i) : std::nullopt;
    const bool isOne = known && known->size() == 1 && op.in(i).rank() <= op.in(1 - i).rank();
    return isOne && std::isfinite(known->front()) ? std::optional(known->front()) : std::nullopt;
}

Lowered arithmetic(const OnnxLowering &op)
{
    const std::string name(op.ours());
    if (const auto number = oneNumber(op, 1)) {
        return std::vector{op.scalar(name, op.in(0), *number)};
    }
    if (const auto number = oneNumber(op, 0)) {
        const bool commutes = name == "add" || name == "mul";
        return std::vector{op.scalar(commutes ? name : 'r' + name, op.in(1), *number)};
    }
    return std::vector{op.binary(name, op.in(0), secondOperand(op))};
}

/// The result has the type of the base; whole numbers to the power of others are computed with those.
Lowered power(const OnnxLowering &op)
{
    const Operand &base = op.in(0);
    const DType type = isFloat(base.type) || !isFloat(op.in(1).type) ? base.type : op.in(1).type;
    if (const auto number = isFloat(base.type) ? op.knownReals(1) : std::nullopt;
        number && number->size() == 1 && op.in(1).rank() <= base.rank()) {
        if (number->front() == 2) {
            return std::vector{op.binary("mul", base, base)};
        }
        return std::vector{op.scalar("pow", base, number->front())};
    }
    const Operand result = op.binary("pow", op.cast(base, type), op.cast(secondOperand(op), type));
    return std::vector{op.cast(result, base.type)};
}

/// Whether numbers of the type may be less than 0.
bool isSigned(DType type)
{
    return type != DType::UInt8 && type != DType::UInt16 && type != DType::UInt32
           && type != DType::UInt64;
}

/// The remainder has the sign of the dividend with `fmod`, else that of the divisor.
Lowered remainder(const OnnxLowering &op)
{
    const Operand &divisor = op.in(1);
    const Operand rest = op.binary("mod", op.in(0), divisor);
    if (op.attrs().integer("fmod") != 0 || !isSigned(rest.type)) {
        return std::vector{rest};
    }
    const Operand isOther =
        op.compare("not_equal", op.compare("less", rest, 0), op.compare("less", divisor, 0));
    const Operand isMoved = op.binary("mul", isOther, op.compare("not_equal", rest, 0));
    return std::vector{op.where(isMoved, op.binary("add", rest, divisor), rest)};
}

/// Of any number of operands, one after the other.
Operand chained(const OnnxLowering &op, std::string_view name)
{
    Operand result = op.in(0);
    for (std::size_t i = 1; i < op.inputCount(); ++i) {
        result = op.binary(name, result, op.in(i));
    }
    return result;
}

Lowered ofAny(const OnnxLowering &op)
{
    return std::vector{chained(op, op.ours())};
}

Lowered mean(const OnnxLowering &op)
{
    return std::vector{op.scalar("div", chained(op, "add"), static_cast<double>(op.inputCount()))};
}

Lowered comparison(const OnnxLowering &op)
{
    return std::vector{op.compare(op.ours(), op.in(0), secondOperand(op))};
}

// Truth values are 0 or 1.

/// With the operand that old versions stretch from an axis on.
Lowered ofTwo(const OnnxLowering &op)
{
    return std::vector{op.binary(op.ours(), op.in(0), secondOperand(op))};
}

Lowered logicalNot(const OnnxLowering &op)
{
    return std::vector{op.logicalNot(op.in(0))};
}

/// Of negative numbers, the places that become free on the left are filled with 1: what is not there is shifted.
Lowered shift(const OnnxLowering &op)
{
    const bool isLeft = op.attrs().text("direction") == "LEFT";
    const auto shifted = [&](const Operand &x) {
        return op.make(isLeft ? "broadcast_left_shift" : "broadcast_right_shift", {x, op.in(1)}, {},
                       op.outDims(), x.type);
    };
    const Operand &x = op.in(0);
    if (isLeft || !isSigned(x.type)) {
        return std::vector{shifted(x)};
    }
    const Operand isNegative = op.compare("less", x, 0);
    const Operand natural = op.where(isNegative, op.scalar("rsub", x, -1), x);
    const Operand result = shifted(natural);
    return std::vector{op.where(isNegative, op.scalar("rsub", result, -1), result)};
}

/// -x - 1, in two's complement: of unsigned numbers the greatest less x.
Lowered bitwiseNot(const OnnxLowering &op)
{
    return std::vector{op.scalar("rsub", op.in(0), -1)};
}

Lowered reciprocal(const OnnxLowering &op)
{
    return std::vector{op.scalar("rdiv", op.in(0), 1)};
}

/// What is no number differs from itself.
Lowered isNaN(const OnnxLowering &op)
{
    return std::vector{op.compare("not_equal", op.in(0), op.in(0))};
}

Lowered isInf(const OnnxLowering &op)
{
    const Operand x = op.cast(op.in(0), computedType(op.in(0).type));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const bool positive = op.attrs().integer("detect_positive", 1) != 0;
    const bool negative = op.attrs().integer("detect_negative", 1) != 0;
    if (!positive && !negative) {
        return std::vector{op.full(0, x.dims, DType::UInt8)};
    }
    if (positive && negative) {
        return std::vector{op.compare("equal", op.unary("abs", x), infinity)};
    }
    return std::vector{op.compare("equal", x, positive ? infinity : -infinity)};
}

/// To truth values: what is not 0.
Operand converted(const OnnxLowering &op, const Operand &x, bool fromBool)
{
    if (op.outElement() == ElementType::Bool && !fromBool) {
        return op.compare("not_equal", x, 0);
    }
    return op.cast(x, op.outType());
}

Lowered cast(const OnnxLowering &op)
{
    return std::vector{converted(op, op.in(0), op.isBool(0))};
}

/// Elements of less than a byte, and those that are computed with as others, have other bits here.
Lowered bitCast(const OnnxLowering &op)
{
    for (const ElementType type : {op.elementOf(0), op.outElement()}) {
        const DType computed = computableType(type);
        if (bitsOf(type) != 8 * dtypeBytes(computed)) {
            return makeError("not-supported", "reads the bits of {}, which is computed with as {}",
                             elementTypeName(type), dtypeName(computed));
        }
    }
    const Operand &x = op.in(0);
    return std::vector{op.make("bit_cast", {x}, attrsOf({{"dtype", attrText(op.outType())}}),
                               x.dims, op.outType())};
}

/// Whole numbers are above a threshold when they are above the last one before it.
Lowered binarized(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const double threshold = op.attrs().number("threshold");
    return op.result(op.compare("greater", x, isFloat(x.type) ? threshold : std::floor(threshold)));
}

/// What a run drops is random; at inference nothing is, nor where the share is 0.
Lowered dropout(const OnnxLowering &op)
{
    const auto training = op.known(2);
    const auto ratio = op.knownReals(1);
    const bool dropsNone = ratio && ratio->front() == 0;
    if (op.has(2) && !dropsNone && (!training || training->front() != 0)) {
        return makeError("not-supported", "drops elements at random, expected training_mode false");
    }
    std::vector<Operand> outputs{op.in(0)};
    if (op.gives(1)) {
        outputs.push_back(op.full(1, op.in(0).dims, op.outType(1)));
    }
    return outputs;
}

Lowered select(const OnnxLowering &op)
{
    return std::vector{op.where(op.in(0), op.in(1), op.in(2))};
}

} // namespace

std::span<const LoweringRule> functionRules()
{
    static constexpr std::array rules{
        LoweringRule{"Abs", sameFunction, "abs"},
        LoweringRule{"Acos", sameFunction, "acos"},
        LoweringRule{"Acosh", sameFunction, "acosh"},
        LoweringRule{"Asin", sameFunction, "asin"},
        LoweringRule{"Asinh", sameFunction, "asinh"},
        LoweringRule{"Atan", sameFunction, "atan"},
        LoweringRule{"Atanh", sameFunction, "atanh"},
        LoweringRule{"Ceil", sameFunction, "ceil"},
        LoweringRule{"Cos", sameFunction, "cos"},
        LoweringRule{"Cosh", sameFunction, "cosh"},
        LoweringRule{"Erf", sameFunction, "erf"},
        LoweringRule{"Exp", sameFunction, "exp"},
        LoweringRule{"Floor", sameFunction, "floor"},
        LoweringRule{"Log", sameFunction, "log"},
        LoweringRule{"Neg", sameFunction, "negative"},
        LoweringRule{"Relu", sameFunction, "relu"},
        LoweringRule{"Round", sameFunction, "rint"},
        LoweringRule{"Sigmoid", sameFunction, "sigmoid"},
        LoweringRule{"Sign", sameFunction, "sign"},
        LoweringRule{"Sin", sameFunction, "sin"},
        LoweringRule{"Sinh", sameFunction, "sinh"},
        LoweringRule{"Sqrt", sameFunction, "sqrt"},
        LoweringRule{"Tan", sameFunction, "tan"},
        LoweringRule{"Tanh", sameFunction, "tanh"},
    };
    return rules;
}

std::span<const LoweringRule> elementwiseRules()
{
    static constexpr std::array rules{
        LoweringRule{"Add", arithmetic, "add"},
        LoweringRule{"Sub", arithmetic, "sub"},
        LoweringRule{"Mul", arithmetic, "mul"},
        LoweringRule{"Div", arithmetic, "div"},
        LoweringRule{"Pow", power},
        LoweringRule{"Mod", remainder},
        LoweringRule{"Max", ofAny, "max"},
        LoweringRule{"Min", ofAny, "min"},
        LoweringRule{"Sum", ofAny, "add"},
        LoweringRule{"Mean", mean},
        LoweringRule{"Greater", comparison, "greater"},
        LoweringRule{"Less", comparison, "less"},
        LoweringRule{"Equal", comparison, "equal"},
        LoweringRule{"GreaterOrEqual", comparison, "greater_equal"},
        LoweringRule{"LessOrEqual", comparison, "less_equal"},
        LoweringRule{"And", ofTwo, "mul"},
        LoweringRule{"Or", ofTwo, "max"},
        LoweringRule{"Xor", comparison, "not_equal"},
        LoweringRule{"Not", logicalNot},
        LoweringRule{"BitShift", shift},
        LoweringRule{"BitwiseNot", bitwiseNot},
        LoweringRule{"BitwiseAnd", ofTwo, "bitwise_and"},
        LoweringRule{"BitwiseOr", ofTwo, "bitwise_or"},
        LoweringRule{"BitwiseXor", ofTwo, "bitwise_xor"},
        LoweringRule{"Reciprocal", reciprocal},
        LoweringRule{"IsNaN", isNaN},
        LoweringRule{"IsInf", isInf},
        LoweringRule{"ai.onnx.ml:Binarizer", binarized},
        LoweringRule{"Cast", cast},
        LoweringRule{"CastLike", cast, {}, inputBits(1)},
        LoweringRule{"BitCast", bitCast},
        LoweringRule{"Where", select},
        LoweringRule{"Identity", identity},
        LoweringRule{"OptionalGetElement", identity},
        LoweringRule{"Dropout", dropout, {}, inputBits(1, 2)},
    };
    return rules;
}

} // namespace nervure::onnx
