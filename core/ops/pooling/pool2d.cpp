// SPDX-License-Identifier: Apache-2.0
#include "core/ops/pooling/pool2d.h"

#include "core/ops/pooling/pool2d_layout.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/scale_axis_rules.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/window_rules.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

/// A window passes what runs along the channels of NCHW, as passScaleBackward() does.
bool poolsChannelsOfNchw(const ScaleCall &call, const AxisScale &scale)
{
    constexpr int channelAxis = 1;
    const bool doesPass =
        scale.axis == channelAxis && call.rule.attrs.as<Pool2dAttrs>().layout == "NCHW";
    if (!doesPass) {
        call.refusal = "only scales along the channels of NCHW pass through it";
    }
    return doesPass;
}

bool poolScaleBackward(const ScaleCall &call, const AxisScale &out, std::vector<AxisScale> &in)
{
    return poolsChannelsOfNchw(call, out) && passScaleBackward(call, out, in);
}

Result<bool> poolScaleForward(const ScaleCall &call, std::vector<AxisScale> &in, AxisScale &out)
{
    return !in.empty() && poolsChannelsOfNchw(call, in[0]) ? passScaleForward(call, in, out)
                                                           : Result<bool>(false);
}

/// Both paddings of one axis (0 height, 1 width) together; nothing for a wrong count of numbers.
std::optional<std::int64_t> paddingOf(const IntTuple &padding, std::size_t axis)
{
    switch (padding.size()) {
    case 1: return padding[0] * 2;
    case 2: return padding[axis] * 2;
    case 4: return padding[axis] + padding[axis + 2];
    default: return std::nullopt;
    }
}

Status checkPool2dAttrs(const Pool2dAttrs &attrs, Semantics semantics)
{
    for (const WindowTuple &tuple : {WindowTuple{"pool_size", &attrs.poolSize, false},
                                     WindowTuple{"strides", &attrs.strides, false}}) {
        RETURN_IF_FAILED(checkWindowTuple(tuple, semantics));
    }
    if (attrs.strides[0] < 1 || attrs.strides[1] < 1) {
        return makeError("attr-invalid", "strides are not positive, expected at least 1");
    }
    constexpr std::int64_t most = std::int64_t{1} << 31;
    for (const std::int64_t number : attrs.padding) {
        if (number > most || number < -most) {
            return makeError("attr-invalid", "padding holds {}, expected numbers within 2^31",
                             number);
        }
    }
    return {};
}

/// One pooled size, or the reason why there is none. NNVM pools an unknown size as if it were 0.
Result<std::int64_t> pooledSize(const Pool2dAttrs &attrs, std::size_t axis, std::int64_t size,
                                std::int64_t padding)
{
    if (isUnknownSize(size)) {
        return size;
    }
    const std::int64_t window = attrs.poolSize[axis];
    const std::int64_t room = size + padding - window;
    if (room < 0) {
        return makeError("infer-shape", "pool size {} exceeds the input's {} padded to {}", window,
                         size, size + padding);
    }
    const std::int64_t stride = attrs.strides[axis];
    return (attrs.ceilMode ? room + stride - 1 : room) / stride + 1;
}

Result<Shape> pooledShape(const Pool2dAttrs &attrs, const PooledAxes &axes, Shape data)
{
    const std::array<std::size_t, 2> places{axes.height, axes.width};
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::int64_t &size = data[places[i]];
        ASSIGN_OR_RETURN(const auto smaller,
                         pooledSize(attrs, i, size, *paddingOf(attrs.padding, i)));
        size = smaller;
    }
    return data;
}

Status inferPool2dShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<Pool2dAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axes, pooledAxes(attrs.layout, in[0]));
    for (const Status &status : {checkPool2dAttrs(attrs, context.semantics), checkExtents(in[0])}) {
        if (!status) {
            return status;
        }
    }
    if (!paddingOf(attrs.padding, 0)) {
        // NNVM infers nothing from three numbers and says nothing.
        return context.semantics == Semantics::Exact
                   ? Status()
                   : Status(makeError("attr-invalid", "padding has {} numbers, expected 1, 2 or 4",
                                      attrs.padding.size()));
    }
    const Shape data = computedShape(in[0], context.semantics);
    ASSIGN_OR_RETURN(const auto pooled, pooledShape(attrs, axes, data));
    return assignComputed(out, 0, pooled, context.semantics);
}

template <bool isMax>
PoolingOf poolingOf(const Pool2dAttrs &attrs)
{
    return [&attrs](const Shape &data, const Shape &out) {
        return pool2dGeometry(attrs, isMax, data, out);
    };
}

template <bool isMax>
Status pool2dReference(const Pool2dAttrs &attrs, const ReferenceCall &call)
{
    return poolInLayout(attrs.layout, poolingOf<isMax>(attrs), call);
}

template <bool isMax>
Result<KernelSpec> pool2dKernel(const Pool2dAttrs &attrs, const KernelContext &context)
{
    return poolKernelInLayout(attrs.layout, poolingOf<isMax>(attrs), context);
}

OpBuilder<Pool2dAttrs> declarePool2d(std::string name, std::string summary)
{
    OpBuilder<Pool2dAttrs> op(Dialect::Nnvm, std::move(name));
    declarePool2dAttrs(op);
    op.summary(std::move(summary))
        .category(OpCategory::Pooling)
        .inputs({"data"})
        .shape(OpSpec::ShapeRule(inferPool2dShape))
        .type(elementwiseType(1))
        .layoutFollowed([](const LayoutCall &call) {
            return correctPool2dLayout(call.rule.attrs.as<Pool2dAttrs>().layout, call);
        })
        .alter([](const AlterCall &call) {
            return alteredPool2dLayout(call.rule.attrs.as<Pool2dAttrs>().layout, call);
        })
        .pattern(OpPattern::OutElementwiseFusable)
        .scaleAxis(poolScaleBackward, poolScaleForward);
    return op;
}

/// NNVM's operator looks at the data and at the result.
Result<std::vector<Entry>> pool2dGradient(const RewriteCall &call, std::span<const Entry> outGrads)
{
    return gradientRule(1, [&call](const GradientNodes &nodes) -> std::vector<Entry> {
        return {nodes.make("_max_pool2d_grad", "_grad",
                           {nodes.outGrad(), nodes.input(), nodes.output()}, call.rule.node.attrs)};
    })(call, outGrads);
}

} // namespace

void declarePool2dAttrs(OpBuilder<Pool2dAttrs> &op)
{
    using A = Pool2dAttrs;
    op.attr(field("pool_size", &A::poolSize, "height and width of the window").required())
        .attr(field("strides", &A::strides, "step along height and width"))
        .attr(field("padding", &A::padding, "cells added: both sides, or top, left, bottom, right"))
        .attr(field("layout", &A::layout, "order of the input's dimensions"))
        .attr(field("ceil_mode", &A::ceilMode, "round the output size up instead of down"));
}

Result<Pool2dGeometry> pool2dGeometry(const Pool2dAttrs &attrs, bool isMax, const Shape &data,
                                      const Shape &out)
{
    const std::size_t rank = data.size();
    if (rank < 2 || out.size() != rank || attrs.padding.empty()
        || !std::equal(data.begin(), data.end() - 2, out.begin())) {
        return makeError("infer-shape", "output 0 has shape {}, expected the pooled {}",
                         shapeText(out), shapeText(data));
    }
    RETURN_IF_FAILED(checkPool2dAttrs(attrs, Semantics::Exact));
    const auto planes = elementCount(Shape(data.begin(), data.end() - 2));
    if (!planes) {
        return makeError("infer-shape", "data {} has too many elements", shapeText(data));
    }
    Pool2dGeometry g;
    g.isMax = isMax;
    g.countIncludePad = attrs.countIncludePad;
    g.batch = *planes;
    g.inH = data[rank - 2];
    g.inW = data[rank - 1];
    g.outH = out[rank - 2];
    g.outW = out[rank - 1];
    g.kernelH = attrs.poolSize[0];
    g.kernelW = attrs.poolSize[1];
    g.strideH = attrs.strides[0];
    g.strideW = attrs.strides[1];
    g.padTop = attrs.padding[0];
    g.padLeft = attrs.padding.size() == 1 ? attrs.padding[0] : attrs.padding[1];
    return g;
}

void registerPool2d(OpRegistry &ops)
{
    ops.add(declarePool2d("max_pool2d", "maximum over a sliding window")
                .reference(pool2dReference<true>)
                .kernel(pool2dKernel<true>)
                .gradient(pool2dGradient)
                .build());
    ops.add(declarePool2d("avg_pool2d", "average over a sliding window")
                .attr(field("count_include_pad", &Pool2dAttrs::countIncludePad,
                            "whether padding counts in the average"))
                .reference(pool2dReference<false>)
                .kernel(pool2dKernel<false>)
                .build());
}

} // namespace nervure
