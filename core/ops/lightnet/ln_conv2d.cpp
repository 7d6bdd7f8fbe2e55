// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/convolution/conv2d_kernel.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/lightnet/ln_window.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct ConvAttrs : LnWindow {
    std::int64_t group = 1;
};

Status checkLnConv2dOperands(const ConvAttrs &attrs, Semantics semantics, const Shape &data,
                             const Shape &weight, const Shape &bias)
{
    Status status = lnCheckRank(data, "src", 4);
    if (status) {
        status = lnCheckRank(weight, "weight", 4);
    }
    if (!status) {
        return status;
    }
    // LightNet never looks whether the groups share the output channels evenly.
    const bool isUneven = semantics == Semantics::Fixed && weight[0] % attrs.group != 0;
    if (weight[1] * attrs.group != data[1] || isUneven) {
        return makeError("infer-shape",
                         "weight has shape {}, expected channels for src {} in {} groups",
                         shapeText(weight), shapeText(data), attrs.group);
    }
    if (weight[2] != attrs.size[0] || weight[3] != attrs.size[1]) {
        return makeError("infer-shape", "size is {}, expected the last two dimensions of weight {}",
                         NnvmAttrText::print(attrs.size), shapeText(weight));
    }
    if (bias != Shape{weight[0]}) {
        return makeError("infer-shape", "bias has shape {}, expected {}", shapeText(bias),
                         shapeText({weight[0]}));
    }
    return {};
}

Status convShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<ConvAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    RETURN_IF_FAILED(lnCheckWindow(attrs));
    if (isUnknown(in[0]) || isUnknown(in[1]) || isUnknown(in[2])) {
        return {};
    }
    RETURN_IF_FAILED(checkLnConv2dOperands(attrs, context.semantics, in[0], in[1], in[2]));
    ASSIGN_OR_RETURN(const auto size, lnOutputSize(attrs, in[0], context.semantics, false));
    return assignOutput(out, 0, {in[0][0], in[1][0], size[0], size[1]});
}

Conv2dGeometry lnConv2dGeometry(const ConvAttrs &attrs, const Shape &data, const Shape &weight,
                                const Shape &out, Semantics semantics)
{
    const auto padding = lnPaddingFor(attrs, data, semantics, false);
    Conv2dGeometry g = conv2dSizes(data, weight, out);
    g.strideH = attrs.stride[0];
    g.strideW = attrs.stride[1];
    g.padTop = padding[0];
    g.padLeft = padding[1];
    g.dilationH = attrs.dilation[0];
    g.dilationW = attrs.dilation[1];
    g.groups = attrs.group;
    g.hasBias = true;
    return g;
}

Status convReference(const ReferenceCall &call)
{
    const auto &attrs = call.rule.attrs.as<ConvAttrs>();
    const Conv2dGeometry geometry = lnConv2dGeometry(
        attrs, shapeOf(call.in[0]), shapeOf(call.in[1]), shapeOf(call.out[0]), call.rule.semantics);
    return conv2dReference(geometry, call.in, call.out[0], call.cancel);
}

Result<KernelSpec> convKernel(const RuleContext &rule, const KernelContext &context)
{
    return conv2dKernel(lnConv2dGeometry(rule.attrs.as<ConvAttrs>(), context.inShapes[0],
                                         context.inShapes[1], context.outShapes[0], rule.semantics),
                        plainPlacing(), context);
}

std::optional<std::int64_t> convMacs(const ConvAttrs &, std::span<const Shape> in,
                                     std::span<const Shape> out)
{
    return lnKernelMacs(out[0], in[1]);
}

} // namespace

void registerLnConv2d(OpRegistry &ops)
{
    using A = ConvAttrs;
    OpSpec spec =
        OpBuilder<A>(Dialect::LightNet, "conv2d")
            .summary("two-dimensional convolution of NCHW data")
            .category(OpCategory::Convolution)
            .attr(field("group", &A::group, "groups of channels convolved apart")
                      .required()
                      .atLeast(1))
            .attr(field<A, IntTuple>("size", &A::size, "height and width of the kernel").required())
            .attr(
                field<A, IntTuple>("stride", &A::stride, "step along height and width").required())
            .attr(field<A, IntTuple>("padding", &A::padding, "zeros at top, left, bottom, right")
                      .required())
            .attr(field<A, IntTuple>("dilation", &A::dilation, "distance between kernel elements")
                      .required())
            .attr(field<A, std::string>("autopad", &A::autopad,
                                        "NOTSET, VALID, SAME_UPPER or SAME_LOWER")
                      .required())
            .inputs({"src", "weight", "bias"})
            .parameters({1, 2})
            .shape(convShape)
            .type(lnTypeOfFirst)
            .macs(convMacs)
            .pattern(OpPattern::OutElementwiseFusable)
            .build();
    spec.reference = convReference;
    spec.kernel = convKernel;
    ops.add(lnFinish(lnWithoutCode(lnForAllTypes(std::move(spec)))));
}

} // namespace nervure
