// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/convolution/conv2d_backward.h"
#include "core/ops/convolution/conv2d_kernel.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/lightnet/ln_window.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

struct DeconvAttrs {
    std::int64_t group = 1;
    IntTuple size;
    IntTuple stride;
    IntTuple outputDims; ///< what SAME_* reaches; not all positive: not given
    IntTuple padding;    ///< top, left, bottom, right
    IntTuple outputPadding;
    IntTuple dilation;
    std::string autopad;
};

bool hasOutputDims(const DeconvAttrs &attrs)
{
    return std::all_of(attrs.outputDims.begin(), attrs.outputDims.end(),
                       [](std::int64_t size) { return size > 0; });
}

/// The size along an axis without padding.
std::int64_t fullSize(const DeconvAttrs &attrs, std::size_t axis, std::int64_t in)
{
    return attrs.stride[axis] * (in - 1) + attrs.outputPadding[axis]
           + (attrs.size[axis] - 1) * attrs.dilation[axis] + 1;
}

/// Cut off at top, left, bottom, right. LightNet's VALID forgets the last two.
std::array<std::int64_t, 4> paddingOf(const DeconvAttrs &attrs, const Shape &data,
                                      Semantics semantics)
{
    std::array<std::int64_t, 4> padding{attrs.padding[0], attrs.padding[1], attrs.padding[2],
                                        attrs.padding[3]};
    if (attrs.autopad == "VALID") {
        const bool isFaulty = semantics == Semantics::Exact;
        return {0, 0, isFaulty ? padding[2] : 0, isFaulty ? padding[3] : 0};
    }
    const bool isUpper = attrs.autopad == "SAME_UPPER";
    if ((!isUpper && attrs.autopad != "SAME_LOWER") || !hasOutputDims(attrs)) {
        return padding;
    }
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t total =
            fullSize(attrs, axis, data[axis + 2]) - attrs.outputDims[axis + 2];
        padding[axis] = isUpper ? total / 2 : total - total / 2;
        padding[axis + 2] = total - padding[axis];
    }
    return padding;
}

Status checkTuples(const DeconvAttrs &attrs)
{
    Status status = lnCheckTuple("size", attrs.size, 2, 1);
    if (status) {
        status = lnCheckTuple("stride", attrs.stride, 2, 1);
    }
    if (status) {
        status = lnCheckTuple("output_dims", attrs.outputDims, 4, 0);
    }
    if (status) {
        status = lnCheckTuple("padding", attrs.padding, 4, 0);
    }
    if (status) {
        status = lnCheckTuple("output_padding", attrs.outputPadding, 2, 0);
    }
    return status ? lnCheckTuple("dilation", attrs.dilation, 2, 1) : status;
}

Status checkLnDeconv2dOperands(const DeconvAttrs &attrs, Semantics semantics, const Shapes &in)
{
    Status status = lnCheckRank(in[0], "src", 4);
    if (status) {
        status = lnCheckRank(in[1], "weight", 4);
    }
    if (status) {
        status = lnCheckRank(in[2], "bias", 1);
    }
    if (!status) {
        return status;
    }
    if (in[1][1] * attrs.group != in[2][0]) {
        return makeError("infer-shape",
                         "weight has shape {} and bias {}, expected as many channels in {} groups",
                         shapeText(in[1]), shapeText(in[2]), attrs.group);
    }
    if (in[1][2] != attrs.size[0] || in[1][3] != attrs.size[1]) {
        return makeError("infer-shape", "size is {}, expected the last two dimensions of weight {}",
                         NnvmAttrText::print(attrs.size), shapeText(in[1]));
    }
    // LightNet never looks at the input's channels.
    const bool fits = in[1][0] == in[0][1] && in[0][1] % attrs.group == 0;
    if (semantics == Semantics::Fixed && !fits) {
        return makeError("infer-shape",
                         "weight has shape {}, expected channels of src {} in {} groups",
                         shapeText(in[1]), shapeText(in[0]), attrs.group);
    }
    return {};
}

Status deconvShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<DeconvAttrs>();
    Status status = checkCounts(in.size(), out.size(), 3, 1);
    if (status) {
        status = checkTuples(attrs);
    }
    if (!status || isUnknown(in[0]) || isUnknown(in[1]) || isUnknown(in[2])) {
        return status;
    }
    if (status = checkLnDeconv2dOperands(attrs, context.semantics, in); !status) {
        return status;
    }
    const auto padding = paddingOf(attrs, in[0], context.semantics);
    Shape shape{in[0][0], in[1][1] * attrs.group, unknownSize, unknownSize};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        shape[axis + 2] =
            fullSize(attrs, axis, in[0][axis + 2]) - padding[axis] - padding[axis + 2];
    }
    if (status = lnCheckDims(shape, "the result"); !status) {
        return status;
    }
    if (hasOutputDims(attrs) && attrs.outputDims != shape) {
        return makeError("infer-shape", "output_dims is {}, expected the result's {}",
                         NnvmAttrText::print(attrs.outputDims), shapeText(shape));
    }
    return assignOutput(out, 0, shape);
}

/// The convolution that leads from the result to the data.
Conv2dGeometry lnDeconv2dGeometry(const DeconvAttrs &attrs, const Shape &data, const Shape &weight,
                                  const Shape &out, Semantics semantics)
{
    const auto padding = paddingOf(attrs, data, semantics);
    Conv2dGeometry g = conv2dSizes(out, weight, data);
    g.strideH = attrs.stride[0];
    g.strideW = attrs.stride[1];
    g.padTop = padding[0];
    g.padLeft = padding[1];
    g.dilationH = attrs.dilation[0];
    g.dilationW = attrs.dilation[1];
    g.groups = attrs.group;
    return g;
}

Status deconvReference(const DeconvAttrs &attrs, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneType(call));
    const Shape shape = shapeOf(call.out[0]);
    const Conv2dGeometry geometry = lnDeconv2dGeometry(
        attrs, shapeOf(call.in[0]), shapeOf(call.in[1]), shape, call.rule.semantics);
    RETURN_IF_FAILED(
        conv2dDataGradient(geometry, call.in[0], call.in[1], call.out[0], call.cancel));
    return withNumberType(call.out[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const std::int64_t plane = shape[2] * shape[3];
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            T &sum = call.out[0].as<T>()[i];
            sum = multiplyAdded(sum, call.in[2].as<T>()[i / plane % shape[1]], T{1});
        }
        return {};
    });
}

Result<KernelSpec> deconvKernel(const RuleContext &rule, const KernelContext &context)
{
    const auto &attrs = rule.attrs.as<DeconvAttrs>();
    const Shape &data = context.inShapes[0];
    const Shape &weight = context.inShapes[1];
    const Shape &out = context.outShapes[0];
    Conv2dGeometry g = lnDeconv2dGeometry(attrs, data, weight, out, rule.semantics);
    g.hasBias = true;
    return conv2dTransposedKernel(g, plainPlacing(), {}, context);
}

/// Every input element meets the kernels of all output channels of its group.
std::optional<std::int64_t> deconvMacs(const DeconvAttrs &, std::span<const Shape> in,
                                       std::span<const Shape>)
{
    return lnKernelMacs(in[0], in[1]);
}

} // namespace

void registerLnDeconv2d(OpRegistry &ops)
{
    using A = DeconvAttrs;
    ops.add(lnFinish(lnWithoutCode(lnForAllTypes(
        OpBuilder<A>(Dialect::LightNet, "deconv2d")
            .summary("transposed two-dimensional convolution of NCHW data")
            .category(OpCategory::Convolution)
            .attr(field("group", &A::group, "groups of channels convolved apart")
                      .required()
                      .atLeast(1))
            .attr(field("size", &A::size, "height and width of the kernel").required())
            .attr(
                field("stride", &A::stride, "distance of input elements in the result").required())
            .attr(field("output_dims", &A::outputDims,
                        "sizes that SAME_UPPER and SAME_LOWER reach; 0, 0, 0, 0: not given")
                      .required())
            .attr(field("padding", &A::padding, "cut off at top, left, bottom, right").required())
            .attr(field("output_padding", &A::outputPadding,
                        "rows and columns added at the bottom and the right")
                      .required())
            .attr(field("dilation", &A::dilation, "distance between kernel elements").required())
            .attr(
                field("autopad", &A::autopad, "NOTSET, VALID, SAME_UPPER or SAME_LOWER").required())
            .inputs({"src", "weight", "bias"})
            .parameters({1, 2})
            .shape(OpSpec::ShapeRule(deconvShape))
            .type(lnTypeOfFirst)
            .macs(deconvMacs)
            .pattern(OpPattern::OutElementwiseFusable)
            .reference(deconvReference)
            .kernel(OpSpec::KernelRule(deconvKernel))
            .build()))));
}

} // namespace nervure
