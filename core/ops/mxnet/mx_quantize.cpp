// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_quantization.h"

#include <cmath>

namespace nervure {

namespace {

/// Attributes of _contrib_quantize, _contrib_quantize_v2 and _contrib_requantize.
struct QuantizeAttrs {
    std::string outType = "int8";
    OptionalNumber minCalibRange;
    OptionalNumber maxCalibRange;

    [[nodiscard]] bool isCalibrated() const { return minCalibRange && maxCalibRange; }
    [[nodiscard]] DType type() const
    {
        const bool isUnsigned =
            outType == "uint8" || (outType == "auto" && isCalibrated() && *minCalibRange >= 0);
        return isUnsigned ? DType::UInt8 : DType::Int8;
    }
};

struct OlderQuantizeAttrs : QuantizeAttrs {
    OlderQuantizeAttrs() { outType = "uint8"; }
};

struct DequantizeAttrs {
    std::string outType = "float32";
};

template <typename Attrs, std::size_t inputs, std::size_t outputs>
Status quantizeShape(const Attrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), inputs, outputs));
    RETURN_IF_FAILED(assignRangeShapes(in, 1, out));
    return assignOutput(out, 0, in[0]);
}

bool isByte(DType type)
{
    return type == DType::Int8 || type == DType::UInt8;
}

Status checkInputType(DType type, bool fits, const char *expected)
{
    return fits ? Status()
                : Status(makeError("infer-type", "input 0 (data) is {}, expected {}",
                                   dtypeName(type), expected));
}

template <typename Attrs, std::size_t inputs, DType wanted>
Status quantizeType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), inputs, 3));
    RETURN_IF_FAILED(
        checkInputType(in[0], mergeType(in[0], wanted), std::string(dtypeName(wanted)).c_str()));
    RETURN_IF_FAILED(assignRangeTypes(in, 1, out));
    return assignOutputType(out, 0, context.attrs.as<Attrs>().type());
}

/// What is quantized already stays as it is.
Status newerQuantizeType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 3));
    RETURN_IF_FAILED(
        checkInputType(in[0], in[0] == DType::Unknown || in[0] == DType::Float32 || isByte(in[0]),
                       "float32, int8 or uint8"));
    RETURN_IF_FAILED(assignRangeTypes(in, 1, out));
    return assignOutputType(out, 0, context.attrs.as<QuantizeAttrs>().type());
}

Status dequantizeType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    RETURN_IF_FAILED(
        checkInputType(in[0], in[0] == DType::Unknown || isByte(in[0]), "int8 or uint8"));
    RETURN_IF_FAILED(assignRangeTypes(in, 1, out));
    return assignOutputType(out, 0, DType::Float32);
}

/// The numbers with the range [-widest, widest], or the one given when they have no sign.
std::vector<Entry> ranged(const Lowering &op, Entry numbers, Entry widest, Entry least,
                          Entry largest)
{
    if (op.outType() == DType::UInt8) {
        return {numbers, least, largest};
    }
    return {numbers, op.make("negative", {widest}), widest};
}

/// The ends of a range that was found beforehand, or of what the data hold.
std::pair<Entry, Entry> rangeOfData(const Lowering &op, const QuantizeAttrs &attrs, Entry data)
{
    if (attrs.isCalibrated()) {
        return {rangeEnd(op, *attrs.minCalibRange), rangeEnd(op, *attrs.maxCalibRange)};
    }
    const auto reduced = [&](const char *name) { return op.reshape(op.make(name, {data}), {1}); };
    return {reduced("min"), reduced("max")};
}

/// Counts no half level.
Result<std::vector<Entry>> lowerOlderQuantize(const Lowering &op)
{
    const Entry widest = widestOf(op, op.in(1), op.in(2));
    const double levels = std::floor(quantizationLevels(op.outType()));
    const Entry scale = op.makeScalar("__rdiv_scalar__", widest, levels);
    const Entry numbers = roundedTo(op, scaledBy(op, op.in(0), op.type(0), scale), op.outType());
    return ranged(op, numbers, widest, op.in(1), op.in(2));
}

Result<std::vector<Entry>> lowerQuantize(const Lowering &op)
{
    if (isByte(op.type(0))) {
        if (op.type(0) != op.outType()) {
            return makeError("not-supported", "data of {} for an output of {} is not supported",
                             dtypeName(op.type(0)), dtypeName(op.outType()));
        }
        const double levels = quantizationLevels(op.outType());
        const Entry widest = rangeEnd(op, levels);
        return ranged(op, op.make("copy", {op.in(0)}), widest, rangeEnd(op, 0), widest);
    }
    const auto [least, largest] = rangeOfData(op, op.attrs<QuantizeAttrs>(), op.in(0));
    const Entry widest = widestOf(op, least, largest);
    const Entry scale = levelsPerUnit(op, op.outType(), widest);
    const Entry numbers = roundedTo(op, scaledBy(op, op.in(0), op.type(0), scale), op.outType());
    return ranged(op, numbers, widest, least, largest);
}

Result<Entry> lowerDequantize(const Lowering &op)
{
    const Entry widest = widestOf(op, op.in(1), op.in(2));
    return scaledBy(op, op.in(0), op.type(0), levelOf(op, op.type(0), widest));
}

/// Counts no half level. Without a calibration the numbers that are there make the range.
Result<std::vector<Entry>> lowerRequantize(const Lowering &op)
{
    const auto &attrs = op.attrs<QuantizeAttrs>();
    const Entry level = levelOf(op, op.type(0), widestOf(op, op.in(1), op.in(2)));
    const Entry data = op.cast(op.in(0), op.type(0), DType::Float32);
    const auto [least, largest] = rangeOfData(op, attrs, data);
    Entry widest = widestOf(op, least, largest);
    if (!attrs.isCalibrated()) {
        widest = op.make("broadcast_mul", {widest, level});
    }
    const double levels = std::floor(quantizationLevels(op.outType()));
    const Entry scale =
        op.make("broadcast_mul", {level, op.makeScalar("__rdiv_scalar__", widest, levels)});
    const Entry numbers = roundedTo(op, op.make("broadcast_mul", {data, scale}), op.outType());
    return ranged(op, numbers, widest, rangeEnd(op, 0), widest);
}

template <typename A>
OpBuilder<A> declareQuantize(const char *name, const char *summary, std::vector<std::string> types)
{
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Elementwise)
        .attr(field<A, std::string>("out_type", &A::outType, "type of the numbers")
                  .oneOf(std::move(types)))
        .outputs({"output0", "output1", "output2"});
    return builder;
}

OpBuilder<QuantizeAttrs> declareCalibrated(const char *name, const char *summary)
{
    using A = QuantizeAttrs;
    auto builder = declareQuantize<A>(name, summary, {"auto", "int8", "uint8"});
    builder
        .attr(field("min_calib_range", &A::minCalibRange,
                    "least value that was found in a calibration; None: that of the data"))
        .attr(field("max_calib_range", &A::maxCalibRange,
                    "largest value that was found in a calibration; None: that of the data"));
    return builder;
}

} // namespace

void registerMxQuantize(OpRegistry &ops)
{
    using O = OlderQuantizeAttrs;
    ops.add(declareQuantize<O>("_contrib_quantize",
                               "whole numbers of one byte for real ones of a range",
                               {"int8", "uint8"})
                .inputs({"data", "min_range", "max_range"})
                .shape(quantizeShape<O, 3, 3>)
                .type(quantizeType<O, 3, DType::Float32>)
                .lower(lowerTo(lowerOlderQuantize))
                .build());
    using A = QuantizeAttrs;
    ops.add(declareCalibrated("_contrib_quantize_v2", "whole numbers of one byte for real ones")
                .inputs({"data"})
                .shape(quantizeShape<A, 1, 3>)
                .type(newerQuantizeType)
                .lower(lowerTo(lowerQuantize))
                .build());
    ops.add(declareCalibrated("_contrib_requantize",
                              "whole numbers of one byte for those of four bytes")
                .inputs({"data", "min_range", "max_range"})
                .shape(quantizeShape<A, 3, 3>)
                .type(quantizeType<A, 3, DType::Int32>)
                .lower(lowerTo(lowerRequantize))
                .build());
    using D = DequantizeAttrs;
    ops.add(OpBuilder<D>(Dialect::MXNet, "_contrib_dequantize")
                .summary("real numbers for whole ones of a range")
                .category(OpCategory::Elementwise)
                .attr(field("out_type", &D::outType, "type of the numbers").oneOf({"float32"}))
                .inputs({"data", "min_range", "max_range"})
                .shape(quantizeShape<D, 3, 1>)
                .type(dequantizeType)
                .lower(lowerTo(lowerDequantize))
                .build());
}

} // namespace nervure
