// SPDX-License-Identifier: Apache-2.0
// Convolutions over 1, 2 or 3 dimensions: plain, by channel, and both one after the other.
#include "core/ops/keras/keras_convolution.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/support/text.h"

namespace nervure::keras {

namespace {

struct KerasConvAttrs {
    std::int64_t filters = 1;
    IntTuple kernelSize;
    IntTuple strides;
    IntTuple dilations;
    std::string padding = "valid";
    std::string dataFormat = "channels_last";
    std::int64_t groups = 1;
    std::int64_t depthMultiplier = 1;
    std::string activation = "linear";
    bool useBias = true;

    [[nodiscard]] Result<std::vector<KerasWindow>> windows(std::size_t rank) const
    {
        return kerasWindows(rank, kernelSize, strides, dilations);
    }
};

using Conv = KerasConvAttrs;

/// What makes one of these layers another one than its sisters.
enum class ConvKind { Plain, Depthwise, Separable };

Result<Shape> convResult(const Conv &attrs, const std::vector<KerasWindow> &windows,
                         const Shape &data, std::int64_t channels)
{
    Shape result = data;
    const std::size_t first = firstSpatialAxis(attrs.dataFormat);
    for (std::size_t i = 0; i < windows.size(); ++i) {
        ASSIGN_OR_RETURN(result[first + i],
                         windowCount(windows[i], data[first + i], attrs.padding));
    }
    result[channelAxis(attrs.dataFormat, data.size())] = channels;
    return result;
}

Shape sizesOf(const std::vector<KerasWindow> &windows)
{
    Shape sizes;
    for (const KerasWindow &window : windows) {
        sizes.push_back(window.size);
    }
    return sizes;
}

Status assignKernels(const Conv &attrs, ConvKind kind, const std::vector<KerasWindow> &windows,
                     std::int64_t inputs, Shapes &in)
{
    Shape kernel = sizesOf(windows);
    const Shape sizes = kernel;
    if (kind == ConvKind::Plain) {
        if (inputs % attrs.groups != 0 || attrs.filters % attrs.groups != 0) {
            return makeError("infer-shape",
                             "{} channels and {} filters, expected multiples of groups {}", inputs,
                             attrs.filters, attrs.groups);
        }
        kernel.push_back(inputs / attrs.groups);
        kernel.push_back(attrs.filters);
        return assignInput(in, 1, "kernel", kernel);
    }
    kernel.push_back(inputs);
    kernel.push_back(attrs.depthMultiplier);
    RETURN_IF_FAILED(assignInput(in, 1, "depthwise_kernel", kernel));
    if (kind == ConvKind::Depthwise) {
        return {};
    }
    Shape pointwise(sizes.size(), 1);
    ASSIGN_OR_RETURN(const std::int64_t middle, kerasProduct(inputs, attrs.depthMultiplier));
    pointwise.push_back(middle);
    pointwise.push_back(attrs.filters);
    return assignInput(in, 2, "pointwise_kernel", pointwise);
}

OpSpec::ShapeRule convShape(ConvKind kind, std::size_t rank)
{
    return [kind, rank](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<Conv>();
        const std::size_t kernels = kind == ConvKind::Separable ? 2 : 1;
        RETURN_IF_FAILED(
            checkCounts(in.size(), out.size(), 1 + kernels + (attrs.useBias ? 1 : 0), 1));
        RETURN_IF_FAILED(checkKerasRank(in[0], rank + 2));
        ASSIGN_OR_RETURN(const auto windows, attrs.windows(rank));
        if (kind != ConvKind::Depthwise && attrs.useBias) {
            RETURN_IF_FAILED(assignInput(in, 1 + kernels, "bias", {attrs.filters}));
        }
        if (!in[0].hasRank()) {
            return {};
        }
        const std::int64_t inputs = in[0][channelAxis(attrs.dataFormat, in[0].size())];
        ASSIGN_OR_RETURN(const std::int64_t byChannel, kerasProduct(inputs, attrs.depthMultiplier));
        if (!isUnknownSize(inputs)) {
            RETURN_IF_FAILED(assignKernels(attrs, kind, windows, inputs, in));
        }
        const std::int64_t channels = kind == ConvKind::Depthwise ? byChannel : attrs.filters;
        if (kind == ConvKind::Depthwise && attrs.useBias) {
            RETURN_IF_FAILED(assignInput(in, 2, "bias", {channels}));
        }
        ASSIGN_OR_RETURN(const Shape result, convResult(attrs, windows, in[0], channels));
        return assignOutput(out, 0, result);
    };
}

/// The kernel [sizes, in, out] as [out, in, sizes].
Entry outputsFirst(const Lowering &op, Entry kernel, std::size_t rank)
{
    const auto last = static_cast<std::int64_t>(rank);
    IntTuple axes{last + 1, last};
    for (std::int64_t i = 0; i < last; ++i) {
        axes.push_back(i);
    }
    return KerasFormula(op).transposed(kernel, axes);
}

/// The kernel [sizes, channels, multiplier] as [channels * multiplier, 1, sizes].
Entry byChannel(const Lowering &op, Entry kernel, const Shape &shape)
{
    const std::size_t rank = shape.size() - 2;
    const auto last = static_cast<std::int64_t>(rank);
    IntTuple axes{last, last + 1};
    Shape flat{shape[rank] * shape[rank + 1], 1};
    for (std::int64_t i = 0; i < last; ++i) {
        axes.push_back(i);
        flat.push_back(shape[static_cast<std::size_t>(i)]);
    }
    return op.reshape(KerasFormula(op).transposed(kernel, axes), flat);
}

/// The windows of a layer over its data, channels second.
KerasConvolution windowsOver(const Lowering &op, const std::vector<KerasWindow> &windows)
{
    const auto &attrs = op.attrs<Conv>();
    KerasConvolution all;
    all.data = channelsSecond(op, op.in(0), attrs.dataFormat, op.shape(0).size());
    all.shape = channelsSecond(op.shape(0), attrs.dataFormat);
    all.windows = windows;
    all.result = channelsSecond(op.outShape(), attrs.dataFormat);
    for (std::size_t i = 0; i < windows.size(); ++i) {
        all.paddings.push_back(
            windowPadding(windows[i], all.shape[2 + i], all.result[2 + i], attrs.padding));
    }
    return all;
}

/// Bias, activation, and channels where they belong.
Result<Entry> finished(const Lowering &op, Entry sums, std::size_t bias, const std::string &format,
                       const std::string &activation)
{
    const std::size_t rank = op.outShape().size();
    if (bias < op.inputCount()) {
        const std::int64_t channels = op.shape(bias)[0];
        sums = op.make("broadcast_add", {sums, alongAxis(op, op.in(bias), channels, 1, rank)});
    }
    if (isElementwiseActivation(activation)) { // before what moves elements: it joins the sums
        ASSIGN_OR_RETURN(sums, kerasActivated(op, sums, activation));
        return channelsAsGiven(op, sums, format, rank);
    }
    return kerasActivated(op, channelsAsGiven(op, sums, format, rank), activation);
}

Result<std::vector<Entry>> lowerConv(const Lowering &op, ConvKind kind, std::size_t rank)
{
    const auto &attrs = op.attrs<Conv>();
    ASSIGN_OR_RETURN(const auto windows, attrs.windows(rank));
    constexpr std::int64_t deepest = 64; // each layer of depth becomes operators
    if (rank == 3 && windows[0].size > deepest) {
        return makeError("not-supported", "a window of {} in depth, expected at most {}",
                         windows[0].size, deepest);
    }
    KerasConvolution all = windowsOver(op, windows);
    if (all.shape[1] == 0) {
        return makeError("not-supported", "data of shape {} have no channels",
                         shapeText(op.shape(0)));
    }
    std::size_t bias = 2;
    if (kind == ConvKind::Plain) {
        all.weight = outputsFirst(op, op.in(1), rank);
        all.channels = attrs.filters;
        all.groups = attrs.groups;
    } else {
        all.weight = byChannel(op, op.in(1), op.shape(1));
        all.channels = all.shape[1] * attrs.depthMultiplier;
        all.groups = all.shape[1];
    }
    const Shape result = all.result;
    all.result[1] = all.channels;
    Entry sums = kerasConvolved(op, all);
    if (kind == ConvKind::Separable) {
        KerasConvolution points;
        points.data = sums;
        points.shape = all.result;
        points.weight = outputsFirst(op, op.in(2), rank);
        points.windows.assign(rank, KerasWindow());
        points.paddings.assign(rank, KerasPadding());
        points.channels = attrs.filters;
        points.result = result;
        sums = kerasConvolved(op, points);
        bias = 3;
    }
    ASSIGN_OR_RETURN(const Entry value,
                     finished(op, sums, bias, attrs.dataFormat, attrs.activation));
    return std::vector{value};
}

template <ConvKind kind>
std::optional<std::int64_t> convMacs(const Conv &attrs, std::span<const Shape> in,
                                     std::span<const Shape> out)
{
    if (in.size() < 2 || out.empty() || out[0].size() < 3 || isUnknown(in[1])
        || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto places = elementCount(out[0]);
    const std::int64_t channels = out[0][channelAxis(attrs.dataFormat, out[0].size())];
    std::optional<std::int64_t> weights = elementCount(in[1]);
    if (kind == ConvKind::Separable && in.size() > 2 && weights) {
        const auto points = elementCount(in[2]);
        weights = points ? std::optional(*weights + *points) : std::nullopt;
    }
    return places && weights && channels != 0 ? checkedMultiply(*places / channels, *weights)
                                              : std::nullopt;
}

OpBuilder<Conv> convLayer(const char *name, const char *summary, ConvKind kind, std::size_t rank)
{
    OpBuilder<Conv> layer = kerasLayer<Conv>(name, summary, OpCategory::Convolution);
    if (kind != ConvKind::Depthwise) {
        layer.attr(field("filters", &Conv::filters, "channels of the result")
                       .required()
                       .atLeast(1)
                       .atMost(kerasMost));
    }
    layer.attr(field("kernel_size", &Conv::kernelSize, "the window's size along each dimension"))
        .attr(field("strides", &Conv::strides, "how far the window moves"))
        .attr(field(
            "padding", &Conv::padding,
            "valid: windows lie within the data; same: zeros around them keep its size; causal: in "
            "front of them"))
        .attr(kerasDataFormatField<Conv>())
        .attr(field("dilation_rate", &Conv::dilations, "distance of the window's elements"))
        .attr(kerasActivationField<Conv>())
        .attr(field("use_bias", &Conv::useBias, "whether a number is added to each channel"));
    if (kind == ConvKind::Plain) {
        layer.attr(field("groups", &Conv::groups, "parts of the channels that are apart")
                       .atLeast(1)
                       .atMost(kerasMost));
    } else {
        layer.attr(field("depth_multiplier", &Conv::depthMultiplier,
                         "results that each channel of the data has")
                       .atLeast(1)
                       .atMost(kerasMost));
    }
    layer.shape(convShape(kind, rank))
        .lower(lowerTo(std::function<Result<std::vector<Entry>>(const Lowering &)>(
            [kind, rank](const Lowering &op) { return lowerConv(op, kind, rank); })))
        .macs(kind == ConvKind::Plain       ? convMacs<ConvKind::Plain>
              : kind == ConvKind::Depthwise ? convMacs<ConvKind::Depthwise>
                                            : convMacs<ConvKind::Separable>);
    return layer;
}

void addAllConvolution(OpRegistry &ops)
{
    ops.add(convLayer("Conv1D", "convolution over sequences", ConvKind::Plain, 1).build());
    ops.add(convLayer("Conv2D", "convolution over images", ConvKind::Plain, 2).build());
    ops.add(convLayer("Conv3D", "convolution over volumes", ConvKind::Plain, 3).build());
    ops.add(convLayer("DepthwiseConv1D", "convolution of each channel of sequences by itself",
                      ConvKind::Depthwise, 1)
                .build());
    ops.add(convLayer("DepthwiseConv2D", "convolution of each channel of images by itself",
                      ConvKind::Depthwise, 2)
                .build());
    ops.add(convLayer("SeparableConv1D",
                      "convolution of each channel of sequences, then one over the channels",
                      ConvKind::Separable, 1)
                .build());
    ops.add(convLayer("SeparableConv2D",
                      "convolution of each channel of images, then one over the channels",
                      ConvKind::Separable, 2)
                .build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsConvolution(OpRegistry &ops)
{
    keras::addAllConvolution(ops);
}

} // namespace nervure
