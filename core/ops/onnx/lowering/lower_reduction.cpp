// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <array>
#include <limits>
#include <string_view>

namespace nervure::onnx {

namespace {

/// What is reduced, and along which axes.
struct Reduction {
    Operand x; ///< halves as float
    Numbers axes;
    bool keepsDims = true;
    bool isCopy = false; ///< no axes, which here means none
};

Result<Reduction> reductionOf(const OnnxLowering &op)
{
    const Operand &data = op.in(0);
    ASSIGN_OR_RETURN(Numbers axes, op.attrOrInput("axes", 1));
    ASSIGN_OR_RETURN(axes, axesOf(axes, data.rank()));
    Reduction reduction{op.cast(data, computedType(data.type)), std::move(axes),
                        op.attrs().integer("keepdims", 1) != 0};
    if (reduction.axes.empty()) {
        reduction.isCopy = op.attrs().integer("noop_with_empty_axes") != 0;
        reduction.axes = reduction.isCopy ? Numbers() : countingTo(data.rank());
    }
    return reduction;
}

Operand reduced(const OnnxLowering &op, const Reduction &of, std::string_view way, const Operand &x)
{
    return op.reduce(way, x, of.axes, of.keepsDims);
}

Lowered plain(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Reduction of, reductionOf(op));
    return op.result(reduced(op, of, op.ours(), of.x));
}

Lowered sumOfAbsolute(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Reduction of, reductionOf(op));
    return op.result(reduced(op, of, "sum", op.unary("abs", of.x)));
}

Operand squares(const OnnxLowering &op, const Reduction &of)
{
    return reduced(op, of, "sum", op.binary("mul", of.x, of.x));
}

Lowered sumOfSquares(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Reduction of, reductionOf(op));
    return op.result(squares(op, of));
}

Lowered length(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(Reduction of, reductionOf(op));
    of.x = isFloat(of.x.type) ? of.x : op.cast(of.x, DType::Float64);
    return op.result(op.unary("sqrt", squares(op, of)));
}

Lowered logOfSum(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(Reduction of, reductionOf(op));
    of.x = isFloat(of.x.type) ? of.x : op.cast(of.x, DType::Float64);
    return op.result(op.unary("log", reduced(op, of, "sum", of.x)));
}

/// max + log(sum(e^(x - max))), which does not overflow.
Lowered logOfSumOfExponentials(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(Reduction of, reductionOf(op));
    of.x = isFloat(of.x.type) ? of.x : op.cast(of.x, DType::Float64);
    const Operand most = op.reduce("max", of.x, of.axes, true);
    const Operand sum =
        op.reduce("sum", op.unary("exp", op.binary("sub", of.x, most)), of.axes, true);
    const Operand total = op.binary("add", op.unary("log", sum), most);
    return op.result(op.reshape(total, reducedDims(of.x.dims, of.axes, of.keepsDims)));
}

/// The reduction of no elements: what leaves the result as it is where more elements join them.
Lowered ofNothing(const OnnxLowering &op)
{
    const std::string_view way = op.ours();
    const double infinity = std::numeric_limits<double>::infinity();
    double number = way == "prod"   ? 1
                    : way == "mean" ? std::numeric_limits<double>::quiet_NaN()
                    : way == "log"  ? -infinity
                                    : 0;
    if (way == "max" || way == "min") {
        const bool isTruth = op.outElement() == ElementType::Bool;
        if (!isTruth && !isFloat(op.outType())) {
            return makeError("not-supported", "reduces no whole numbers to one");
        }
        number = isTruth ? (way == "min" ? 1 : 0) : (way == "min" ? infinity : -infinity);
    }
    return std::vector{op.full(number, op.outDims(), op.outType())};
}

template <LoweringFunction reduction>
Lowered ofAll(const OnnxLowering &op)
{
    return op.isEmpty(0) ? ofNothing(op) : reduction(op);
}

/// The last one of equal elements is the first one from behind.
Lowered position(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis"), x.rank()));
    const bool isLast = op.attrs().integer("select_last_index") != 0;
    Operand place = op.argReduce(op.ours(), isLast ? op.flip(x, axis) : x, axis);
    if (isLast) {
        place = op.scalar("rsub", place, static_cast<double>(x.dims[axis] - 1));
    }
    const bool keepsDims = op.attrs().integer("keepdims", 1) != 0;
    return std::vector{
        op.reshape(place, reducedDims(x.dims, {static_cast<std::int64_t>(axis)}, keepsDims))};
}

} // namespace

std::span<const LoweringRule> reductionRules()
{
    static constexpr std::array rules{
        LoweringRule{"ReduceSum", ofAll<plain>, "sum", inputBits(1), inputBits(0)},
        LoweringRule{"ReduceMean", ofAll<plain>, "mean", inputBits(1), inputBits(0)},
        LoweringRule{"ReduceMax", ofAll<plain>, "max", inputBits(1), inputBits(0)},
        LoweringRule{"ReduceMin", ofAll<plain>, "min", inputBits(1), inputBits(0)},
        LoweringRule{"ReduceProd", ofAll<plain>, "prod", inputBits(1), inputBits(0)},
        LoweringRule{"ReduceL1", ofAll<sumOfAbsolute>, {}, inputBits(1), inputBits(0)},
        LoweringRule{"ReduceL2", ofAll<length>, {}, inputBits(1), inputBits(0)},
        LoweringRule{"ReduceSumSquare", ofAll<sumOfSquares>, {}, inputBits(1), inputBits(0)},
        LoweringRule{"ReduceLogSum", ofAll<logOfSum>, "log", inputBits(1), inputBits(0)},
        LoweringRule{"ReduceLogSumExp", ofAll<logOfSumOfExponentials>, "log", inputBits(1),
                     inputBits(0)},
        LoweringRule{"ArgMax", position, "argmax"},
        LoweringRule{"ArgMin", position, "argmin"},
    };
    return rules;
}

} // namespace nervure::onnx
