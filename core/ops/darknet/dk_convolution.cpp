// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/darknet/darknet_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// Attributes of Darknet's convolutional, deconvolutional and local.
struct DarknetConvAttrs {
    std::int64_t filters = 1;
    std::int64_t size = 1;
    std::int64_t stride = 1;
    std::int64_t strideX = 0;
    std::int64_t strideY = 0;
    std::int64_t pad = 0;
    std::int64_t padding = 0;
    std::int64_t groups = 1;
    std::int64_t dilation = 1;
    std::int64_t antialiasing = 0;
    std::int64_t shareIndex = 0;
    std::int64_t flipped = 0;
    std::int64_t cbn = 0;
    std::int64_t batchNormalize = 0;
    std::int64_t dontLoadScales = 0;
    std::int64_t binary = 0;
    std::int64_t xnor = 0;
    std::string activation = "logistic";

    /// On each side.
    [[nodiscard]] std::int64_t border() const { return pad != 0 ? size / 2 : padding; }
    /// Strides of height and width; with antialiasing the smoothing behind moves so instead.
    [[nodiscard]] IntTuple steps() const
    {
        return {strideY < 1 ? stride : strideY, strideX < 1 ? stride : strideX};
    }
    [[nodiscard]] DarknetBlur blur() const { return {antialiasing, steps()[0], steps()[1]}; }
    [[nodiscard]] bool isNormalized() const { return batchNormalize != 0 || cbn != 0; }
    [[nodiscard]] bool hasMoments() const { return isNormalized() && dontLoadScales == 0; }
};

/// In the order of the weights file.
std::vector<std::string> convolutionInputs(const DarknetConvAttrs &attrs)
{
    return attrs.hasMoments()
               ? std::vector<std::string>{"data",         "biases",           "scales",
                                          "rolling_mean", "rolling_variance", "weights"}
               : std::vector<std::string>{"data", "biases", "weights"};
}

Status assignVectors(const DarknetConvAttrs &attrs, Shapes &in)
{
    const auto names = convolutionInputs(attrs);
    for (std::size_t i = 1; i + 1 < names.size(); ++i) {
        RETURN_IF_FAILED(assignInput(in, i, names[i], {attrs.filters}));
    }
    return {};
}

/// Windows of a height (0) or width (1), behind the smoothing if there is one. A dilation does not count, as in Darknet.
Result<std::int64_t> windowsOf(const DarknetConvAttrs &attrs, std::int64_t size, std::size_t side)
{
    if (isUnknownSize(size)) {
        return unknownSize;
    }
    const std::int64_t room = size + 2 * attrs.border() - attrs.size;
    if (room < 0) {
        return makeError("infer-shape", "size {} exceeds the {} of the padded input", attrs.size,
                         size + 2 * attrs.border());
    }
    const std::int64_t stride = attrs.steps()[side];
    const std::int64_t windows = room / (attrs.antialiasing != 0 ? 1 : stride) + 1;
    return darknetBlurredSize(attrs.blur(), windows, stride);
}

Status convolutionalShape(const DarknetConvAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), convolutionInputs(attrs).size(), 1));
    RETURN_IF_FAILED(assignVectors(attrs, in));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    const std::int64_t channels = in[0][1];
    const bool fits = isUnknownSize(channels) || channels % attrs.groups == 0;
    if (!fits || attrs.filters % attrs.groups != 0) {
        return makeError("infer-shape",
                         "{} channels and {} filters, expected multiples of groups {}", channels,
                         attrs.filters, attrs.groups);
    }
    const std::int64_t each = darknetPart(channels, attrs.groups);
    RETURN_IF_FAILED(
        assignInput(in, in.size() - 1, "weights", {attrs.filters, each, attrs.size, attrs.size}));
    ASSIGN_OR_RETURN(const std::int64_t height, windowsOf(attrs, in[0][2], 0));
    ASSIGN_OR_RETURN(const std::int64_t width, windowsOf(attrs, in[0][3], 1));
    return assignOutput(out, 0, {in[0][0], attrs.filters, height, width});
}

Status deconvolutionalShape(const DarknetConvAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), convolutionInputs(attrs).size(), 1));
    RETURN_IF_FAILED(assignVectors(attrs, in));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(assignInput(in, in.size() - 1, "weights",
                                 {in[0][1], attrs.filters, attrs.size, attrs.size}));
    Shape result{in[0][0], attrs.filters, unknownSize, unknownSize};
    for (std::size_t i = 2; i < 4; ++i) {
        ASSIGN_OR_RETURN(const std::int64_t span, darknetProduct(in[0][i], attrs.stride));
        if (isUnknownSize(span)) {
            continue;
        }
        result[i] = span - attrs.stride + attrs.size - 2 * attrs.border();
        if (result[i] < 1) {
            return makeError("infer-shape", "a size of {}, expected at least 1", result[i]);
        }
    }
    return assignOutput(out, 0, result);
}

std::optional<std::int64_t> convolutionMacs(const DarknetConvAttrs &attrs,
                                            std::span<const Shape> in, std::span<const Shape> out)
{
    if (in[0].size() != 4 || isUnknown(in[0])) {
        return std::nullopt;
    }
    const auto outputs = elementCount(out[0]);
    const std::int64_t each = in[0][1] / attrs.groups * attrs.size * attrs.size;
    return outputs ? checkedMultiply(*outputs, each) : std::nullopt;
}

/// The weights as xnor layers have them: each filter's signs times its mean magnitude.
Entry binaryWeights(const Lowering &op, Entry weights)
{
    const Entry mean =
        op.make("mean", {op.make("abs", {weights})},
                attrsOf({{"axis", attrText(IntTuple{1, 2, 3})}, {"keepdims", attrText(true)}}));
    return op.make("broadcast_mul", {op.make("sign", {weights}), mean});
}

/// A layer without moments in its file has a scale of 1 and moments of 0.
DarknetNormalization normalizationOf(const Lowering &op, const DarknetConvAttrs &attrs)
{
    if (attrs.hasMoments()) {
        return {op.in(1), op.in(2), op.in(3), op.in(4)};
    }
    const auto all = [&](double value) { return op.full(value, {attrs.filters}, DType::Float32); };
    return {op.in(1), all(1), all(0), all(0)};
}

AttrDict windowAttrs(const DarknetConvAttrs &attrs)
{
    const auto both = [](std::int64_t value) { return attrText(IntTuple{value, value}); };
    const std::int64_t dilation = attrs.size == 1 ? 1 : attrs.dilation;
    return attrsOf({{"channels", attrText(attrs.filters)},
                    {"kernel_size", both(attrs.size)},
                    {"strides", attrText(attrs.antialiasing != 0 ? IntTuple{1, 1} : attrs.steps())},
                    {"padding", both(attrs.border() * dilation)},
                    {"dilation", both(dilation)},
                    {"groups", attrText(attrs.groups)},
                    {"use_bias", attrText(!attrs.isNormalized())}});
}

/// Darknet's windows of a wider size read and write beside the image unless they lie around its places.
Status checkDilation(const DarknetConvAttrs &attrs)
{
    return attrs.dilation == 1 || 2 * attrs.border() == attrs.size - 1
               ? Status()
               : makeError("not-supported",
                           "dilation is {}, expected pad=1 and an odd size with it",
                           attrs.dilation);
}

Result<Entry> lowerWindows(const Lowering &op, const char *name)
{
    const auto &attrs = op.attrs<DarknetConvAttrs>();
    Entry data = op.in(0);
    Entry weights = op.in(op.inputCount() - 1);
    if (attrs.xnor != 0) {
        weights = binaryWeights(op, weights);
        data = op.make("sign", {data});
    }
    std::vector<Entry> from{data, weights};
    RETURN_IF_FAILED(checkDilation(attrs));
    if (!attrs.isNormalized()) {
        from.push_back(op.in(1));
    }
    Entry sums = op.make(name, std::move(from), windowAttrs(attrs));
    if (attrs.isNormalized()) {
        sums = darknetNormalized(op, sums, normalizationOf(op, attrs));
    }
    return darknetBlurred(op, darknetActivated(op, sums, attrs.activation), attrs.blur());
}

Result<Entry> lowerConvolutional(const Lowering &op)
{
    return lowerWindows(op, "conv2d");
}

Result<Entry> lowerDeconvolutional(const Lowering &op)
{
    return lowerWindows(op, "conv2d_transpose");
}

/// Height and width of the largest window: each of its cells becomes an operator.
constexpr std::int64_t largestLocal = 64;

/// Windows lie within the input, or within its size where pad is 1.
std::int64_t localWindows(const DarknetConvAttrs &attrs, std::int64_t size)
{
    return (attrs.pad != 0 ? size - 1 : size - attrs.size) / attrs.stride + 1;
}

Status localShape(const DarknetConvAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    RETURN_IF_FAILED(checkDarknetImage(in[0]));
    if (isUnknown(in[0])) {
        return {};
    }
    const std::int64_t height = localWindows(attrs, in[0][2]);
    const std::int64_t width = localWindows(attrs, in[0][3]);
    if (height < 1 || width < 1 || in[0][2] < 1 || in[0][3] < 1) {
        return makeError("infer-shape", "size {} exceeds the input {}", attrs.size,
                         shapeText(in[0]));
    }
    if (attrs.size > largestLocal) {
        return makeError("infer-shape", "size is {}, expected at most {} of a local layer",
                         attrs.size, largestLocal);
    }
    ASSIGN_OR_RETURN(const std::int64_t places, darknetProduct(height, width));
    RETURN_IF_FAILED(assignInput(in, 1, "biases", {attrs.filters, height, width}));
    RETURN_IF_FAILED(
        assignInput(in, 2, "weights", {places, attrs.filters, in[0][1] * attrs.size * attrs.size}));
    return assignOutput(out, 0, {in[0][0], attrs.filters, height, width});
}

/// All windows of the data as columns, [places, channels * size * size, 1].
Entry localColumns(const Lowering &op, const DarknetConvAttrs &attrs)
{
    const Shape &shape = op.shape(0);
    const Shape &out = op.outShape();
    const std::int64_t border = attrs.pad;
    Shape wide = shape;
    const IntTuple front{0, 0, border, border};
    IntTuple behind = front;
    for (std::size_t i = 2; i < 4; ++i) {
        const std::int64_t needed = (out[i] - 1) * attrs.stride + attrs.size;
        behind[i] = std::max<std::int64_t>(needed - shape[i] - border, 0);
        wide[i] += border + behind[i];
    }
    const Entry data = padded(op, op.in(0), front, behind);
    std::vector<Entry> cells;
    for (std::int64_t y = 0; y < attrs.size; ++y) {
        for (std::int64_t x = 0; x < attrs.size; ++x) {
            const Entry rows =
                sliceOf(op, data, wide, 2, y, y + (out[2] - 1) * attrs.stride + 1, attrs.stride);
            Shape cut = wide;
            cut[2] = out[2];
            const Entry cell =
                sliceOf(op, rows, cut, 3, x, x + (out[3] - 1) * attrs.stride + 1, attrs.stride);
            cells.push_back(op.reshape(cell, {shape[1], 1, out[2] * out[3]}));
        }
    }
    const Entry all = op.reshape(joined(op, std::move(cells), 1),
                                 {shape[1] * attrs.size * attrs.size, out[2] * out[3]});
    const Entry turned = op.make("transpose", {all});
    return op.reshape(turned, {out[2] * out[3], shape[1] * attrs.size * attrs.size, 1});
}

Result<Entry> lowerLocal(const Lowering &op)
{
    const auto &attrs = op.attrs<DarknetConvAttrs>();
    const Shape &out = op.outShape();
    const Entry sums = op.make("batch_matmul", {op.in(2), localColumns(op, attrs)});
    const Entry places = op.reshape(sums, {out[2] * out[3], attrs.filters});
    const Entry planes = op.reshape(op.make("transpose", {places}), out);
    const Entry biases = op.reshape(op.in(1), out);
    return darknetActivated(op, op.make("elemwise_add", {planes, biases}), attrs.activation);
}

OpBuilder<DarknetConvAttrs> windowLayer(const char *name)
{
    OpBuilder<DarknetConvAttrs> layer(Dialect::Darknet, name);
    layer.category(OpCategory::Convolution)
        .attr(field("filters", &DarknetConvAttrs::filters, "channels of the result")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(field("size", &DarknetConvAttrs::size, "height and width of the window")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(field("stride", &DarknetConvAttrs::stride, "how far the window moves")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(field("pad", &DarknetConvAttrs::pad, "1: half of size is added on each side")
                  .atLeast(0)
                  .atMost(darknetMost))
        .type(anyCountSameType())
        .macs(convolutionMacs);
    return layer;
}

OpBuilder<DarknetConvAttrs> normalizedLayer(const char *name)
{
    OpBuilder<DarknetConvAttrs> layer = windowLayer(name);
    layer
        .attr(field("padding", &DarknetConvAttrs::padding,
                    "what is added on each side where pad is 0")
                  .atLeast(0)
                  .atMost(darknetMost))
        .attr(field("batch_normalize", &DarknetConvAttrs::batchNormalize,
                    "1: the sums are normalized by their rolling mean and variance"))
        .attr(field("dontloadscales", &DarknetConvAttrs::dontLoadScales,
                    "1: the weights file has no scales, means and variances"))
        .inputs(convolutionInputs)
        .parameters({1, 2, 3, 4, 5});
    return layer;
}

AttrField strideField(const char *name, std::int64_t DarknetConvAttrs::*member)
{
    return field(name, member, "stride of that direction; 0 for both alike")
        .atLeast(-1)
        .atMost(darknetMost);
}

OpBuilder<DarknetConvAttrs> &withActivation(OpBuilder<DarknetConvAttrs> &layer)
{
    return layer.attr(field("activation", &DarknetConvAttrs::activation, "function of each result")
                          .oneOf(darknetActivations()));
}

} // namespace

void registerDkConvolution(OpRegistry &ops)
{
    OpBuilder<DarknetConvAttrs> convolutional = normalizedLayer("convolutional");
    convolutional.alias("conv")
        .summary("convolution with bias or normalization, and an activation")
        .attr(field("groups", &DarknetConvAttrs::groups, "parts of the channels that are apart")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(strideField("stride_x", &DarknetConvAttrs::strideX))
        .attr(strideField("stride_y", &DarknetConvAttrs::strideY))
        .attr(field("dilation", &DarknetConvAttrs::dilation, "how far a window's places are apart")
                  .atLeast(1)
                  .atMost(darknetMost))
        .attr(field("antialiasing", &DarknetConvAttrs::antialiasing,
                    "1 or 2: the result is smoothed, in whose steps the window moves"))
        .attr(
            field("share_index", &DarknetConvAttrs::shareIndex,
                  "number of the layer whose arrays this one has too; a negative one counts back"))
        .attr(field("flipped", &DarknetConvAttrs::flipped,
                    "1: the weights file has the filters as columns"))
        .attr(field("cbn", &DarknetConvAttrs::cbn, "1: as batch_normalize"))
        .attr(field("binary", &DarknetConvAttrs::binary, "of no effect on a CPU"))
        .attr(field("xnor", &DarknetConvAttrs::xnor,
                    "1: weights are signs times a filter's mean, data are signs"))
        .shape(convolutionalShape)
        .lower(lowerTo(lowerConvolutional));
    addDarknetLayer(ops, withActivation(convolutional).build());

    OpBuilder<DarknetConvAttrs> deconvolutional = normalizedLayer("deconvolutional");
    deconvolutional.alias("deconv")
        .summary("transposed convolution with bias or normalization, and an activation")
        .shape(deconvolutionalShape)
        .lower(lowerTo(lowerDeconvolutional));
    addDarknetLayer(ops, withActivation(deconvolutional).build());

    OpBuilder<DarknetConvAttrs> local = windowLayer("local");
    local.summary("convolution with weights of its own for each place, and an activation")
        .inputs({"data", "biases", "weights"})
        .parameters({1, 2})
        .shape(localShape)
        .lower(lowerTo(lowerLocal));
    addDarknetLayer(ops, withActivation(local).build());
}

} // namespace nervure
