// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/window_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

/// Attributes of MXNet's UpSampling.
struct MXNetUpSamplingAttrs {
    std::int64_t scale = 1;
    int numFilter = 0;
    std::string sampleType = "nearest";
    std::string multiInputMode = "concat";
    int numArgs = 1;
    std::int64_t workspace = 512;

    [[nodiscard]] bool isNearest() const { return sampleType == "nearest"; }
    /// Side of the square kernel that interpolates.
    [[nodiscard]] std::int64_t kernel() const { return 2 * scale - scale % 2; }
};

/// Attributes of MXNet's _contrib_BilinearResize2D.
struct BilinearResizeAttrs {
    int height = 1;
    int width = 1;
    std::string scaleHeight = "None";
    std::string scaleWidth = "None";
    std::string mode = "size";
    bool alignCorners = true;
};

struct MXNetCropAttrs {
    int numArgs = 1;
    IntTuple offset{0, 0};
    IntTuple hW{0, 0};
    bool centerCrop = false;
};

Status checkImage(const Shapes &in, std::size_t index)
{
    if (in[index].hasRank() && in[index].size() != 4) {
        return makeError("infer-shape", "input {} has shape {}, expected 4 dimensions", index,
                         shapeText(in[index]));
    }
    return checkExtents(in[index]);
}

std::vector<std::string> upSamplingInputs(const MXNetUpSamplingAttrs &attrs)
{
    if (!attrs.isNearest()) {
        return {"data", "weight"};
    }
    std::vector<std::string> names;
    for (int i = 0; i < attrs.numArgs; ++i) {
        names.push_back(fmt::format("arg{}", i));
    }
    return names;
}

/// A whole number of times, as far as the sizes are known.
bool fitsWholly(std::int64_t part, std::int64_t whole)
{
    return mayBeEqual(part, whole) || (part > 0 && whole % part == 0);
}

/// The channels of all inputs, each of which fits into the result a whole number of times.
Result<std::int64_t> upSampledChannels(const MXNetUpSamplingAttrs &attrs, const Shapes &in,
                                       const Shape &out)
{
    std::int64_t channels = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (!in[i].hasRank() || isUnknownSize(in[i][1])) {
            return unknownSize;
        }
        for (std::size_t axis = 2; axis < 4; ++axis) {
            if (!fitsWholly(in[i][axis], out[axis])) {
                return makeError("infer-shape", "input {} has shape {}, expected divisors of {}", i,
                                 shapeText(in[i]), shapeText(out));
            }
        }
        const bool isSum = attrs.multiInputMode == "sum";
        if (isSum && i > 0 && channels != in[i][1]) {
            return makeError("infer-shape", "input {} has {} channels, expected {} for a sum", i,
                             in[i][1], channels);
        }
        channels = isSum ? in[i][1] : channels + in[i][1];
    }
    return channels;
}

Status upSamplingShape(const MXNetUpSamplingAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), upSamplingInputs(attrs).size(), 1));
    for (std::size_t i = 0; i < in.size(); ++i) {
        RETURN_IF_FAILED(checkImage(in, i));
    }
    if (!in[0].hasRank()) {
        return {};
    }
    Shape result = in[0];
    for (std::size_t axis = 2; axis < 4; ++axis) {
        result[axis] *= isUnknownSize(result[axis]) ? 1 : attrs.scale;
    }
    if (attrs.isNearest()) {
        ASSIGN_OR_RETURN(result[1], upSampledChannels(attrs, in, result));
    } else {
        RETURN_IF_FAILED(
            assignInput(in, 1, "weight", {in[0][1], 1, attrs.kernel(), attrs.kernel()}));
    }
    return assignOutput(out, 0, result);
}

Status mergedImageTypes(const RuleContext &, DTypes &in, DTypes &out)
{
    return mergeAllTypes(in, out);
}

Entry resized(const Lowering &op, Entry data, const Shape &to, const char *method,
              bool alignCorners)
{
    return op.make("resize", {data},
                   attrsOf({{"size", attrText(IntTuple{to[2], to[3]})},
                            {"method", method},
                            {"align_corners", attrText(alignCorners)}}));
}

Entry nearest(const Lowering &op, Entry data, const Shape &from, const Shape &to)
{
    const std::int64_t rows = to[2] / from[2];
    if (rows == 1 && to[3] == from[3]) {
        return data;
    }
    return rows == to[3] / from[3]
               ? op.make("upsampling", {data}, attrsOf({{"scale", attrText(rows)}}))
               : resized(op, data, to, "NEAREST_NEIGHBOR", false);
}

/// A transposed convolution of each channel apart, by the weights that are given.
Entry interpolated(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetUpSamplingAttrs>();
    const std::int64_t pad = attrs.scale / 2;
    const std::int64_t channels = op.shape(0)[1];
    return op.make("conv2d_transpose", op.inputs(),
                   attrsOf({{"channels", attrText(channels)},
                            {"kernel_size", attrText(IntTuple{attrs.kernel(), attrs.kernel()})},
                            {"strides", attrText(IntTuple{attrs.scale, attrs.scale})},
                            {"padding", attrText(IntTuple{pad, pad})},
                            {"groups", attrText(channels)},
                            {"use_bias", attrText(false)}}));
}

Result<Entry> lowerUpSampling(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetUpSamplingAttrs>();
    if (!attrs.isNearest()) {
        return interpolated(op);
    }
    if (op.outShape()[2] == 0 || op.outShape()[3] == 0) {
        return makeError("not-supported", "images of shape {} have no pixels to repeat",
                         shapeText(op.outShape()));
    }
    std::vector<Entry> parts;
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        parts.push_back(nearest(op, op.in(i), op.shape(i), op.outShape()));
    }
    if (attrs.multiInputMode == "sum" && parts.size() > 1) {
        return op.make("elemwise_sum", parts, attrsOf({{"num_args", attrText(parts.size())}}));
    }
    return joined(op, std::move(parts), 1);
}

std::vector<std::string> bilinearResizeInputs(const BilinearResizeAttrs &attrs)
{
    return attrs.mode == "like" ? std::vector<std::string>{"data", "like"}
                                : std::vector<std::string>{"data"};
}

/// One size of the result; `scale` is what scale_height or scale_width says.
Result<std::int64_t> resizedSize(const std::string &mode, std::int64_t size, std::int64_t asked,
                                 const std::string &scale)
{
    const bool isOdd = size % 2 != 0;
    if (mode == "to_even_down" || mode == "to_odd_up") {
        return mode == "to_even_down" ? size - (isOdd ? 1 : 0) : size + (isOdd ? 0 : 1);
    }
    if (mode == "to_even_up" || mode == "to_odd_down") {
        return mode == "to_even_up" ? size + (isOdd ? 1 : 0) : size - (isOdd ? 0 : 1);
    }
    if (scale == "None") {
        return asked;
    }
    float factor = 1;
    if (!NnvmAttrText::parse(scale, factor) || !(factor > 0 && factor < 1e6F)) {
        return makeError("attr-invalid", "scale is {}, expected None or a positive number", scale);
    }
    const auto scaled = [factor](std::int64_t number) {
        return static_cast<std::int64_t>(factor * static_cast<float>(number));
    };
    return mode == "odd_scale" && isOdd ? scaled(size - 1) + 1 : scaled(size);
}

Status bilinearResizeShape(const BilinearResizeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), bilinearResizeInputs(attrs).size(), 1));
    for (std::size_t i = 0; i < in.size(); ++i) {
        RETURN_IF_FAILED(checkImage(in, i));
    }
    if (!in[0].hasRank() || !in.back().hasRank()) {
        return {};
    }
    Shape result = in[0];
    for (std::size_t i = 2; i < 4; ++i) {
        if (attrs.mode == "like") {
            result[i] = in[1][i];
        } else if (!isUnknownSize(result[i])) {
            const bool isHeight = i == 2;
            ASSIGN_OR_RETURN(
                result[i], resizedSize(attrs.mode, in[0][i], isHeight ? attrs.height : attrs.width,
                                       isHeight ? attrs.scaleHeight : attrs.scaleWidth));
            if (result[i] < 1) {
                return makeError("infer-shape", "nothing is left of dimension {} of {}", i,
                                 shapeText(in[0]));
            }
        }
    }
    return assignOutput(out, 0, result);
}

Result<Entry> lowerBilinearResize(const Lowering &op)
{
    const Shape &from = op.shape(0);
    const Shape &to = op.outShape();
    if (from == to) {
        return op.make("copy", {op.in(0)});
    }
    if (!op.attrs<BilinearResizeAttrs>().alignCorners) {
        return makeError("not-supported", "align_corners False is not supported");
    }
    return resized(op, op.in(0), to, "BILINEAR", true);
}

std::vector<std::string> cropInputs(const MXNetCropAttrs &attrs)
{
    return attrs.numArgs == 2 ? std::vector<std::string>{"data", "crop_like"}
                              : std::vector<std::string>{"data"};
}

Status checkCrop(const MXNetCropAttrs &attrs, const Shape &data, const Shape &out)
{
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t offset = attrs.centerCrop ? 0 : attrs.offset[i];
        if (!isUnknownSize(data[2 + i]) && !isUnknownSize(out[2 + i])
            && (offset < 0 || offset > data[2 + i] - out[2 + i])) {
            return makeError("infer-shape", "{} at offset {} lies outside of {}", shapeText(out),
                             attrText(attrs.offset), shapeText(data));
        }
    }
    return {};
}

Status cropShape(const MXNetCropAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), cropInputs(attrs).size(), 1));
    if (attrs.offset.size() != 2 || attrs.hW.size() != 2) {
        return makeError("attr-invalid", "offset is {} and h_w {}, expected two numbers each",
                         attrText(attrs.offset), attrText(attrs.hW));
    }
    for (std::size_t i = 0; i < in.size(); ++i) {
        RETURN_IF_FAILED(checkImage(in, i));
    }
    if (!in[0].hasRank() || !in.back().hasRank()) {
        return {};
    }
    Shape result = in[0];
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t asked = attrs.hW[i] > 0 ? attrs.hW[i] : unknownSize;
        result[2 + i] = in.size() == 2 ? in[1][2 + i] : asked;
    }
    RETURN_IF_FAILED(checkCrop(attrs, in[0], result));
    return assignOutput(out, 0, result);
}

Result<Entry> lowerCrop(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetCropAttrs>();
    Shape shape = op.shape(0);
    const Shape &out = op.outShape();
    Entry data = op.in(0);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t axis = 2 + i;
        const std::int64_t begin =
            attrs.centerCrop ? (shape[axis] - out[axis]) / 2 : attrs.offset[i];
        if (shape[axis] != out[axis]) {
            data = sliceOf(op, data, shape, axis, begin, begin + out[axis]);
            shape[axis] = out[axis];
        }
    }
    return data;
}

void addUpSampling(OpRegistry &ops)
{
    using A = MXNetUpSamplingAttrs;
    ops.add(
        OpBuilder<A>(Dialect::MXNet, "UpSampling")
            .summary("images a whole number of times larger")
            .category(OpCategory::Layout)
            .attr(field("scale", &A::scale, "factor of height and width")
                      .required()
                      .atLeast(1)
                      .atMost(1000))
            .attr(field("num_filter", &A::numFilter, "channels, for bilinear").atLeast(0))
            .attr(field("sample_type", &A::sampleType,
                        "pixels repeated, or interpolated by the weight that is given")
                      .required()
                      .oneOf({"bilinear", "nearest"}))
            .attr(field("multi_input_mode", &A::multiInputMode, "what is made of several inputs")
                      .oneOf({"concat", "sum"}))
            .attr(field("num_args", &A::numArgs, "number of inputs")
                      .required()
                      .atLeast(1)
                      .atMost(1 << 16))
            .attr(field("workspace", &A::workspace, "megabytes that may be used").atLeast(0))
            .inputs(upSamplingInputs)
            .parameters({1})
            .shape(upSamplingShape)
            .type(mergedImageTypes)
            .lower(lowerTo(lowerUpSampling))
            .build());
}

void addBilinearResize(OpRegistry &ops)
{
    using A = BilinearResizeAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "_contrib_BilinearResize2D")
                .summary("images of another size, interpolated")
                .category(OpCategory::Layout)
                .attr(field("height", &A::height, "height of the result").atLeast(1).atMost(10000))
                .attr(field("width", &A::width, "width of the result").atLeast(1).atMost(10000))
                .attr(field("scale_height", &A::scaleHeight,
                            "factor of the height, in place of it; None: none"))
                .attr(field("scale_width", &A::scaleWidth,
                            "factor of the width, in place of it; None: none"))
                .attr(field("mode", &A::mode, "where the result's size comes from")
                          .oneOf({"like", "odd_scale", "size", "to_even_down", "to_even_up",
                                  "to_odd_down", "to_odd_up"}))
                .attr(field("align_corners", &A::alignCorners,
                            "whether corner pixels keep their values"))
                .inputs(bilinearResizeInputs)
                .shape(bilinearResizeShape)
                .type(mergedImageTypes)
                .lower(lowerTo(lowerBilinearResize))
                .build());
}

} // namespace

void registerMxResize(OpRegistry &ops)
{
    addUpSampling(ops);
    addBilinearResize(ops);
    using A = MXNetCropAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "Crop")
                .summary("a part of each image")
                .category(OpCategory::Layout)
                .attr(field("num_args", &A::numArgs, "2: sizes come from the second input")
                          .required()
                          .atLeast(1)
                          .atMost(2))
                .attr(field("offset", &A::offset, "first row and column"))
                .attr(field("h_w", &A::hW, "height and width, with one input"))
                .attr(field("center_crop", &A::centerCrop, "whether the middle is cut out"))
                .inputs(cropInputs)
                .shape(cropShape)
                .type(mergedImageTypes)
                .lower(lowerTo(lowerCrop))
                .build());
}

} // namespace nervure
