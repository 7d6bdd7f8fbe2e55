// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_quantization.h"

#include <cmath>

namespace nervure {

namespace {

/// Attributes of _contrib_quantized_elemwise_add and _contrib_quantized_elemwise_mul.
struct QuantizedBinaryAttrs {
    OptionalNumber minCalibRange;
    OptionalNumber maxCalibRange;
    bool givesFloats = false; ///< of the product alone

    [[nodiscard]] bool isCalibrated() const { return minCalibRange && maxCalibRange; }
};

std::vector<std::string> productOutputs(const QuantizedBinaryAttrs &attrs)
{
    return attrs.givesFloats ? std::vector<std::string>{"output"}
                             : std::vector<std::string>{"output", "min_output", "max_output"};
}

Status quantizedBinaryShape(const QuantizedBinaryAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 6, productOutputs(attrs).size()));
    RETURN_IF_FAILED(assignRangeShapes(in, 2, out));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    RETURN_IF_FAILED(assignInput(in, 1, "rhs", in[0]));
    return assignOutput(out, 0, in[0]);
}

Status checkOperandTypes(const DTypes &in)
{
    for (std::size_t i = 0; i < 2; ++i) {
        if (in[i] != DType::Unknown && in[i] != DType::Int8 && in[i] != DType::UInt8) {
            return makeError("infer-type", "input {} is {}, expected int8 or uint8", i,
                             dtypeName(in[i]));
        }
    }
    return {};
}

/// MXNet leaves the ranges' types open.
Status sumType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 6, 3));
    RETURN_IF_FAILED(checkOperandTypes(in));
    RETURN_IF_FAILED(assignRangeTypes(in, in.size(), out));
    if (!context.attrs.as<QuantizedBinaryAttrs>().isCalibrated()) {
        return assignOutputType(out, 0, DType::Int32);
    }
    if (in[0] == DType::Unknown || in[1] == DType::Unknown) {
        return {};
    }
    const bool isSigned = in[0] == DType::Int8 || in[1] == DType::Int8;
    return assignOutputType(out, 0, isSigned ? DType::Int8 : DType::UInt8);
}

Status productsType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const auto &attrs = context.attrs.as<QuantizedBinaryAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 6, productOutputs(attrs).size()));
    RETURN_IF_FAILED(checkOperandTypes(in));
    RETURN_IF_FAILED(assignRangeTypes(in, 2, out));
    return assignOutputType(out, 0,
                            attrs.givesFloats      ? DType::Float32
                            : attrs.isCalibrated() ? DType::Int8
                                                   : DType::Int32);
}

Entry widestOfInput(const Lowering &op, std::size_t i)
{
    return widestOf(op, op.in(2 + 2 * i), op.in(3 + 2 * i));
}

Entry scaleOfInput(const Lowering &op, std::size_t i)
{
    return levelsPerUnit(op, op.type(i), widestOfInput(op, i));
}

/// The range that a calibration found.
std::pair<Entry, Entry> calibratedRange(const Lowering &op)
{
    const auto &attrs = op.attrs<QuantizedBinaryAttrs>();
    return {rangeEnd(op, *attrs.minCalibRange), rangeEnd(op, *attrs.maxCalibRange)};
}

/// Both terms are brought to the levels of the result; without a calibration those are 2^31 of what the
/// wider ends add up to.
Result<std::vector<Entry>> lowerSum(const Lowering &op)
{
    Entry least;
    Entry largest;
    if (op.attrs<QuantizedBinaryAttrs>().isCalibrated()) {
        std::tie(least, largest) = calibratedRange(op);
    } else {
        largest = op.make("broadcast_add", {widestOfInput(op, 0), widestOfInput(op, 1)});
        least = op.make("negative", {largest});
    }
    const Entry scale = levelsPerUnit(op, op.outType(), widestOf(op, least, largest));
    const auto term = [&](std::size_t i) {
        return scaledBy(op, op.in(i), op.type(i),
                        op.make("broadcast_div", {scale, scaleOfInput(op, i)}));
    };
    const Entry sum = op.make("elemwise_add", {term(0), term(1)});
    const Entry numbers = op.outType() == DType::Int32
                              ? op.cast(op.make("rint", {sum}), DType::Float32, DType::Int32)
                              : roundedTo(op, sum, op.outType());
    return std::vector<Entry>{numbers, least, largest};
}

/// Cut, not rounded, where they become one byte again.
Result<std::vector<Entry>> lowerProduct(const Lowering &op)
{
    const auto &attrs = op.attrs<QuantizedBinaryAttrs>();
    if (op.type(0) != DType::Int8 || op.type(1) != DType::Int8) {
        return makeError("not-supported",
                         "inputs of {} and {} are not supported, as in MXNet: "
                         "expected int8",
                         dtypeName(op.type(0)), dtypeName(op.type(1)));
    }
    const auto wide = [&op](std::size_t i) { return op.cast(op.in(i), op.type(i), DType::Int32); };
    const Entry products = op.make("elemwise_mul", {wide(0), wide(1)});
    const Entry scale = op.make("broadcast_mul", {scaleOfInput(op, 0), scaleOfInput(op, 1)});
    if (attrs.givesFloats) {
        const Entry factor = op.makeScalar("__rdiv_scalar__", scale, 1);
        return std::vector{scaledBy(op, products, DType::Int32, factor)};
    }
    if (attrs.isCalibrated()) {
        const auto [least, largest] = calibratedRange(op);
        const Entry wanted = levelsPerUnit(op, DType::Int8, widestOf(op, least, largest));
        const Entry factor = op.make("broadcast_div", {wanted, scale});
        const Entry cut = op.make("trunc", {scaledBy(op, products, DType::Int32, factor)});
        return std::vector{roundedTo(op, cut, DType::Int8), least, largest};
    }
    const auto level = [&op](std::size_t i) {
        return op.makeScalar("__div_scalar__", widestOfInput(op, i),
                             std::floor(quantizationLevels(DType::Int8)));
    };
    const Entry widest = widestOfProducts(op, level(0), level(1));
    return std::vector{products, op.make("negative", {widest}), widest};
}

OpBuilder<QuantizedBinaryAttrs> declareQuantizedBinary(const char *name, const char *summary)
{
    using A = QuantizedBinaryAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Elementwise)
        .attr(field("min_calib_range", &A::minCalibRange,
                    "least value that was found in a calibration; None: numbers of four bytes"))
        .attr(field("max_calib_range", &A::maxCalibRange,
                    "largest value that was found in a calibration; None: numbers of four bytes"))
        .inputs({"lhs", "rhs", "lhs_min", "lhs_max", "rhs_min", "rhs_max"})
        .outputs(productOutputs)
        .shape(quantizedBinaryShape);
    return builder;
}

} // namespace

void registerMxQuantizedBinary(OpRegistry &ops)
{
    ops.add(declareQuantizedBinary("_contrib_quantized_elemwise_add", "sums of whole numbers")
                .type(sumType)
                .lower(lowerTo(lowerSum))
                .build());
    ops.add(declareQuantizedBinary("_contrib_quantized_elemwise_mul", "products of whole numbers")
                .attr(field("enable_float_output", &QuantizedBinaryAttrs::givesFloats,
                            "whether the products are real numbers"))
                .type(productsType)
                .lower(lowerTo(lowerProduct))
                .build());
}

} // namespace nervure
