// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <array>
#include <string_view>

namespace nervure::onnx {

namespace {

/// Regions of images, all read at one size.
struct Regions {
    Operand images;  ///< halves as float
    Operand batch;   ///< the image of each, (regions, 1)
    Operand corners; ///< left, top, right, bottom, in elements, (regions, 4)
};

/// A row for each region: its image and its corners.
Operand rowsOf(const OnnxLowering &op, const Regions &regions)
{
    return op.concatenate({op.cast(regions.batch, regions.corners.type), regions.corners}, 1);
}

AttrDict sizeAttrs(const Shape &out)
{
    return attrsOf({{"pooled_size", attrText(IntTuple{out[2], out[3]})}, {"spatial_scale", "1"}});
}

Regions regionsOf(const OnnxLowering &op, const Operand &batch, const Operand &corners)
{
    const Operand images = op.cast(op.in(0), computedType(op.in(0).type));
    return {images, op.reshape(batch, {batch.count(), 1}),
            op.scalar("mul", op.cast(corners, images.type), op.attrs().number("spatial_scale", 1))};
}

/// Where regions are sampled along a dimension, and what their samples are weighted with.
struct Samples {
    Operand low;  ///< the element below each sample, (regions, samples)
    Operand high; ///< and the one above it
    Operand lowWeight;
    Operand highWeight;
};

/// Samples at equal distances; those further than an element outside the image count as 0.
Samples samplesAlong(const OnnxLowering &op, const Regions &regions, std::int64_t axis,
                     bool isMoved, std::int64_t perCell)
{
    const auto corner = [&](std::int64_t i) {
        const Operand value = op.slice(regions.corners, 1, i, i + 1);
        return isMoved ? op.scalar("sub", value, 0.5) : value;
    };
    const Operand start = corner(1 - axis);
    Operand length = op.binary("sub", corner(3 - axis), start);
    if (!isMoved) {
        length = op.binary("max", length, op.full(1, Shape::scalar(), length.type));
    }
    const std::int64_t count =
        productOf({op.outDims()[static_cast<std::size_t>(axis) + 2], perCell}, 0, 2);
    const double step = 1 / static_cast<double>(count);
    const Operand share = op.reshape(op.arange(step / 2, step, count, length.type), {1, count});
    const Operand place = op.binary("add", start, op.binary("mul", length, share));
    const auto size = static_cast<double>(regions.images.dims[static_cast<std::size_t>(axis) + 2]);
    const Operand counts = op.binary("mul", op.compare("greater_equal", place, -1),
                                     op.compare("less_equal", place, size));
    const Operand inside =
        op.make("clip", {place}, attrsOf({{"a_min", "0"}, {"a_max", attrText(size - 1)}}),
                place.dims, place.type);
    Samples samples;
    samples.low = op.unary("floor", inside);
    samples.high = op.binary("min", op.scalar("add", samples.low, 1),
                             op.full(size - 1, Shape::scalar(), place.type));
    const Operand weight = op.binary("sub", inside, samples.low);
    const Operand factor = op.cast(counts, place.type);
    samples.lowWeight = op.binary("mul", op.scalar("rsub", weight, 1), factor);
    samples.highWeight = op.binary("mul", weight, factor);
    return samples;
}

/// The largest of the weighted elements around all samples of each cell.
Operand largestSamples(const OnnxLowering &op, const Regions &regions, bool isMoved,
                       std::int64_t perCell)
{
    const Operand &x = regions.images;
    const Samples rows = samplesAlong(op, regions, 0, isMoved, perCell);
    const Samples columns = samplesAlong(op, regions, 1, isMoved, perCell);
    const Shape apart{rows.low.dims[0], rows.low.dims[1], 1};
    const Shape beside{rows.low.dims[0], 1, columns.low.dims[1]};
    const std::int64_t plane = x.dims[2] * x.dims[3];
    const Operand elements =
        op.reshape(op.transpose(op.reshape(x, {x.dims[0], x.dims[1], plane}), {0, 2, 1}),
                   {x.dims[0] * plane, x.dims[1]});
    const Operand image = op.reshape(op.cast(regions.batch, DType::Int64), {apart[0], 1, 1});
    Operand largest;
    for (const bool isLow : {true, false}) {
        const Operand row = op.cast(op.reshape(isLow ? rows.low : rows.high, apart), DType::Int64);
        const Operand number = op.binary("add", op.scalar("mul", image, static_cast<double>(plane)),
                                         op.scalar("mul", row, static_cast<double>(x.dims[3])));
        for (const bool isLeft : {true, false}) {
            const Operand column = op.reshape(isLeft ? columns.low : columns.high, beside);
            const Operand weight =
                op.binary("mul", op.reshape(isLow ? rows.lowWeight : rows.highWeight, apart),
                          op.reshape(isLeft ? columns.lowWeight : columns.highWeight, beside));
            const Operand place = op.binary("add", number, op.cast(column, DType::Int64));
            Shape each = place.dims;
            each.push_back(1);
            const Operand part =
                op.binary("mul", op.take(elements, place, 0), op.reshape(weight, each));
            largest = isLow && isLeft ? part : op.binary("max", largest, part);
        }
    }
    const OperandDims out = op.outDims();
    const Operand cells = op.reshape(largest, {out[0], out[2], perCell, out[3], perCell, out[1]});
    return op.transpose(op.reduce("max", cells, {2, 4}, false), {0, 3, 1, 2});
}

/// Each cell of a region is the mean of samples, or the largest of what they are made of.
Lowered alignRegions(const OnnxLowering &op)
{
    const OnnxAttrs &attrs = op.attrs();
    const std::int64_t samples = attrs.integer("sampling_ratio");
    const bool isMoved =
        op.version() >= 16 && attrs.text("coordinate_transformation_mode") != "output_half_pixel";
    const Regions regions = regionsOf(op, op.in(2), op.in(1));
    if (attrs.text("mode") == "max") {
        if (samples < 1) {
            return makeError("not-supported", "takes the largest of as many samples as each region "
                                              "needs, expected a sampling_ratio above 0");
        }
        return op.result(largestSamples(op, regions, isMoved, samples));
    }
    AttrDict given = sizeAttrs(op.outDims());
    given.set("sample_ratio", attrText(samples > 0 ? samples : -1));
    given.set("aligned", attrText(isMoved));
    return op.result(op.make("roi_align", {regions.images, rowsOf(op, regions)}, std::move(given),
                             op.outDims(), regions.images.type));
}

/// Each cell of a region is the largest of its elements.
Lowered poolRegions(const OnnxLowering &op)
{
    const Operand &rows = op.in(1);
    const Regions regions =
        regionsOf(op, op.slice(rows, 1, 0, 1), op.slice(rows, 1, 1, rows.dims[1]));
    return op.result(op.make("roi_pool", {regions.images, rowsOf(op, regions)},
                             sizeAttrs(op.outDims()), op.outDims(), regions.images.type));
}

} // namespace

std::span<const LoweringRule> regionRules()
{
    static constexpr std::array rules{
        LoweringRule{"RoiAlign", alignRegions},
        LoweringRule{"MaxRoiPool", poolRegions},
    };
    return rules;
}

} // namespace nervure::onnx
