// SPDX-License-Identifier: Apache-2.0
// Layers that move and resize images, or give one without reading any.
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cstdlib>

namespace nervure {

namespace {

struct DarknetUpsampleAttrs {
    std::int64_t stride = 2;
    double scale = 1;
};

struct DarknetReorgAttrs {
    std::int64_t stride = 1;
    std::int64_t reverse = 0;
    std::int64_t flatten = 0;
    std::int64_t extra = 0;
};

struct DarknetImplicitAttrs {
    std::int64_t filters = 128;
    std::int64_t atoms = 1;
};

struct DarknetCropAttrs {
    std::int64_t cropHeight = 1;
    std::int64_t cropWidth = 1;
    std::int64_t noAdjust = 0;
};

Status upsampleShape(const DarknetUpsampleAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (attrs.stride == 0) {
        return makeError("attr-invalid", "stride is 0, expected another number");
    }
    if (!in[0].hasRank()) {
        return {};
    }
    Shape result = in[0];
    for (std::size_t i = 2; i < 4; ++i) {
        if (attrs.stride < 0) {
            result[i] = darknetPart(result[i], -attrs.stride);
            continue;
        }
        ASSIGN_OR_RETURN(result[i], darknetProduct(result[i], attrs.stride));
    }
    return assignOutput(out, 0, result);
}

/// A negative stride sums up squares of values.
Result<Entry> lowerUpsample(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetUpsampleAttrs>();
    const std::int64_t stride = std::abs(attrs.stride);
    double scale = attrs.scale;
    Entry image;
    if (attrs.stride > 0) {
        image = op.make("upsampling", {op.in(0)}, attrsOf({{"scale", attrText(stride)}}));
    } else {
        const std::string both = attrText(IntTuple{stride, stride});
        image =
            op.make("avg_pool2d", {op.in(0)}, attrsOf({{"pool_size", both}, {"strides", both}}));
        scale *= static_cast<double>(stride * stride);
    }
    return scale == 1 ? image : op.makeScalar("__mul_scalar__", image, scale);
}

/// Squares as channels or the other way round; of the image's channels there are a multiple of `parts`.
Status squaresShape(const DarknetReorgAttrs &attrs, std::int64_t parts, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (isUnknown(in[0])) {
        return {};
    }
    const std::int64_t square = attrs.stride * attrs.stride;
    const bool isWhole =
        attrs.reverse != 0 || (in[0][2] % attrs.stride == 0 && in[0][3] % attrs.stride == 0);
    if (in[0][1] % parts != 0 || !isWhole) {
        return makeError("infer-shape", "image {}, expected sizes that stride {} divides",
                         shapeText(in[0]), attrs.stride);
    }
    if (attrs.reverse == 0) {
        ASSIGN_OR_RETURN(const std::int64_t channels, darknetProduct(in[0][1], square));
        return assignOutput(out, 0,
                            {in[0][0], channels, in[0][2] / attrs.stride, in[0][3] / attrs.stride});
    }
    ASSIGN_OR_RETURN(const std::int64_t height, darknetProduct(in[0][2], attrs.stride));
    ASSIGN_OR_RETURN(const std::int64_t width, darknetProduct(in[0][3], attrs.stride));
    return assignOutput(out, 0, {in[0][0], in[0][1] / square, height, width});
}

Status reorgShape(const DarknetReorgAttrs &attrs, Shapes &in, Shapes &out)
{
    if (attrs.extra == 0) {
        return squaresShape(attrs, attrs.stride * attrs.stride, in, out);
    }
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    return isUnknown(in[0])
               ? Status()
               : assignOutput(out, 0, {in[0][0], darknetRowLength(in[0]) + attrs.extra});
}

/// Forwards the fork's own takes any number of channels.
Status reorg3dShape(const DarknetReorgAttrs &attrs, Shapes &in, Shapes &out)
{
    return squaresShape(attrs, attrs.reverse != 0 ? attrs.stride * attrs.stride : 1, in, out);
}

/// The image's numbers and zeros behind them, or its pixels one after the other, or the other way round.
Result<Entry> lowerExtra(const Lowering &op)
{
    return padded(op, darknetRow(op, op.in(0), op.shape(0)), {0, 0},
                  {0, op.attrs<DarknetReorgAttrs>().extra});
}

Result<Entry> lowerFlatten(const Lowering &op)
{
    const Shape &in = op.shape(0);
    const std::int64_t pixels = in[2] * in[3];
    const Shape from =
        op.attrs<DarknetReorgAttrs>().reverse != 0 ? Shape{pixels, in[1]} : Shape{in[1], pixels};
    return op.reshape(op.make("transpose", {op.reshape(op.in(0), from)}), op.outShape());
}

/// Darknet counts through the image as if its channels were those of a larger one: [c / s², h * s, w * s].
Result<Entry> lowerReorg(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetReorgAttrs>();
    if (attrs.flatten != 0 || attrs.extra != 0) {
        return attrs.flatten != 0 && attrs.extra == 0 ? lowerFlatten(op) : lowerExtra(op);
    }
    const std::int64_t stride = attrs.stride;
    const Shape &in = op.shape(0);
    const std::int64_t channels = in[1] / (stride * stride);
    const auto turned = [&](const Shape &from, const IntTuple &axes) {
        return op.make("transpose", {op.reshape(op.in(0), from)},
                       attrsOf({{"axes", attrText(axes)}}));
    };
    const Entry moved = attrs.reverse != 0
                            ? turned({stride, stride, channels, in[2], in[3]}, {2, 3, 0, 4, 1})
                            : turned({channels, in[2], stride, in[3], stride}, {2, 4, 0, 1, 3});
    return op.reshape(moved, op.outShape());
}

/// In the fork's own reorg3d channels lie as they do in the image; only backwards it counts as the other does.
Result<Entry> lowerReorg3d(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetReorgAttrs>();
    const std::int64_t stride = attrs.stride;
    const Shape &in = op.shape(0);
    const Shape &out = op.outShape();
    const std::int64_t channels = out[1] / (stride * stride);
    if (attrs.reverse != 0 && out[1] % (stride * stride) != 0) {
        return makeError("not-supported",
                         "{} channels, expected a multiple of stride {} to the 4th", in[1], stride);
    }
    const bool isReverse = attrs.reverse != 0;
    const Shape from = isReverse ? Shape{stride, stride, channels, out[2], out[3]}
                                 : Shape{in[1], out[2], stride, out[3], stride};
    const IntTuple axes = isReverse ? IntTuple{2, 3, 0, 4, 1} : IntTuple{2, 4, 0, 1, 3};
    return op.reshape(
        op.make("transpose", {op.reshape(op.in(0), from)}, attrsOf({{"axes", attrText(axes)}})),
        out);
}

Status implicitShape(const DarknetImplicitAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(assignInput(in, 0, "weights", {attrs.filters, attrs.atoms}));
    return assignOutput(out, 0, {1, attrs.filters, attrs.atoms, 1});
}

Result<Entry> lowerImplicit(const Lowering &op)
{
    return op.reshape(op.in(0), op.outShape());
}

Status cropShape(const DarknetCropAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    const auto lacks = [](std::int64_t size, std::int64_t part) {
        return !isUnknownSize(size) && size < part;
    };
    if (lacks(in[0][2], attrs.cropHeight) || lacks(in[0][3], attrs.cropWidth)) {
        return makeError("infer-shape", "image {}, expected at least {} x {} to cut from",
                         shapeText(in[0]), attrs.cropHeight, attrs.cropWidth);
    }
    return assignOutput(out, 0, {in[0][0], in[0][1], attrs.cropHeight, attrs.cropWidth});
}

/// The middle, with values from 0 to 1 brought to -1 to 1.
Result<Entry> lowerCrop(const Lowering &op)
{
    Entry image = op.in(0);
    Shape shape = op.shape(0);
    for (std::size_t axis = 2; axis < 4; ++axis) {
        const std::int64_t size = op.outShape()[axis];
        const std::int64_t begin = (shape[axis] - size) / 2;
        image = sliceOf(op, image, shape, axis, begin, begin + size);
        shape[axis] = size;
    }
    if (op.attrs<DarknetCropAttrs>().noAdjust != 0) {
        return image;
    }
    const Entry doubled = op.makeScalar("__mul_scalar__", image, 2);
    return op.makeScalar("__add_scalar__", doubled, -1);
}

void addForkLayers(OpRegistry &ops)
{
    using Reorg = DarknetReorgAttrs;
    addDarknetLayer(ops, OpBuilder<Reorg>(Dialect::Darknet, "reorg3d")
                             .summary("squares of an image as channels of a smaller one, in order")
                             .category(OpCategory::Layout)
                             .attr(field("stride", &Reorg::stride, "height and width of a square")
                                       .atLeast(1)
                                       .atMost(darknetMost))
                             .attr(field("reverse", &Reorg::reverse, "1: channels as squares"))
                             .inputs({"data"})
                             .shape(reorg3dShape)
                             .type(anyCountSameType())
                             .lower(lowerTo(lowerReorg3d))
                             .build());
    using Implicit = DarknetImplicitAttrs;
    addDarknetLayer(ops, OpBuilder<Implicit>(Dialect::Darknet, "implicit")
                             .summary("learned numbers; reads no layer")
                             .category(OpCategory::Other)
                             .attr(field("filters", &Implicit::filters, "channels of the result")
                                       .atLeast(1)
                                       .atMost(darknetMost))
                             .attr(field("atoms", &Implicit::atoms, "height of the result")
                                       .atLeast(1)
                                       .atMost(darknetMost))
                             .inputs({"weights"})
                             .parameters({0})
                             .shape(implicitShape)
                             .type(anyCountSameType())
                             .lower(lowerTo(lowerImplicit))
                             .build());
    addDarknetLayer(ops, OpBuilder(Dialect::Darknet, "empty")
                             .alias("silence")
                             .summary("passes the values on")
                             .category(OpCategory::Other)
                             .inputs({"data"})
                             .shape(elementwiseShape(1))
                             .type(anyCountSameType())
                             .lower(lowerToOperator("copy"))
                             .build());
}

} // namespace

void registerDkStructure(OpRegistry &ops)
{
    addForkLayers(ops);
    using Upsample = DarknetUpsampleAttrs;
    addDarknetLayer(
        ops, OpBuilder<Upsample>(Dialect::Darknet, "upsample")
                 .summary("each value as a square of them")
                 .category(OpCategory::Layout)
                 .attr(field("stride", &Upsample::stride,
                             "height and width of the square; negative: squares are summed up")
                           .atLeast(-darknetMost)
                           .atMost(darknetMost))
                 .attr(field("scale", &Upsample::scale, "factor of the values"))
                 .inputs({"data"})
                 .shape(upsampleShape)
                 .type(anyCountSameType())
                 .lower(lowerTo(lowerUpsample))
                 .build());
    using Reorg = DarknetReorgAttrs;
    addDarknetLayer(
        ops, OpBuilder<Reorg>(Dialect::Darknet, "reorg")
                 .summary("squares of an image as channels of a smaller one")
                 .category(OpCategory::Layout)
                 .attr(field("stride", &Reorg::stride, "height and width of a square")
                           .atLeast(1)
                           .atMost(darknetMost))
                 .attr(field("reverse", &Reorg::reverse, "1: channels as squares"))
                 .attr(field("flatten", &Reorg::flatten, "1: pixel after pixel instead of squares"))
                 .attr(field("extra", &Reorg::extra,
                             "numbers behind the image's own, which stay as they are")
                           .atLeast(0)
                           .atMost(darknetMost))
                 .inputs({"data"})
                 .shape(reorgShape)
                 .type(anyCountSameType())
                 .lower(lowerTo(lowerReorg))
                 .build());
    using Crop = DarknetCropAttrs;
    addDarknetLayer(ops, OpBuilder<Crop>(Dialect::Darknet, "crop")
                             .summary("the middle of an image, its values brought to -1 to 1")
                             .category(OpCategory::Layout)
                             .attr(field("crop_height", &Crop::cropHeight, "height of the result")
                                       .atLeast(1)
                                       .atMost(darknetMost))
                             .attr(field("crop_width", &Crop::cropWidth, "width of the result")
                                       .atLeast(1)
                                       .atMost(darknetMost))
                             .attr(field("noadjust", &Crop::noAdjust, "1: values stay as they are"))
                             .inputs({"data"})
                             .shape(cropShape)
                             .type(anyCountSameType())
                             .lower(lowerTo(lowerCrop))
                             .build());
}

} // namespace nervure
