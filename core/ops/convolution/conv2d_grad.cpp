// SPDX-License-Identifier: Apache-2.0
// The gradient of conv2d, which NNVM declares and never computes.
#include "core/ops/convolution/conv2d_backward.h"
#include "core/ops/convolution/conv2d_general_kernel.h"
#include "core/ops/convolution/conv2d_kernel.h"
#include "core/ops/convolution/conv2d_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_operand.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// Each result has the shape of what it is the gradient of; NNVM infers nothing the other way, and
/// leaves it to the types to count the inputs.
Status inferConv2dGradShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<Conv2dAttrs>();
    RETURN_IF_FAILED(
        checkCounts(std::min<std::size_t>(in.size(), 3), out.size(), 3, attrs.useBias ? 3 : 2));
    for (std::size_t i = 0; i < 2; ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, in[i + 1]));
    }
    return attrs.useBias ? assignComputed(out, 2, {attrs.channels}, context.semantics) : Status();
}

Status inferConv2dGradType(const RuleContext &, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 3, out.size());
    return counts ? mergeAllTypes(in, out) : counts;
}

/// One convolution for the gradient of the data and one for that of the weight.
std::optional<std::int64_t> conv2dGradMacs(const Conv2dAttrs &attrs, std::span<const Shape> in,
                                           std::span<const Shape>)
{
    const auto forward = conv2dMacs(attrs, in[2], in[0]);
    return forward ? checkedMultiply(*forward, 2) : std::nullopt;
}

/// The operands in plain layouts, and where the gradients go.
struct Plain {
    ReferenceOperand outGrad;
    ReferenceOperand data;
    ReferenceOperand weight;
    ReferenceResult dataGrad;
    ReferenceResult weightGrad;
};

Result<Plain> plainOf(const Conv2dLayouts &layouts, const ReferenceCall &call, DType type)
{
    auto outGrad = ReferenceOperand::make(call.in[0], layouts.out, plainDataLayout(), type);
    auto data = ReferenceOperand::make(call.in[1], layouts.data, plainDataLayout(), type);
    auto weight = ReferenceOperand::make(call.in[2], layouts.weight, plainWeightLayout(), type);
    for (const auto *operand : {&outGrad, &data, &weight}) {
        if (!operand->ok()) {
            return operand->error();
        }
    }
    auto dataGrad = ReferenceResult::make(call.out[0], plainDataLayout(), layouts.data, type);
    auto weightGrad = ReferenceResult::make(call.out[1], plainWeightLayout(), layouts.weight, type);
    for (const auto *result : {&dataGrad, &weightGrad}) {
        if (!result->ok()) {
            return result->error();
        }
    }
    return Plain{std::move(outGrad).value(), std::move(data).value(), std::move(weight).value(),
                 std::move(dataGrad).value(), std::move(weightGrad).value()};
}

/// conv2dGeometry() trusts the shape rule with the sizes of the output, which here is an input.
Status checkOutGrad(const Conv2dGeometry &g)
{
    const std::int64_t roomH = g.inH + 2 * g.padTop - (g.kernelH - 1) * g.dilationH - 1;
    const std::int64_t roomW = g.inW + 2 * g.padLeft - (g.kernelW - 1) * g.dilationW - 1;
    if (roomH < 0 || roomW < 0 || g.outH != roomH / g.strideH + 1
        || g.outW != roomW / g.strideW + 1) {
        return makeError(
            "infer-shape",
            "input 0 (ograd) is {} high and {} wide, expected the size of conv2d's result", g.outH,
            g.outW);
    }
    return {};
}

Status biasGradient(const Conv2dGeometry &g, const ConstTensorView &outGrad,
                    const TensorView &output)
{
    ASSIGN_OR_RETURN(auto result, ReferenceResult::make(output, outGrad.type));
    if (output.count() != g.outChannels) {
        return makeError("infer-shape", "output 2 (bias) has {} elements, expected {}",
                         output.count(), g.outChannels);
    }
    const Status status = conv2dBiasGradient(g, outGrad, result.view());
    return status ? result.store() : status;
}

Status conv2dGradReference(const Conv2dAttrs &attrs, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto layouts, conv2dLayouts(attrs));
    RETURN_IF_FAILED(requireOneType(call));
    ASSIGN_OR_RETURN(auto plain, plainOf(*layouts, call, computingType(call.in[0].type)));
    const ConstTensorView outGrad = plain.outGrad.view();
    ASSIGN_OR_RETURN(const auto g, conv2dGeometry(attrs, shapeOf(plain.data.view()),
                                                  shapeOf(plain.weight.view()), shapeOf(outGrad)));
    Status status = checkOutGrad(g);
    if (status) {
        status =
            conv2dDataGradient(g, outGrad, plain.weight.view(), plain.dataGrad.view(), call.cancel);
    }
    if (status) {
        status = conv2dWeightGradient(g, outGrad, plain.data.view(), plain.weightGrad.view(),
                                      call.cancel);
    }
    if (status && attrs.useBias) {
        status = biasGradient(g, outGrad, call.out[2]);
    }
    if (status) {
        status = plain.dataGrad.store();
    }
    return status ? plain.weightGrad.store() : status;
}

Result<KernelSpec> conv2dGradKernel(const Conv2dAttrs &attrs, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTensorSizes(context));
    const auto found = conv2dLayouts(attrs);
    if (!found) {
        return noKernelFor("these layouts");
    }
    const Conv2dLayouts &layouts = **found;
    const auto outGrad = layouts.out.convert(context.inShapes[0], plainDataLayout());
    const auto data = layouts.data.convert(context.inShapes[1], plainDataLayout());
    const auto weight = layouts.weight.convert(context.inShapes[2], plainWeightLayout());
    if (!outGrad || !data || !weight) {
        return noKernelFor("these layouts");
    }
    const auto g = conv2dGeometry(attrs, *data, *weight, *outGrad);
    if (!g || !checkOutGrad(*g)
        || (attrs.useBias && elementCount(context.outShapes[2]) != g->outChannels)) {
        return noKernelFor("these shapes");
    }
    Conv2dGeometry ofData = *g;
    ofData.hasBias = false;
    auto spec = conv2dTransposedKernel(
        ofData, {layouts.out, layouts.weight, layouts.data, layouts.bias}, {0, 2, 2}, context);
    const auto others = conv2dWeightGradientKernel(
        *g, {layouts.data, layouts.weight, layouts.out, layouts.bias}, context);
    if (!spec || !others) {
        return spec ? others.error() : spec.error();
    }
    spec->launches.insert(spec->launches.end(), others->launches.begin(), others->launches.end());
    for (KernelLaunch &launch : spec->launches) {
        launch.storesThroughMacro = false; // there are several outputs
    }
    return spec;
}

std::vector<std::string> conv2dGradOutputNames(const Conv2dAttrs &attrs)
{
    return conv2dInputNames(attrs.useBias);
}

} // namespace

void registerConv2dGrad(OpRegistry &ops)
{
    OpBuilder<Conv2dAttrs> op(Dialect::Nnvm, "_conv2d_grad");
    declareConv2dAttrs(op);
    ops.add(op.summary("gradient of conv2d: of its data, its weight and its bias")
                .category(OpCategory::Convolution)
                .inputs({"ograd", "data", "weight"})
                .outputs(conv2dGradOutputNames)
                .parameters({2})
                .shape(OpSpec::ShapeRule(inferConv2dGradShape))
                .type(inferConv2dGradType)
                .macs(conv2dGradMacs)
                .reference(conv2dGradReference)
                .kernel(conv2dGradKernel)
                .build());
}

} // namespace nervure
