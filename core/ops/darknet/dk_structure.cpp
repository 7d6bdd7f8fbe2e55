// SPDX-License-Identifier: Apache-2.0
// Layers that join, move and resize images.
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cstdlib>

namespace nervure {

namespace {

struct DarknetRouteAttrs {
    std::string layers;
};

struct DarknetShortcutAttrs {
    std::int64_t from = -1;
    std::string activation = "linear";
};

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

struct DarknetCropAttrs {
    std::int64_t cropHeight = 1;
    std::int64_t cropWidth = 1;
    std::int64_t noAdjust = 0;
};

/// Images of one size, which are joined along their channels; else all numbers become a row.
bool areOneSize(std::span<const Shape> in)
{
    return std::all_of(in.begin(), in.end(), [&](const Shape &shape) {
        return shape.size() == 4 && in[0].size() == 4 && shape[2] == in[0][2]
               && shape[3] == in[0][3];
    });
}

Status routeShape(const DarknetRouteAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkLeastInputs(in.size(), 1));
    if (std::any_of(in.begin(), in.end(), isUnknown)) {
        return {};
    }
    const bool isImage = areOneSize(in);
    std::int64_t sum = 0;
    for (const Shape &shape : in) {
        sum += isImage ? shape[1] : darknetRowLength(shape);
    }
    return assignOutput(out, 0,
                        isImage ? Shape{in[0][0], sum, in[0][2], in[0][3]} : Shape{in[0][0], sum});
}

Result<Entry> lowerRoute(const Lowering &op)
{
    std::vector<Entry> parts;
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        const bool isRow = op.outShape().size() == 2;
        parts.push_back(isRow ? darknetRow(op, op.in(i), op.shape(i)) : op.in(i));
    }
    return parts.size() == 1 ? op.make("copy", {parts[0]}) : joined(op, std::move(parts), 1);
}

/// How many of the source's rows, or columns, there are to one of the data, or the other way round.
struct ShortcutSteps {
    std::int64_t stride = 1; ///< in the source
    std::int64_t sample = 1; ///< in the data
};

Result<ShortcutSteps> shortcutSteps(const Shape &data, const Shape &from)
{
    if (data.size() != 4 || from.size() != 4) {
        return makeError("infer-shape", "shapes {} and {}, expected two images", shapeText(data),
                         shapeText(from));
    }
    const auto over = [](std::int64_t a, std::int64_t b) {
        return std::max<std::int64_t>(a / b, 1);
    };
    const ShortcutSteps steps{over(from[3], data[3]), over(data[3], from[3])};
    if (from[2] / data[2] != from[3] / data[3] || data[2] / from[2] != data[3] / from[3]) {
        return makeError("infer-shape", "images {} and {}, expected sizes of one ratio",
                         shapeText(data), shapeText(from));
    }
    return steps;
}

Status shortcutShape(const DarknetShortcutAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    if (const Result<ShortcutSteps> steps = shortcutSteps(in[0], in[1]); !steps) {
        return steps.error();
    }
    return assignOutput(out, 0, in[0]);
}

/// Cuts a dimension of `data`, or adds zeros behind it.
Entry broughtTo(const Lowering &op, Entry data, Shape &shape, std::size_t axis, std::int64_t size)
{
    if (shape[axis] > size) {
        data = sliceOf(op, data, shape, axis, 0, size);
    } else {
        Shape behind(shape.size(), 0);
        behind[axis] = size - shape[axis];
        data = padded(op, data, Shape(shape.size(), 0), behind);
    }
    shape[axis] = size;
    return data;
}

/// Zeros behind every row and column.
Entry spread(const Lowering &op, Entry data, Shape &shape, std::int64_t sample)
{
    const Shape cells{shape[0], shape[1], shape[2], 1, shape[3], 1};
    const Shape behind{0, 0, 0, sample - 1, 0, sample - 1};
    const Entry wide = padded(op, op.reshape(data, cells), Shape(6, 0), behind);
    shape[2] *= sample;
    shape[3] *= sample;
    return op.reshape(wide, shape);
}

Entry sampled(const Lowering &op, Entry data, Shape &shape, std::int64_t stride)
{
    for (const std::size_t axis : {std::size_t{2}, std::size_t{3}}) {
        data = sliceOf(op, data, shape, axis, 0, shape[axis], stride);
        shape[axis] = (shape[axis] + stride - 1) / stride;
    }
    return data;
}

/// What is added where the sizes differ: every so many of the source's places, or at every so many places
/// of the data; no channels but those of both.
Result<Entry> lowerShortcut(const Lowering &op)
{
    ASSIGN_OR_RETURN(const ShortcutSteps steps, shortcutSteps(op.shape(0), op.shape(1)));
    Entry added = op.in(1);
    Shape shape = op.shape(1);
    if (steps.sample > 1) {
        added = spread(op, added, shape, steps.sample);
    } else if (steps.stride > 1) {
        added = sampled(op, added, shape, steps.stride);
    }
    for (std::size_t axis = 1; axis < 4; ++axis) {
        added = broughtTo(op, added, shape, axis, op.shape(0)[axis]);
    }
    const Entry sum = op.make("elemwise_add", {op.in(0), added});
    return darknetActivated(op, sum, op.attrs<DarknetShortcutAttrs>().activation);
}

Status upsampleShape(const DarknetUpsampleAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (attrs.stride == 0) {
        return makeError("attr-invalid", "stride is 0, expected another number");
    }
    if (in[0].empty()) {
        return {};
    }
    Shape result = in[0];
    for (std::size_t i = 2; i < 4; ++i) {
        if (attrs.stride < 0) {
            result[i] /= -attrs.stride;
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
        const std::string both = attrText(Shape{stride, stride});
        image =
            op.make("avg_pool2d", {op.in(0)}, attrsOf({{"pool_size", both}, {"strides", both}}));
        scale *= static_cast<double>(stride * stride);
    }
    return scale == 1 ? image : op.makeScalar("__mul_scalar__", image, scale);
}

Status reorgShape(const DarknetReorgAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (in[0].empty() || isUnknown(in[0])) {
        return {};
    }
    if (attrs.flatten != 0 || attrs.extra != 0) {
        return makeError("attr-invalid", "flatten or extra is set, which is not supported");
    }
    const std::int64_t square = attrs.stride * attrs.stride;
    const bool isWhole =
        attrs.reverse != 0 || (in[0][2] % attrs.stride == 0 && in[0][3] % attrs.stride == 0);
    if (in[0][1] % square != 0 || !isWhole) {
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

/// Darknet counts through the image as if its channels were those of a larger one: [c / s², h * s, w * s].
Result<Entry> lowerReorg(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetReorgAttrs>();
    const std::int64_t stride = attrs.stride;
    const Shape &in = op.shape(0);
    const std::int64_t channels = in[1] / (stride * stride);
    const auto turned = [&](const Shape &from, const Shape &axes) {
        return op.make("transpose", {op.reshape(op.in(0), from)},
                       attrsOf({{"axes", attrText(axes)}}));
    };
    const Entry moved = attrs.reverse != 0
                            ? turned({stride, stride, channels, in[2], in[3]}, {2, 3, 0, 4, 1})
                            : turned({channels, in[2], stride, in[3], stride}, {2, 4, 0, 1, 3});
    return op.reshape(moved, op.outShape());
}

Status cropShape(const DarknetCropAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (in[0].empty()) {
        return {};
    }
    if (in[0][2] < attrs.cropHeight || in[0][3] < attrs.cropWidth) {
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

void addJoins(OpRegistry &ops)
{
    using Route = DarknetRouteAttrs;
    ops.add(OpBuilder<Route>(Dialect::Darknet, "route")
                .summary("the results of earlier layers, joined along their channels")
                .category(OpCategory::Layout)
                .attr(field("layers", &Route::layers,
                            "numbers of the layers; negative ones count back from here"))
                .shape(routeShape)
                .type(anyCountSameType())
                .lower(lowerTo(lowerRoute))
                .build());
    using Shortcut = DarknetShortcutAttrs;
    ops.add(OpBuilder<Shortcut>(Dialect::Darknet, "shortcut")
                .summary("the sum with an earlier layer's result, and an activation")
                .category(OpCategory::Elementwise)
                .attr(field("from", &Shortcut::from,
                            "number of the layer; a negative one counts back from here"))
                .attr(field("activation", &Shortcut::activation, "function of each result")
                          .oneOf(darknetActivations()))
                .inputs({"data", "from"})
                .shape(shortcutShape)
                .type(anyCountSameType())
                .lower(lowerTo(lowerShortcut))
                .build());
}

} // namespace

void registerDkStructure(OpRegistry &ops)
{
    addJoins(ops);
    using Upsample = DarknetUpsampleAttrs;
    ops.add(OpBuilder<Upsample>(Dialect::Darknet, "upsample")
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
    ops.add(OpBuilder<Reorg>(Dialect::Darknet, "reorg")
                .summary("squares of an image as channels of a smaller one")
                .category(OpCategory::Layout)
                .attr(field("stride", &Reorg::stride, "height and width of a square")
                          .atLeast(1)
                          .atMost(darknetMost))
                .attr(field("reverse", &Reorg::reverse, "1: channels as squares"))
                .attr(field("flatten", &Reorg::flatten, "not supported"))
                .attr(field("extra", &Reorg::extra, "not supported"))
                .inputs({"data"})
                .shape(reorgShape)
                .type(anyCountSameType())
                .lower(lowerTo(lowerReorg))
                .build());
    using Crop = DarknetCropAttrs;
    ops.add(OpBuilder<Crop>(Dialect::Darknet, "crop")
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
