// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_window.h"

namespace nervure::tensorflow {

namespace {

constexpr std::string_view convolutionAttributes =
    "strides:ints! padding:SAME|VALID|EXPLICIT! use_cudnn_on_gpu:bool=true "
    "explicit_paddings:ints=[] data_format:NHWC|NCHW=NHWC dilations:ints=[1,1,1,1]";
constexpr std::string_view convolvedTypes = "T = float bf16 i32";

std::int64_t knownSize(const Dimension &size)
{
    return size.number().value_or(1);
}

/// Height and width of the result, where those of image and filter are known.
Status setImage(ValueCall &call, std::size_t data, std::size_t filter, const Dimension &channels)
{
    const ImageAxes axes = imageAxes(call.attrs);
    ASSIGN_OR_RETURN(const Dimensions image, onnx::shapeOfRank(call, data, 4));
    ASSIGN_OR_RETURN(const Dimensions kernel, onnx::shapeOfRank(call, filter, 4));
    Dimensions out(4);
    out[0] = image[0];
    out[axes.channels] = channels;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t axis = i == 0 ? axes.height : axes.width;
        if (kernel[i].isNumber()) {
            ASSIGN_OR_RETURN(out[axis], windowCount(call, image[axis], knownSize(kernel[i]), axis));
        }
    }
    call.setShape(0, std::move(out));
    return {};
}

/// Filters are [height, width, channels in, channels out]; groups where they take a part of the channels.
Status convolved(ValueCall &call)
{
    const ImageAxes axes = imageAxes(call.attrs);
    ASSIGN_OR_RETURN(const Dimensions image, onnx::shapeOfRank(call, 0, 4));
    ASSIGN_OR_RETURN(const Dimensions kernel, onnx::shapeOfRank(call, 1, 4));
    const auto in = image[axes.channels].number();
    const auto taken = kernel[2].number();
    if (in && taken && (*taken < 1 || *in % *taken != 0)) {
        return makeError("infer-shape",
                         "{} channels, expected {} as the filter takes, or a multiple", *in,
                         *taken);
    }
    return setImage(call, 0, 1, kernel[3]);
}

/// Filters are [height, width, channels, multiplier].
Status convolvedByChannel(ValueCall &call)
{
    const ImageAxes axes = imageAxes(call.attrs);
    ASSIGN_OR_RETURN(const Dimensions image, onnx::shapeOfRank(call, 0, 4));
    ASSIGN_OR_RETURN(const Dimensions kernel, onnx::shapeOfRank(call, 1, 4));
    ASSIGN_OR_RETURN(const Dimension channels,
                     onnx::same(image[axes.channels], kernel[2], "channels of image and filter"));
    return setImage(call, 0, 1, channels * kernel[3]);
}

Numbers sizesOf(const Shape &dims, const ImageAxes &axes)
{
    return {dims[axes.height], dims[axes.width]};
}

Operand convolution(const OnnxLowering &op, const Operand &image, const Operand &weight,
                    const ImageWindows &windows, std::int64_t groups)
{
    Numbers padding = windows.before;
    Operand x = image;
    if (windows.before != windows.after) {
        x = op.pad(x, {0, 0, windows.before[0], windows.before[1]},
                   {0, 0, windows.after[0], windows.after[1]});
        padding = {0, 0};
    }
    Shape dims{x.dims[0], weight.dims[0]};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t reach = (windows.kernel[i] - 1) * windows.dilations[i] + 1;
        dims.push_back((x.dims[i + 2] + 2 * padding[i] - reach) / windows.strides[i] + 1);
    }
    return op.make("conv2d", {x, weight},
                   attrsOf({{"channels", std::to_string(weight.dims[0])},
                            {"kernel_size", pairText(windows.kernel)},
                            {"strides", pairText(windows.strides)},
                            {"padding", pairText(padding)},
                            {"dilation", pairText(windows.dilations)},
                            {"groups", std::to_string(groups)},
                            {"use_bias", "False"}}),
                   dims, x.type);
}

Lowered convolve(const OnnxLowering &op)
{
    const ImageAxes axes = imageAxes(op.attrs());
    const Operand &filter = op.in(1);
    const ImageWindows windows =
        imageWindows(op.attrs(), sizesOf(op.in(0).dims, axes), {filter.dims[0], filter.dims[1]},
                     sizesOf(op.outDims(), axes));
    const Operand weight = op.transpose(filter, {3, 2, 0, 1});
    const std::int64_t groups = op.in(0).dims[axes.channels] / filter.dims[2];
    return std::vector{
        asGiven(op, convolution(op, channelsFirst(op, op.in(0)), weight, windows, groups))};
}

Lowered convolveByChannel(const OnnxLowering &op)
{
    const ImageAxes axes = imageAxes(op.attrs());
    const Operand &filter = op.in(1);
    const ImageWindows windows =
        imageWindows(op.attrs(), sizesOf(op.in(0).dims, axes), {filter.dims[0], filter.dims[1]},
                     sizesOf(op.outDims(), axes));
    const std::int64_t channels = filter.dims[2];
    const Operand weight =
        op.reshape(op.transpose(filter, {2, 3, 0, 1}),
                   {channels * filter.dims[3], 1, filter.dims[0], filter.dims[1]});
    return std::vector{
        asGiven(op, convolution(op, channelsFirst(op, op.in(0)), weight, windows, channels))};
}

/// The image that a convolution would take to give one of this size: its gradient, a transposed convolution.
Status transposedShape(ValueCall &call)
{
    const auto *sizes = call.whole(0);
    if (sizes && sizes->size() != 4) {
        return makeError("infer-shape", "input_sizes has {} numbers, expected 4", sizes->size());
    }
    call.setShape(0, sizes ? *sizes : onnx::unknownDimensions(4));
    return {};
}

Lowered convolveTransposed(const OnnxLowering &op)
{
    const ImageAxes axes = imageAxes(op.attrs());
    const Operand &filter = op.in(1);
    const Numbers image = sizesOf(op.outDims(), axes);
    const Numbers out = sizesOf(op.in(2).dims, axes);
    const ImageWindows windows =
        imageWindows(op.attrs(), image, {filter.dims[0], filter.dims[1]}, out);
    if (windows.dilations != Numbers{1, 1}) {
        return makeError("not-supported",
                         "has dilations, expected none in a transposed convolution");
    }
    // [in, out, height, width] of the transposed one: what the convolution gives comes in.
    const Operand weight = op.transpose(filter, {3, 2, 0, 1});
    const Operand x = channelsFirst(op, op.in(2));
    Shape whole{x.dims[0], filter.dims[2]};
    for (std::size_t i = 0; i < 2; ++i) {
        whole.push_back((x.dims[i + 2] - 1) * windows.strides[i] + windows.kernel[i]);
    }
    Operand y = op.make("conv2d_transpose", {x, weight},
                        attrsOf({{"channels", std::to_string(filter.dims[2])},
                                 {"kernel_size", pairText(windows.kernel)},
                                 {"strides", pairText(windows.strides)},
                                 {"padding", "(0, 0)"},
                                 {"use_bias", "False"}}),
                        whole, x.type);
    // The padding is cut off, and what no window reached is 0.
    Numbers after(4);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t end = windows.before[i] + image[i];
        after[i + 2] = std::max<std::int64_t>(0, end - y.dims[i + 2]);
    }
    y = op.pad(y, Numbers(4), after);
    for (std::size_t i = 0; i < 2; ++i) {
        y = op.slice(y, i + 2, windows.before[i], windows.before[i] + image[i]);
    }
    return std::vector{asGiven(op, y)};
}

/// Multiplications for each element of one side and each of the filter that takes part.
OpSpec::MacsRule filterMacs(std::size_t spread, bool isOutput, bool isByChannel)
{
    return [=](const RuleContext &, std::span<const Shape> in,
               std::span<const Shape> out) -> std::optional<std::int64_t> {
        const Shape &values = isOutput ? out[0] : in[spread];
        if (in.size() < 2 || in[1].size() != 4 || isUnknown(values) || isUnknown(in[1])) {
            return std::nullopt;
        }
        const std::int64_t taps = in[1][0] * in[1][1] * (isByChannel ? 1 : in[1][2]);
        const auto count = elementCount(values);
        return count ? std::optional(*count * taps) : std::nullopt;
    };
}

void declareAllConvolution(OpRegistry &ops)
{
    addAll(ops, {{.name = "Conv2D",
                  .category = OpCategory::Convolution,
                  .signature = "input:T filter:T -> output:T",
                  .types = convolvedTypes,
                  .attributes = convolutionAttributes,
                  .summary = "convolution of images",
                  .infer = convolved,
                  .lower = convolve,
                  .macs = filterMacs(0, true, false)},
                 {.name = "DepthwiseConv2dNative",
                  .category = OpCategory::Convolution,
                  .signature = "input:T filter:T -> output:T",
                  .types = convolvedTypes,
                  .attributes = convolutionAttributes,
                  .summary = "convolution of each channel of images by itself",
                  .infer = convolvedByChannel,
                  .lower = convolveByChannel,
                  .macs = filterMacs(0, true, true)},
                 {.name = "Conv2DBackpropInput",
                  .category = OpCategory::Convolution,
                  .signature = "input_sizes:i32 filter:T out_backprop:T -> output:T",
                  .types = convolvedTypes,
                  .attributes = convolutionAttributes,
                  .summary = "transposed convolution of images",
                  .infer = transposedShape,
                  .lower = convolveTransposed,
                  .numberInputs = inputBits(0)}});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfConvolution(OpRegistry &ops)
{
    tensorflow::declareAllConvolution(ops);
}

} // namespace nervure
