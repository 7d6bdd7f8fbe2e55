// SPDX-License-Identifier: Apache-2.0
#include "core/ops/pool2d.h"

#include "core/graph/layout.h"
#include "core/graph/op_builder.h"
#include "core/ops/pool2d_kernel.h"
#include "core/ops/scale_axis_rules.h"
#include "core/ops/shape_rules.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

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

Status checkAttrs(const Pool2dAttrs &attrs)
{
    if (attrs.poolSize.size() != 2 || attrs.strides.size() != 2) {
        return makeError("attr-invalid", "pool_size and strides have "
                                             + std::to_string(attrs.poolSize.size()) + " and "
                                             + std::to_string(attrs.strides.size())
                                             + " numbers, expected 2");
    }
    if (attrs.strides[0] < 1 || attrs.strides[1] < 1) {
        return makeError("attr-invalid", "strides are not positive, expected at least 1");
    }
    constexpr std::int64_t most = std::int64_t{1} << 31;
    for (const IntTuple *tuple : {&attrs.poolSize, &attrs.strides, &attrs.padding}) {
        for (const std::int64_t number : *tuple) {
            if (number > most || number < -most) {
                return makeError("attr-invalid", std::to_string(number)
                                                     + " in pool_size, strides or padding is out "
                                                       "of range");
            }
        }
    }
    return {};
}

/// Positions of height and width in the layout.
Result<std::array<std::size_t, 2>> spatialAxes(const std::string &text)
{
    const auto layout = Layout::parse(text);
    const bool plain = layout && layout->contains('H') && layout->contains('W')
                       && !layout->contains('h') && !layout->contains('w');
    if (!plain) {
        return makeError("layout-invalid",
                         "layout is '" + text + "', expected one with plain H and W");
    }
    return std::array{static_cast<std::size_t>(layout->indexOf('H')),
                      static_cast<std::size_t>(layout->indexOf('W'))};
}

/// One pooled size, or the reason why there is none.
Result<std::int64_t> pooledSize(const Pool2dAttrs &attrs, std::size_t axis, std::int64_t size,
                                std::int64_t padding)
{
    const std::int64_t window = attrs.poolSize[axis];
    const std::int64_t room = size + padding - window;
    if (room < 0) {
        return makeError("infer-shape", "pool size " + std::to_string(window)
                                            + " exceeds the input's " + std::to_string(size)
                                            + " padded to " + std::to_string(size + padding));
    }
    const std::int64_t stride = attrs.strides[axis];
    return (attrs.ceilMode ? room + stride - 1 : room) / stride + 1;
}

Status inferShape(const Pool2dAttrs &attrs, Shapes &in, Shapes &out)
{
    if (Status status = checkCounts(in.size(), out.size(), 1, 1); !status) {
        return status;
    }
    if (in[0].empty()) {
        return {};
    }
    const auto axes = spatialAxes(attrs.layout);
    if (!axes) {
        return axes.error();
    }
    Shape pooled = in[0];
    if (std::max((*axes)[0], (*axes)[1]) >= pooled.size()) {
        return makeError("infer-shape", "input 0 (data) has " + std::to_string(pooled.size())
                                            + " dimensions, expected layout " + attrs.layout);
    }
    if (Status status = checkAttrs(attrs); !status) {
        return status;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        const auto padding = paddingOf(attrs.padding, i);
        if (!padding) {
            return {};
        }
        std::int64_t &size = pooled[(*axes)[i]];
        const auto smaller = pooledSize(attrs, i, size, *padding);
        if (!smaller) {
            return smaller.error();
        }
        size = *smaller;
    }
    return assignOutput(out, 0, pooled);
}

template <bool isMax>
Status reference(const Pool2dAttrs &attrs, const ReferenceCall &call)
{
    const auto geometry =
        pool2dGeometry(attrs, isMax, Shape(call.in[0].shape.begin(), call.in[0].shape.end()),
                       Shape(call.out[0].shape.begin(), call.out[0].shape.end()));
    return geometry ? pool2dReference(*geometry, call.in[0], call.out[0], call.cancel)
                    : Status(geometry.error());
}

template <bool isMax>
Result<KernelSpec> kernel(const Pool2dAttrs &attrs, const KernelContext &context)
{
    const auto geometry = pool2dGeometry(attrs, isMax, context.inShapes[0], context.outShapes[0]);
    return geometry ? pool2dKernel(*geometry, context) : Result<KernelSpec>(geometry.error());
}

OpBuilder<Pool2dAttrs> declare(std::string name, std::string summary)
{
    using A = Pool2dAttrs;
    OpBuilder<A> builder(Dialect::Nnvm, std::move(name));
    builder.summary(std::move(summary))
        .category(OpCategory::Pooling)
        .attr(field("pool_size", &A::poolSize, "height and width of the window").required())
        .attr(field("strides", &A::strides, "step along height and width"))
        .attr(field("padding", &A::padding, "cells added: both sides, or top, left, bottom, right"))
        .attr(field("layout", &A::layout, "order of the input's dimensions"))
        .attr(field("ceil_mode", &A::ceilMode, "round the output size up instead of down"))
        .inputs({"data"})
        .shape(inferShape)
        .type(elementwiseType(1))
        .pattern(OpPattern::OutElementwiseFusable)
        .scaleAxis(poolScaleBackward, poolScaleForward);
    return builder;
}

} // namespace

Result<Pool2dGeometry> pool2dGeometry(const Pool2dAttrs &attrs, bool isMax, const Shape &data,
                                      const Shape &out)
{
    if (attrs.layout != "NCHW" || data.size() != 4 || out.size() != 4 || attrs.padding.empty()) {
        return makeError("layout-unsupported", "layout " + attrs.layout + " with data "
                                                   + shapeText(data)
                                                   + " cannot be run, expected NCHW");
    }
    if (Status status = checkAttrs(attrs); !status) {
        return status.error();
    }
    Pool2dGeometry g;
    g.isMax = isMax;
    g.countIncludePad = attrs.countIncludePad;
    g.batch = data[0];
    g.channels = data[1];
    g.inH = data[2];
    g.inW = data[3];
    g.outH = out[2];
    g.outW = out[3];
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
    ops.add(declare("max_pool2d", "maximum over a sliding window")
                .reference(reference<true>)
                .kernel(kernel<true>)
                .build());
    ops.add(declare("avg_pool2d", "average over a sliding window")
                .attr(field("count_include_pad", &Pool2dAttrs::countIncludePad,
                            "whether padding counts in the average"))
                .reference(reference<false>)
                .kernel(kernel<false>)
                .build());
}

} // namespace nervure
