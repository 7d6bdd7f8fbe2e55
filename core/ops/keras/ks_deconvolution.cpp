// SPDX-License-Identifier: Apache-2.0
// Transposed convolutions over 1 or 2 dimensions; volumes are shown and not lowered.
#include "core/ops/keras/keras_layer.h"
#include "core/ops/rules/lowered_parts.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure::keras {

namespace {

struct KerasDeconvAttrs {
    std::int64_t filters = 1;
    IntTuple kernelSize;
    IntTuple strides;
    IntTuple dilations;
    OptionalTuple outputPadding;
    std::string padding = "valid";
    std::string dataFormat = "channels_last";
    std::string activation = "linear";
    bool useBias = true;

    [[nodiscard]] Result<std::vector<KerasWindow>> windows(std::size_t rank) const
    {
        return kerasWindows(rank, kernelSize, strides, dilations);
    }
};

using Deconv = KerasDeconvAttrs;

/// Along one dimension: what the windows give, and what is cut off in front of it.
struct DeconvSpan {
    std::int64_t length = 0;
    std::int64_t cut = 0;
};

/// What output_padding says of a dimension, if it says something.
OptionalInteger extraOf(const Deconv &attrs, std::size_t i)
{
    return attrs.outputPadding && i < attrs.outputPadding->size()
               ? OptionalInteger((*attrs.outputPadding)[i])
               : std::nullopt;
}

/// The rule of Keras: with padding same, half of what the windows give beyond the result is cut off in front.
DeconvSpan spanOf(const Deconv &attrs, const KerasWindow &window, std::int64_t length,
                  std::size_t i)
{
    const bool isSame = attrs.padding == "same";
    const std::int64_t given = (length - 1) * window.stride + window.reach();
    std::int64_t result = length * window.stride;
    if (const OptionalInteger extra = extraOf(attrs, i)) {
        result = given - (isSame ? window.reach() / 2 * 2 : 0) + *extra;
    } else if (!isSame) {
        result += std::max<std::int64_t>(window.reach() - window.stride, 0);
    }
    return {result, isSame ? std::max<std::int64_t>(given - result, 0) / 2 : 0};
}

OpSpec::ShapeRule deconvShape(std::size_t rank)
{
    return [rank](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<Deconv>();
        RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.useBias ? 3 : 2, 1));
        RETURN_IF_FAILED(checkKerasRank(in[0], rank + 2));
        ASSIGN_OR_RETURN(const auto windows, attrs.windows(rank));
        if (attrs.useBias) {
            RETURN_IF_FAILED(assignInput(in, 2, "bias", {attrs.filters}));
        }
        if (!in[0].hasRank()) {
            return {};
        }
        Shape kernel;
        Shape result = in[0];
        const std::size_t first = firstSpatialAxis(attrs.dataFormat);
        for (std::size_t i = 0; i < rank; ++i) {
            kernel.push_back(windows[i].size);
            const std::int64_t length = in[0][first + i];
            RETURN_IF_FAILED(kerasProduct(length, windows[i].stride));
            if (isUnknownSize(length)) {
                continue;
            }
            result[first + i] = spanOf(attrs, windows[i], length, i).length;
            if (result[first + i] < 0) {
                return makeError("infer-shape", "a size of {}, expected at least 1",
                                 result[first + i]);
            }
        }
        const std::size_t channels = channelAxis(attrs.dataFormat, in[0].size());
        kernel.push_back(attrs.filters);
        kernel.push_back(in[0][channels]);
        RETURN_IF_FAILED(assignInput(in, 1, "kernel", kernel));
        result[channels] = attrs.filters;
        return assignOutput(out, 0, result);
    };
}

/// Two dimensions of a transposed convolution, channels second.
struct Images {
    Entry data;
    Shape shape;
    Entry weight; ///< [in, out, height, width]
    std::vector<KerasWindow> windows;
    std::vector<DeconvSpan> spans;
};

/// All that the windows give, of which the edges are cut off; what no window reached is 0.
Entry deconvolved(const Lowering &op, const Images &all, std::int64_t filters)
{
    const auto pair = [&](std::int64_t KerasWindow::*member) {
        return attrText(IntTuple{all.windows[0].*member, all.windows[1].*member});
    };
    Entry whole = op.make("conv2d_transpose", {all.data, all.weight},
                          attrsOf({{"channels", attrText(filters)},
                                   {"kernel_size", pair(&KerasWindow::size)},
                                   {"strides", pair(&KerasWindow::stride)},
                                   {"padding", "(0, 0)"},
                                   {"use_bias", "False"}}));
    Shape shape{all.shape[0], filters, unknownSize, unknownSize};
    IntTuple behind(4, 0);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t made =
            (all.shape[2 + i] - 1) * all.windows[i].stride + all.windows[i].size;
        behind[2 + i] = std::max<std::int64_t>(all.spans[i].cut + all.spans[i].length - made, 0);
        shape[2 + i] = made + behind[2 + i];
    }
    whole = padded(op, whole, IntTuple(4, 0), behind);
    for (std::size_t i = 0; i < 2; ++i) {
        const DeconvSpan &span = all.spans[i];
        if (span.cut != 0 || span.length != shape[2 + i]) {
            whole = sliceOf(op, whole, shape, 2 + i, span.cut, span.cut + span.length);
            shape[2 + i] = span.length;
        }
    }
    return whole;
}

Result<std::vector<Entry>> lowerDeconv(const Lowering &op, std::size_t rank)
{
    const auto &attrs = op.attrs<Deconv>();
    ASSIGN_OR_RETURN(const auto windows, attrs.windows(rank));
    Images all{channelsSecond(op, op.in(0), attrs.dataFormat, rank + 2),
               channelsSecond(op.shape(0), attrs.dataFormat),
               {},
               windows,
               {}};
    for (std::size_t i = 0; i < rank; ++i) {
        if (windows[i].dilation != 1) {
            return makeError("not-supported",
                             "has dilation_rate, expected none in a transposed convolution");
        }
        all.spans.push_back(spanOf(attrs, windows[i], all.shape[2 + i], i));
    }
    const KerasFormula f(op);
    const std::int64_t inputs = all.shape[1];
    if (rank == 1) {
        all.data = op.reshape(all.data, {all.shape[0], inputs, 1, all.shape[2]});
        all.shape = {all.shape[0], inputs, 1, all.shape[2]};
        all.weight = op.reshape(f.transposed(op.in(1), {2, 1, 0}),
                                {inputs, attrs.filters, 1, windows[0].size});
        all.windows.insert(all.windows.begin(), KerasWindow());
        all.spans.insert(all.spans.begin(), {1, 0});
    } else {
        all.weight = f.transposed(op.in(1), {3, 2, 0, 1});
    }
    Entry sums = deconvolved(op, all, attrs.filters);
    const Shape result = channelsSecond(op.outShape(), attrs.dataFormat);
    if (rank == 1) {
        sums = op.reshape(sums, result);
    }
    if (attrs.useBias) {
        sums = f.plus(sums, alongAxis(op, op.in(2), attrs.filters, 1, rank + 2));
    }
    const Entry turned = channelsAsGiven(op, sums, attrs.dataFormat, rank + 2);
    ASSIGN_OR_RETURN(const Entry value, kerasActivated(op, turned, attrs.activation));
    return std::vector{value};
}

std::optional<std::int64_t> deconvMacs(const Deconv &attrs, std::span<const Shape> in,
                                       std::span<const Shape>)
{
    if (in.size() < 2 || in[0].size() < 3 || isUnknown(in[0]) || isUnknown(in[1])) {
        return std::nullopt;
    }
    const auto inputs = elementCount(in[0]);
    const auto weights = elementCount(in[1]);
    const std::int64_t channels = in[0][channelAxis(attrs.dataFormat, in[0].size())];
    return inputs && weights && channels != 0 ? checkedMultiply(*inputs / channels, *weights)
                                              : std::nullopt;
}

OpBuilder<Deconv> deconvLayer(const char *name, const char *summary, std::size_t rank)
{
    OpBuilder<Deconv> layer = kerasLayer<Deconv>(name, summary, OpCategory::Convolution);
    layer
        .attr(field("filters", &Deconv::filters, "channels of the result")
                  .required()
                  .atLeast(1)
                  .atMost(kerasMost))
        .attr(field("kernel_size", &Deconv::kernelSize, "the window's size along each dimension"))
        .attr(field("strides", &Deconv::strides, "how far the window moves in the result"))
        .attr(field("padding", &Deconv::padding,
                    "valid: all that the windows give; same: as large as the data times strides"))
        .attr(field("output_padding", &Deconv::outputPadding,
                    "what is added behind the result, whose size then follows from the window"))
        .attr(kerasDataFormatField<Deconv>())
        .attr(field("dilation_rate", &Deconv::dilations, "distance of the window's elements"))
        .attr(kerasActivationField<Deconv>())
        .attr(field("use_bias", &Deconv::useBias, "whether a number is added to each channel"))
        .shape(deconvShape(rank))
        .macs(deconvMacs);
    if (rank < 3) {
        layer.lower(lowerTo(std::function<Result<std::vector<Entry>>(const Lowering &)>(
            [rank](const Lowering &op) { return lowerDeconv(op, rank); })));
    }
    return layer;
}

void addAllDeconvolution(OpRegistry &ops)
{
    ops.add(deconvLayer("Conv1DTranspose", "transposed convolution over sequences", 1).build());
    ops.add(deconvLayer("Conv2DTranspose", "transposed convolution over images", 2)
                .alias("Convolution2DTranspose")
                .build());
    ops.add(deconvLayer("Conv3DTranspose", "transposed convolution over volumes", 3).build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsDeconvolution(OpRegistry &ops)
{
    keras::addAllDeconvolution(ops);
}

} // namespace nervure
