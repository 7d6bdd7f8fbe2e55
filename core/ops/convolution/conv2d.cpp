// SPDX-License-Identifier: Apache-2.0
#include "core/ops/convolution/conv2d.h"

#include "core/ops/convolution/conv2d_blocked_kernel.h"
#include "core/ops/convolution/conv2d_kernel.h"
#include "core/ops/convolution/conv2d_planewise_kernel.h"
#include "core/ops/convolution/conv2d_rules.h"
#include "core/ops/convolution/conv2d_scale_axis.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_operand.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace nervure {

namespace {

std::optional<std::int64_t> conv2dMacs(const Conv2dAttrs &attrs, std::span<const Shape> in,
                                       std::span<const Shape> out)
{
    return conv2dMacs(attrs, in[1], out[0]);
}

/// The inputs in plain layouts and of the result's type.
Result<std::vector<ReferenceOperand>> plainInputs(const Conv2dLayouts &layouts,
                                                  const ReferenceCall &call, DType type)
{
    static const Layout channels = *Layout::parse("C");
    const std::array<std::pair<Layout, Layout>, 3> moves{{{layouts.data, plainDataLayout()},
                                                          {layouts.weight, plainWeightLayout()},
                                                          {layouts.bias, channels}}};
    std::vector<ReferenceOperand> operands;
    for (std::size_t i = 0; i < call.in.size() && i < moves.size(); ++i) {
        auto operand = ReferenceOperand::make(call.in[i], moves[i].first, moves[i].second, type);
        RETURN_IF_FAILED(operand);
        operands.push_back(std::move(operand).value());
    }
    return operands;
}

Status conv2dReference(const Conv2dAttrs &attrs, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto layouts, conv2dLayouts(attrs));
    const DType type = computingType(call.out[0].type);
    ASSIGN_OR_RETURN(const auto operands, plainInputs(*layouts, call, type));
    ASSIGN_OR_RETURN(auto result,
                     ReferenceResult::make(call.out[0], plainDataLayout(), layouts->out, type));
    std::vector<ConstTensorView> in;
    for (const ReferenceOperand &operand : operands) {
        in.push_back(operand.view());
    }
    ASSIGN_OR_RETURN(const auto geometry,
                     conv2dGeometry(attrs, shapeOf(in[0]), shapeOf(in[1]), shapeOf(result.view())));
    const Status status = conv2dReference(geometry, in, result.view(), call.cancel);
    return status ? result.store() : status;
}

/// The convolution of known shapes, in whatever layouts.
Result<Conv2dGeometry> conv2dGeometry(const Conv2dAttrs &attrs, const Conv2dLayouts &layouts,
                                      std::span<const Shape> in, const Shape &out)
{
    const auto data = layouts.data.convert(in[0], plainDataLayout());
    const auto weight = layouts.weight.convert(in[1], plainWeightLayout());
    const auto result = layouts.out.convert(out, plainDataLayout());
    if (!data || !weight || !result) {
        return noKernelFor("layouts " + attrs.layout + " and " + attrs.kernelLayout);
    }
    return conv2dGeometry(attrs, *data, *weight, *result);
}

/// All but channels in blocks.
Result<KernelSpec> plainKernel(const Conv2dAttrs &attrs, const Conv2dLayouts &layouts,
                               const KernelContext &context)
{
    const auto geometry = conv2dGeometry(attrs, layouts, context.inShapes, context.outShapes[0]);
    return geometry ? conv2dKernel(
               *geometry, {layouts.data, layouts.weight, layouts.out, layouts.bias}, context)
                    : Result<KernelSpec>(geometry.error());
}

Result<KernelSpec> conv2dKernel(const Conv2dAttrs &attrs, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTensorSizes(context));
    const auto layouts = conv2dLayouts(attrs);
    if (!layouts) {
        return noKernelFor("layouts " + attrs.layout + " and " + attrs.kernelLayout);
    }
    const auto in = channelBlockOf((*layouts)->data);
    const auto out = channelBlockOf((*layouts)->out);
    const bool isBlocked =
        in && out && (*in > 0 || *out > 0) && context.inTypes[0] == DType::Float32;
    if (!isBlocked) {
        return plainKernel(attrs, **layouts, context);
    }
    ASSIGN_OR_RETURN(const auto geometry,
                     conv2dGeometry(attrs, **layouts, context.inShapes, context.outShapes[0]));
    auto blocked = conv2dBlockedKernel(geometry, {*in, *out}, (*layouts)->weight, context);
    return blocked ? std::move(blocked) : plainKernel(attrs, **layouts, context);
}

bool isInBlocks(const Layout &layout)
{
    return layout.rank() != plainDataLayout().rank();
}

/// Blocks of channels for devices that compute with wide vectors; weights come in OIHW.
AttrDict alterLayout(const AlterCall &call)
{
    const Conv2dAttrs &attrs = call.rule.attrs.as<Conv2dAttrs>();
    const auto layouts = conv2dLayouts(attrs);
    const bool isFloat = std::all_of(call.inTypes.begin(), call.inTypes.end(),
                                     [](DType type) { return type == DType::Float32; });
    if (!layouts || isInBlocks((*layouts)->data) || isInBlocks((*layouts)->weight)
        || isInBlocks((*layouts)->out)) {
        call.refusal = "its layouts are in blocks already";
        return {};
    }
    if (!isFloat || attrs.outDtype != "same") {
        call.refusal = "only float32 is computed in blocks";
        return {};
    }
    const auto geometry = conv2dGeometry(attrs, **layouts, call.inShapes, call.outShapes[0]);
    const bool isPlane = geometry && call.readsWholeChannels && isPlanewise(*geometry);
    const ChannelBlocks blocks =
        geometry && !isPlane ? preferredBlocks(*geometry, call.device) : ChannelBlocks{};
    if (blocks.in == 0 && blocks.out == 0) {
        call.refusal = isPlane
                           ? "the device computes it fastest plane by plane, from whole channels"
                           : "the device has no faster layout for its sizes";
        return {};
    }
    const auto text = [](int block) {
        return block == 0 ? std::string("NCHW") : fmt::format("NCHW{}c", block);
    };
    AttrDict altered{{"layout", text(blocks.in)}, {"out_layout", text(blocks.out)}};
    if (!((*layouts)->weight == plainWeightLayout())) {
        altered.set("kernel_layout", plainWeightLayout().text());
    }
    return altered;
}

/// One node with an output for each input.
Result<std::vector<Entry>> conv2dGradient(const RewriteCall &call, std::span<const Entry> outGrads)
{
    const std::size_t inputs = call.rule.attrs.as<Conv2dAttrs>().useBias ? 3 : 2;
    if (call.inputs.size() != inputs || outGrads.empty()) {
        return makeError("input-count", "found {} inputs, expected {}", call.inputs.size(), inputs);
    }
    const Entry first =
        call.make("_conv2d_grad", call.rule.node.name + "_grad",
                  {outGrads[0], call.inputs[0], call.inputs[1]}, call.rule.node.attrs);
    std::vector<Entry> gradients;
    for (std::uint32_t i = 0; i < inputs; ++i) {
        gradients.push_back({first.node, i, 0});
    }
    return gradients;
}

} // namespace

Result<Conv2dGeometry> conv2dGeometry(const Conv2dAttrs &attrs, const Shape &data,
                                      const Shape &weight, const Shape &out)
{
    const std::int64_t groups = attrs.groups;
    const bool fits = data.size() == 4 && weight.size() == 4 && out.size() == 4 && groups > 0
                      && attrs.kernelSize.size() == 2 && attrs.strides.size() == 2
                      && attrs.dilation.size() == 2 && attrs.padding.size() >= 2
                      && weight[0] == out[1] && checkedMultiply(weight[1], groups) == data[1]
                      && weight[2] == attrs.kernelSize[0] && weight[3] == attrs.kernelSize[1]
                      && data[0] == out[0] && !isUnknown(out) && out[1] % groups == 0
                      && !isUnknown(data) && attrs.strides[0] > 0 && attrs.strides[1] > 0;
    if (!fits) {
        return makeError("infer-shape",
                         "input 1 (weight) has shape {}, expected one for data {} and output {}",
                         shapeText(weight), shapeText(data), shapeText(out));
    }
    Conv2dGeometry g = conv2dSizes(data, weight, out);
    g.strideH = attrs.strides[0];
    g.strideW = attrs.strides[1];
    g.padTop = attrs.padding[0];
    g.padLeft = attrs.padding[1];
    g.dilationH = attrs.dilation[0];
    g.dilationW = attrs.dilation[1];
    g.groups = groups;
    g.hasBias = attrs.useBias;
    return g;
}

void registerConv2d(OpRegistry &ops)
{
    ops.add(declareConv2d<Conv2dAttrs>("conv2d", "two-dimensional convolution", Conv2dWeight::Plain)
                .scaleAxis(convScaleBackward, convScaleForward)
                .macs(conv2dMacs)
                .reference(conv2dReference)
                .kernel(conv2dKernel)
                .alter(alterLayout)
                .gradient(conv2dGradient)
                .build());
    ops.add(declareConv2d<Conv2dAttrs>("_contrib_conv2d_NCHWc",
                                       "two-dimensional convolution of channels in blocks",
                                       Conv2dWeight::Plain)
                .macs(conv2dMacs)
                .reference(conv2dReference)
                .kernel(conv2dKernel)
                .build());
}

} // namespace nervure
