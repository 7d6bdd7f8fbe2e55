// SPDX-License-Identifier: Apache-2.0
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <cmath>
#include <string>
#include <vector>

namespace nervure {

namespace {

struct MXNetCreateAttrs {
    IntTuple shape;
    std::string context;
    DType dtype = DType::Float32;
    double value = 0; ///< of _full alone
};

/// Sizes that the attribute leaves open (0) come from where the tensor is used.
Status createdShape(const MXNetCreateAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 0, 1));
    const Shape shape = shapeOfNnvm(attrs.shape);
    return !isUnknown(out[0]) && isUnknown(shape) ? Status() : assignOutput(out, 0, shape);
}

Status createdType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 0, 1));
    return assignOutputType(out, 0, context.attrs.as<MXNetCreateAttrs>().dtype);
}

/// A tensor that holds one number everywhere.
Entry filledWith(const Lowering &op, double value)
{
    if (value != 0 && value != 1) {
        return op.full(value, op.outShape(), op.outType());
    }
    return op.make(
        value == 0 ? "zeros" : "ones", {},
        attrsOf({{"shape", attrText(op.outShape())}, {"dtype", attrText(op.outType())}}));
}

Result<Entry> lowerZeros(const Lowering &op)
{
    return filledWith(op, 0);
}

Result<Entry> lowerOnes(const Lowering &op)
{
    return filledWith(op, 1);
}

Result<Entry> lowerFull(const Lowering &op)
{
    return filledWith(op, op.attrs<MXNetCreateAttrs>().value);
}

OpBuilder<MXNetCreateAttrs> declareCreate(const char *name, const char *summary)
{
    using A = MXNetCreateAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Data)
        .attr(field("shape", &A::shape, "shape of the tensor; 0: as where it is used"))
        .attr(field("ctx", &A::context, "device: cpu(0), gpu(0) …"))
        .attr(field("dtype", &A::dtype, "type of its elements"))
        .inputs(std::vector<std::string>{})
        .shape(createdShape)
        .type(createdType);
    return builder;
}

struct RangeAttrs {
    double start = 0;
    OptionalNumber stop;
    double step = 1;
    int repeat = 1;
    bool infersRange = false;
    std::string context;
    DType dtype = DType::Float32;
};

/// How many different numbers there are; one number alone is the stop.
Result<std::int64_t> numbersIn(const RangeAttrs &attrs)
{
    const double start = attrs.stop ? attrs.start : 0;
    const double stop = attrs.stop.value_or(attrs.start);
    const double count = std::ceil((stop - start) / attrs.step);
    if (!(count >= 1 && count * attrs.repeat < 0x1p31)) {
        return makeError("infer-shape",
                         "from {} to {} by {} there are {} numbers, expected at least one and "
                         "fewer than 2^31",
                         start, stop, attrs.step, count);
    }
    return static_cast<std::int64_t>(count);
}

Status rangeShape(const RangeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 0, 1));
    if (attrs.infersRange && !attrs.stop) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto count, numbersIn(attrs));
    return assignOutput(out, 0, {count * attrs.repeat});
}

Status rangeType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 0, 1));
    return assignOutputType(out, 0, context.attrs.as<RangeAttrs>().dtype);
}

/// Numbers at equal distances, each several times, in this shape.
Entry numbersAtDistance(const Lowering &op, double start, double step, std::int64_t repeat)
{
    const std::int64_t size = sizeOf(op.outShape());
    const std::int64_t count = (size + repeat - 1) / repeat;
    Entry numbers = op.make("arange", {},
                            attrsOf({{"start", formatNumber(start)},
                                     {"step", formatNumber(step)},
                                     {"count", attrText(count)},
                                     {"dtype", attrText(op.outType())}}));
    if (repeat > 1) {
        numbers = op.make("broadcast_to", {op.reshape(numbers, {count, 1})},
                          attrsOf({{"shape", attrText(Shape{count, repeat})}}));
        numbers = op.reshape(numbers, {count * repeat});
    }
    if (count * repeat != size) {
        numbers = op.make("strided_slice", {numbers},
                          attrsOf({{"begin", "(0)"}, {"end", attrText(IntTuple{size})}}));
    }
    return op.outShape().size() == 1 && repeat == 1 ? numbers : op.reshape(numbers, op.outShape());
}

Result<Entry> lowerRange(const Lowering &op)
{
    const auto &attrs = op.attrs<RangeAttrs>();
    const bool isOneNumber = !attrs.stop && !attrs.infersRange;
    return numbersAtDistance(op, isOneNumber ? 0 : attrs.start, attrs.step, attrs.repeat);
}

struct RangeLikeAttrs {
    double start = 0;
    double step = 1;
    int repeat = 1;
    std::string context;
    OptionalInteger axis;
};

/// As many numbers as one dimension has, or all of them in the shape of the input.
Status rangeLikeShape(const RangeLikeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    if (!attrs.axis) {
        return assignOutput(out, 0, in[0]);
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(*attrs.axis, in[0]));
    return assignOutput(out, 0, {in[0][axis]});
}

Result<Entry> lowerRangeLike(const Lowering &op)
{
    const auto &attrs = op.attrs<RangeLikeAttrs>();
    return numbersAtDistance(op, attrs.start, attrs.step, attrs.repeat);
}

OpSpec rangeLikeSpec()
{
    using A = RangeLikeAttrs;
    return OpBuilder<A>(Dialect::MXNet, "_contrib_arange_like")
        .summary("numbers at equal distances, as many as the input has elements or a dimension")
        .category(OpCategory::Data)
        .attr(field("start", &A::start, "first number"))
        .attr(field("step", &A::step, "distance of the numbers"))
        .attr(field("repeat", &A::repeat, "how often each number comes").atLeast(1))
        .attr(field("ctx", &A::context, "device: cpu(0), gpu(0) …"))
        .attr(field("axis", &A::axis, "dimension that tells how many; None: all"))
        .inputs({"data"})
        .shape(rangeLikeShape)
        .type(elementwiseType(1))
        .lower(lowerTo(lowerRangeLike))
        .build();
}

OpSpec rangeSpec()
{
    using A = RangeAttrs;
    return OpBuilder<A>(Dialect::MXNet, "_arange")
        .summary("numbers at equal distances")
        .category(OpCategory::Data)
        .attr(field("start", &A::start, "first number; without stop the one before which they end")
                  .required())
        .attr(field("stop", &A::stop, "number before which they end"))
        .attr(field("step", &A::step, "distance of the numbers"))
        .attr(field("repeat", &A::repeat, "how often each number comes").atLeast(1))
        .attr(field("infer_range", &A::infersRange, "whether the result's use says how many"))
        .attr(field("ctx", &A::context, "device: cpu(0), gpu(0) …"))
        .attr(field("dtype", &A::dtype, "type of the numbers"))
        .inputs(std::vector<std::string>{})
        .shape(rangeShape)
        .type(rangeType)
        .lower(lowerTo(lowerRange))
        .build();
}

Status shapeArrayShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return !in[0].hasRank() ? Status()
                            : assignOutput(out, 0, {static_cast<std::int64_t>(in[0].size())});
}

Status sizeArrayShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return assignOutput(out, 0, {1});
}

Status int64Type(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return assignOutputType(out, 0, DType::Int64);
}

/// The sizes are known when a graph is lowered: they become constants.
Result<Entry> lowerShapeArray(const Lowering &op)
{
    if (op.shape(0).isScalar()) {
        return makeError("not-supported", "the sizes of a scalar, of which there are none");
    }
    std::vector<Entry> sizes;
    for (const std::int64_t size : op.shape(0)) {
        sizes.push_back(op.full(static_cast<double>(size), {1}, DType::Int64));
    }
    return sizes.size() == 1 ? sizes[0]
                             : op.make("concatenate", std::move(sizes), attrsOf({{"axis", "0"}}));
}

Result<Entry> lowerSizeArray(const Lowering &op)
{
    return op.full(static_cast<double>(sizeOf(op.shape(0))), {1}, DType::Int64);
}

OpBuilder<> declareFacts(const char *name, const char *summary)
{
    OpBuilder<> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Data)
        .acceptsAnyKey()
        .inputs({"data"})
        .type(int64Type);
    return builder;
}

} // namespace

void registerMxCreate(OpRegistry &ops)
{
    ops.add(declareCreate("_zeros", "zeros").lower(lowerTo(lowerZeros)).build());
    ops.add(declareCreate("_ones", "ones").lower(lowerTo(lowerOnes)).build());
    ops.add(declareCreate("_full", "one number everywhere")
                .attr(field("value", &MXNetCreateAttrs::value, "the number").required())
                .lower(lowerTo(lowerFull))
                .build());
    ops.add(rangeSpec());
    ops.add(rangeLikeSpec());
    ops.add(declareFacts("shape_array", "the sizes of the dimensions")
                .shape(shapeArrayShape)
                .lower(lowerTo(lowerShapeArray))
                .build());
    ops.add(declareFacts("size_array", "the number of elements")
                .shape(sizeArrayShape)
                .lower(lowerTo(lowerSizeArray))
                .build());
}

} // namespace nervure
