// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_convolution.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/window_rules.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// Sizes with channels in second place. Unknown ones stay so.
Result<Shape> convolvedShape(const MXNetConvolutionAttrs &attrs, const MXNetWindow &window,
                             const Shape &data)
{
    Shape out{data[0], attrs.numFilter};
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const std::int64_t size = data[2 + i];
        const std::int64_t room = size + 2 * window.pad[i] - window.reach(i);
        if (!isUnknownSize(size) && room < 0) {
            return makeError("infer-shape", "the kernel spans {}, expected at most the {} of {}",
                             window.reach(i), size + 2 * window.pad[i], shapeText(data));
        }
        out.push_back(isUnknownSize(size) ? unknownSize : room / window.stride[i] + 1);
    }
    return out;
}

/// MXNet learns the batch from the output, and the sizes along which the stride is 1.
Shape dataFromOutput(const MXNetWindow &window, Shape data, const Shape &out)
{
    if (out.size() != data.size()) {
        return data;
    }
    Shape learnt = Shape::ofRank(data.size());
    learnt[0] = out[0];
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const std::int64_t size = out[2 + i] + window.reach(i) - 1 - 2 * window.pad[i];
        if (!isUnknownSize(out[2 + i]) && window.stride[i] == 1 && size > 0) {
            learnt[2 + i] = size;
        }
    }
    const Shape before = data;
    return mergeShape(data, learnt) ? data : before;
}

Shape weightShape(const MXNetConvolutionAttrs &attrs, const Shape &data)
{
    Shape weight{attrs.numFilter, isUnknownSize(data[1]) ? unknownSize : data[1] / attrs.numGroup};
    weight.insert(weight.end(), attrs.kernel.begin(), attrs.kernel.end());
    return attrs.channelsLast() ? channelsBehind(weight) : weight;
}

Status checkConvolution(const MXNetConvolutionAttrs &attrs, const MXNetWindow &window,
                        const Shape &data)
{
    RETURN_IF_FAILED(checkLayoutRank(attrs.layout, window.rank() + 2));
    if (data.size() != window.rank() + 2) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected {} dimensions",
                         shapeText(data), window.rank() + 2);
    }
    return checkExtents(data);
}

Status checkGroups(const MXNetConvolutionAttrs &attrs, const Shape &data)
{
    const bool fits = isUnknownSize(data[1]) || data[1] % attrs.numGroup == 0;
    return fits && attrs.numFilter % attrs.numGroup == 0
               ? Status()
               : Status(makeError("infer-shape",
                                  "{} input and {} output channels, expected multiples of "
                                  "num_group = {}",
                                  data[1], attrs.numFilter, attrs.numGroup));
}

Status convolutionShape(const MXNetConvolutionAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.noBias ? 2 : 3, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const MXNetWindow window, attrs.window());
    RETURN_IF_FAILED(checkConvolution(attrs, window, in[0]));
    const auto plain = [&attrs](const Shape &shape) {
        return attrs.channelsLast() && shape.size() > 2 ? channelsSecond(shape) : shape;
    };
    const auto native = [&attrs](const Shape &shape) {
        return attrs.channelsLast() ? channelsBehind(shape) : shape;
    };
    Shape data = plain(in[0]);
    RETURN_IF_FAILED(checkGroups(attrs, data));
    RETURN_IF_FAILED(assignInput(in, 1, "weight", weightShape(attrs, data)));
    if (!attrs.noBias) {
        RETURN_IF_FAILED(assignInput(in, 2, "bias", {attrs.numFilter}));
    }
    data = dataFromOutput(window, data, plain(out[0]));
    ASSIGN_OR_RETURN(const Shape result, convolvedShape(attrs, window, data));
    RETURN_IF_FAILED(assignOutput(out, 0, native(result)));
    return assignInput(in, 0, "data", native(data));
}

std::optional<std::int64_t> convolutionMacs(const MXNetConvolutionAttrs &attrs,
                                            std::span<const Shape> in, std::span<const Shape> out)
{
    const auto outputs = elementCount(out[0]);
    const auto weights = elementCount(in[1]);
    return outputs && weights ? checkedMultiply(*outputs, *weights / attrs.numFilter)
                              : std::nullopt;
}

/// One convolution in two dimensions, whatever the operator has.
Entry makeConv2d(const Lowering &op, Entry data, Entry weight, const MXNetWindow &window,
                 bool isNhwc)
{
    const auto &attrs = op.attrs<MXNetConvolutionAttrs>();
    std::vector<Entry> from{data, weight};
    if (!attrs.noBias) {
        from.push_back(op.in(2));
    }
    AttrDict dict = attrsOf({{"channels", attrText(attrs.numFilter)},
                             {"kernel_size", attrText(window.kernel)},
                             {"strides", attrText(window.stride)},
                             {"padding", attrText(window.pad)},
                             {"dilation", attrText(window.dilate)},
                             {"groups", attrText(attrs.numGroup)},
                             {"use_bias", attrText(!attrs.noBias)}});
    if (isNhwc) {
        dict.set("layout", "NHWC");
        dict.set("kernel_layout", "OHWI");
    }
    return op.make("conv2d", std::move(from), std::move(dict));
}

MXNetWindow windowOfOneRow(MXNetWindow window)
{
    window.kernel.insert(window.kernel.begin(), 1);
    window.stride.insert(window.stride.begin(), 1);
    window.pad.insert(window.pad.begin(), 0);
    window.dilate.insert(window.dilate.begin(), 1);
    return window;
}

MXNetWindow withoutDepth(MXNetWindow window)
{
    for (IntTuple *numbers : {&window.kernel, &window.stride, &window.pad, &window.dilate}) {
        numbers->erase(numbers->begin());
    }
    return window;
}

/// Data and weight with channels in second place, and where that came from.
struct PlainOperands {
    Entry data;
    Entry weight;
    Shape dataShape;
    Shape outShape;
};

/// A row is an image of one row.
Entry convolveRows(const Lowering &op, const PlainOperands &plain, const MXNetWindow &window)
{
    const auto &attrs = op.attrs<MXNetConvolutionAttrs>();
    Shape weight{attrs.numFilter, plain.dataShape[1] / attrs.numGroup, 1, window.kernel[0]};
    const Entry result =
        makeConv2d(op, op.reshape(plain.data, asOneRow(plain.dataShape)),
                   op.reshape(plain.weight, weight), windowOfOneRow(window), false);
    return op.reshape(result, plain.outShape);
}

/// What lies under the kernel's layers of depth becomes channels, so that the layers are summed as
/// channels are: [N, C, D, H, W] to images [N * D', C * layers, H, W].
Entry convolveVolumes(const Lowering &op, const PlainOperands &plain, const MXNetWindow &window)
{
    const auto &attrs = op.attrs<MXNetConvolutionAttrs>();
    Shape deep = plain.dataShape;
    const IntTuple edge{0, 0, window.pad[0], 0, 0};
    const Entry data = padded(op, plain.data, edge, edge);
    deep[2] += 2 * window.pad[0];
    const std::int64_t depth = plain.outShape[2];
    const std::int64_t layers = window.kernel[0];
    std::vector<Entry> parts;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const std::int64_t begin = layer * window.dilate[0];
        const std::int64_t end = begin + (depth - 1) * window.stride[0] + 1;
        const Entry part = sliceOf(op, data, deep, 2, begin, end, window.stride[0]);
        parts.push_back(op.make("expand_dims", {part}, attrsOf({{"axis", "2"}})));
    }
    const Entry stacked = joined(op, std::move(parts), 2); // [N, C, layers, D', H, W]
    const Entry byImage =
        op.make("transpose", {stacked}, attrsOf({{"axes", "(0, 3, 1, 2, 4, 5)"}}));
    const std::int64_t images = deep[0] * depth;
    const Entry result =
        makeConv2d(op, op.reshape(byImage, {images, deep[1] * layers, deep[3], deep[4]}),
                   op.reshape(plain.weight, {attrs.numFilter, deep[1] / attrs.numGroup * layers,
                                             window.kernel[1], window.kernel[2]}),
                   withoutDepth(window), false);
    const Shape &out = plain.outShape;
    const Entry byDepth = op.reshape(result, {out[0], depth, out[1], out[3], out[4]});
    return op.make("transpose", {byDepth}, attrsOf({{"axes", "(0, 2, 1, 3, 4)"}}));
}

Result<Entry> lowerConvolution(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetConvolutionAttrs>();
    ASSIGN_OR_RETURN(const MXNetWindow window, attrs.window());
    const bool isLast = attrs.channelsLast();
    if (window.rank() == 2) {
        return makeConv2d(op, op.in(0), op.in(1), window, isLast);
    }
    constexpr std::int64_t mostLayers = 256; // each is a node
    const std::size_t rank = window.rank() + 2;
    if (rank == 5 && window.kernel[0] > mostLayers) {
        return makeError("not-supported", "a kernel of {} is not supported",
                         attrText(window.kernel));
    }
    PlainOperands plain{op.in(0), op.in(1), op.shape(0), op.outShape()};
    if (isLast) {
        plain = {transposedToSecond(op, op.in(0), rank), transposedToSecond(op, op.in(1), rank),
                 channelsSecond(op.shape(0)), channelsSecond(op.outShape())};
    }
    const Entry result =
        window.rank() == 1 ? convolveRows(op, plain, window) : convolveVolumes(op, plain, window);
    return isLast ? transposedToLast(op, result, rank) : result;
}

OpBuilder<MXNetConvolutionAttrs> declareConvolution(const char *name, const char *summary)
{
    using A = MXNetConvolutionAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    declareConvolutionAttrs(builder);
    builder.summary(summary)
        .category(OpCategory::Convolution)
        .inputs(layerInputs<A>)
        .parameters({1, 2})
        .shape(convolutionShape)
        .type(layerType<A>)
        .macs(convolutionMacs)
        .lower(lowerTo(lowerConvolution));
    return builder;
}

} // namespace

void registerMxConvolution(OpRegistry &ops)
{
    ops.add(declareConvolution("Convolution", "convolution over 1 to 3 dimensions").build());
    ops.add(declareConvolution("Convolution_v1", "convolution, as before MXNet 0.9").build());
    ops.add(declareConvolution("ChannelwiseConvolution",
                               "convolution of each channel apart, of MXNet's forks")
                .build());
}

} // namespace nervure
