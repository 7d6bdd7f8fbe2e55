// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_convolution.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/window_rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

struct DeconvolutionAttrs : MXNetConvolutionAttrs {
    DeconvolutionAttrs()
    {
        workspace = 512;
        noBias = true;
    }

    IntTuple adj;
    IntTuple targetShape;
};

/// The window with what is added behind the result, and the sizes that were asked for (0: none).
struct DeconvolutionWindow {
    MXNetWindow window;
    IntTuple adj;
    IntTuple target;
};

Result<DeconvolutionWindow> windowOf(const DeconvolutionAttrs &attrs)
{
    ASSIGN_OR_RETURN(MXNetWindow window, attrs.window());
    const std::size_t rank = window.rank();
    DeconvolutionWindow result{std::move(window), attrs.adj, attrs.targetShape};
    result.adj.resize(attrs.adj.empty() ? rank : attrs.adj.size());
    result.target.resize(attrs.targetShape.empty() ? rank : attrs.targetShape.size());
    for (const auto &[name, numbers] :
         {std::pair{"adj", &result.adj}, std::pair{"target_shape", &result.target}}) {
        const bool fits = std::all_of(numbers->begin(), numbers->end(), [](std::int64_t number) {
            return number >= 0 && number <= (1 << 24);
        });
        if (numbers->size() != rank || !fits) {
            return makeError("attr-invalid", "{} is {}, expected {} numbers of at least 0", name,
                             attrText(*numbers), rank);
        }
    }
    return result;
}

/// A target shape decides how much is cut (`pad`, `adj`) from the data's sizes, with channels in
/// second place, all known.
Result<DeconvolutionWindow> reachingTarget(DeconvolutionWindow w, const Shape &data)
{
    if (std::all_of(w.target.begin(), w.target.end(), [](std::int64_t n) { return n == 0; })) {
        return w;
    }
    for (std::size_t i = 0; i < w.window.rank(); ++i) {
        const std::int64_t surplus =
            w.window.stride[i] * (data[2 + i] - 1) + w.window.reach(i) - w.target[i];
        if (surplus < 0) {
            return makeError("infer-shape", "target_shape is {}, expected at most {} for data {}",
                             attrText(w.target), surplus + w.target[i], shapeText(data));
        }
        w.window.pad[i] = (surplus + 1) / 2;
        w.adj[i] = surplus % 2;
    }
    return w;
}

/// One size; that of the data may be unknown.
Result<std::int64_t> deconvolvedSize(const DeconvolutionWindow &w, std::size_t i, std::int64_t data)
{
    if (w.target[i] != 0 || isUnknownSize(data)) {
        return w.target[i] != 0 ? w.target[i] : unknownSize;
    }
    const std::int64_t size =
        w.window.stride[i] * (data - 1) + w.window.reach(i) - 2 * w.window.pad[i] + w.adj[i];
    if (size < 1) {
        return makeError("infer-shape", "pad leaves a size of {}, expected at least 1", size);
    }
    return size;
}

Result<Shape> deconvolvedShape(const DeconvolutionAttrs &attrs, const DeconvolutionWindow &w,
                               const Shape &data)
{
    Shape out{data[0], attrs.numFilter};
    for (std::size_t i = 0; i < w.window.rank(); ++i) {
        ASSIGN_OR_RETURN(const std::int64_t size, deconvolvedSize(w, i, data[2 + i]));
        out.push_back(size);
    }
    return out;
}

Status checkDeconvolution(const DeconvolutionAttrs &attrs, std::size_t rank, const Shape &data)
{
    RETURN_IF_FAILED(checkLayoutRank(attrs.layout, rank + 2));
    if (data.size() != rank + 2) {
        return makeError("infer-shape", "input 0 (data) has shape {}, expected {} dimensions",
                         shapeText(data), rank + 2);
    }
    if (attrs.numFilter % attrs.numGroup != 0) {
        return makeError("infer-shape", "num_filter is {}, expected a multiple of num_group = {}",
                         attrs.numFilter, attrs.numGroup);
    }
    return checkExtents(data);
}

Status deconvolutionShape(const DeconvolutionAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.noBias ? 2 : 3, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const DeconvolutionWindow window, windowOf(attrs));
    RETURN_IF_FAILED(checkDeconvolution(attrs, window.window.rank(), in[0]));
    const bool isLast = attrs.channelsLast();
    const Shape data = isLast ? channelsSecond(in[0]) : in[0];
    Shape weight{data[1], attrs.numFilter / attrs.numGroup};
    weight.insert(weight.end(), attrs.kernel.begin(), attrs.kernel.end());
    RETURN_IF_FAILED(assignInput(in, 1, "weight", isLast ? channelsBehind(weight) : weight));
    if (!attrs.noBias) {
        RETURN_IF_FAILED(assignInput(in, 2, "bias", {attrs.numFilter}));
    }
    ASSIGN_OR_RETURN(const Shape result, deconvolvedShape(attrs, window, data));
    return assignOutput(out, 0, isLast ? channelsBehind(result) : result);
}

/// Every input element meets the kernels of all output channels of its group.
std::optional<std::int64_t> deconvolutionMacs(const DeconvolutionAttrs &, std::span<const Shape> in,
                                              std::span<const Shape>)
{
    const auto elements = elementCount(in[0]);
    const std::int64_t weights = rowSize(in[1]);
    return elements && !isUnknownSize(weights) ? checkedMultiply(*elements, weights) : std::nullopt;
}

/// What MXNet gives where adj makes the result longer: the rows that pad would have cut. NNVM's
/// operator gives zeros there, so the whole result is made and cut afterwards.
Entry cutToSize(const Lowering &op, Entry whole, const DeconvolutionWindow &w, const Shape &out)
{
    Shape size = out;
    for (std::size_t i = 0; i < 2; ++i) {
        size[2 + i] = out[2 + i] + w.window.pad[i] + std::max(w.window.pad[i], w.adj[i]) - w.adj[i];
    }
    for (std::size_t i = 0; i < 2; ++i) {
        if (size[2 + i] != out[2 + i]) {
            const std::int64_t begin = w.window.pad[i];
            whole = sliceOf(op, whole, size, 2 + i, begin, begin + out[2 + i]);
            size[2 + i] = out[2 + i];
        }
    }
    return whole;
}

/// Two dimensions, channels second. The bias comes last: it is on the rows of adj as well.
Entry deconvolve(const Lowering &op, Entry data, Entry weight, const DeconvolutionWindow &w,
                 const Shape &out)
{
    const auto &attrs = op.attrs<DeconvolutionAttrs>();
    const bool isLonger = w.adj[0] != 0 || w.adj[1] != 0;
    IntTuple behind{0, 0};
    for (std::size_t i = 0; i < 2 && isLonger; ++i) {
        behind[i] = std::max<std::int64_t>(w.adj[i] - w.window.pad[i], 0);
    }
    std::vector<Entry> from{data, weight};
    const bool hasBias = !attrs.noBias;
    if (hasBias && !isLonger) {
        from.push_back(op.in(2));
    }
    const Entry whole =
        op.make("conv2d_transpose", std::move(from),
                attrsOf({{"channels", attrText(attrs.numFilter)},
                         {"kernel_size", attrText(w.window.kernel)},
                         {"strides", attrText(w.window.stride)},
                         {"padding", attrText(isLonger ? IntTuple{0, 0} : w.window.pad)},
                         {"output_padding", attrText(behind)},
                         {"dilation", attrText(w.window.dilate)},
                         {"groups", attrText(attrs.numGroup)},
                         {"use_bias", attrText(hasBias && !isLonger)}}));
    if (!isLonger) {
        return whole;
    }
    const Entry cut = cutToSize(op, whole, w, out);
    return hasBias ? op.make("broadcast_add", {cut, alongAxis(op, op.in(2), attrs.numFilter, 1, 4)})
                   : cut;
}

DeconvolutionWindow imageOfOneRow(DeconvolutionWindow w)
{
    for (auto &[numbers, number] :
         {std::pair{&w.window.kernel, 1}, std::pair{&w.window.stride, 1},
          std::pair{&w.window.pad, 0}, std::pair{&w.window.dilate, 1}, std::pair{&w.adj, 0}}) {
        numbers->insert(numbers->begin(), number);
    }
    return w;
}

Result<Entry> lowerDeconvolution(const Lowering &op)
{
    const auto &attrs = op.attrs<DeconvolutionAttrs>();
    ASSIGN_OR_RETURN(const DeconvolutionWindow asked, windowOf(attrs));
    const bool isLast = attrs.channelsLast();
    const std::size_t rank = op.shape(0).size();
    if (rank == 5) {
        return makeError("not-supported", "three spatial dimensions are not supported");
    }
    const Shape dataShape = isLast ? channelsSecond(op.shape(0)) : op.shape(0);
    const Shape outShape = isLast ? channelsSecond(op.outShape()) : op.outShape();
    const Shape weightShape = isLast ? channelsSecond(op.shape(1)) : op.shape(1);
    ASSIGN_OR_RETURN(const DeconvolutionWindow w, reachingTarget(asked, dataShape));
    Entry data = isLast ? transposedToSecond(op, op.in(0), rank) : op.in(0);
    Entry weight = isLast ? transposedToSecond(op, op.in(1), rank) : op.in(1);
    Entry result;
    if (rank == 3) {
        data = op.reshape(data, asOneRow(dataShape));
        weight = op.reshape(weight, asOneRow(weightShape));
        result = op.reshape(deconvolve(op, data, weight, imageOfOneRow(w), asOneRow(outShape)),
                            outShape);
    } else {
        result = deconvolve(op, data, weight, w, outShape);
    }
    return isLast ? transposedToLast(op, result, rank) : result;
}

} // namespace

void registerMxDeconvolution(OpRegistry &ops)
{
    using A = DeconvolutionAttrs;
    OpBuilder<A> builder(Dialect::MXNet, "Deconvolution");
    declareConvolutionAttrs(builder);
    builder.summary("transposed convolution over 1 to 3 dimensions")
        .category(OpCategory::Convolution)
        .attr(field("adj", &A::adj, "cut cells that stay behind the result, less than stride"))
        .attr(field("target_shape", &A::targetShape,
                    "sizes of the result, in place of pad and adj; none: from those"))
        .inputs(layerInputs<A>)
        .parameters({1, 2})
        .shape(deconvolutionShape)
        .type(layerType<A>)
        .macs(deconvolutionMacs)
        .lower(lowerTo(lowerDeconvolution));
    ops.add(builder.build());
}

} // namespace nervure
