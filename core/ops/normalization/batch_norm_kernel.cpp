// SPDX-License-Identifier: Apache-2.0
#include "core/ops/normalization/batch_norm_kernel.h"

#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/batch_norm.h"

#include <fmt/format.h>
#include <optional>

namespace nervure {

namespace {

/// The data as [outer, channels, inner].
struct Channels {
    std::int64_t outer = 1;
    std::int64_t count = 1;
    std::int64_t inner = 1;
};

std::optional<Channels> channelsOf(const BatchNormAttrs &attrs, const Shape &data)
{
    if (attrs.axis < 0 || attrs.axis >= static_cast<std::int64_t>(data.size()) || isUnknown(data)) {
        return std::nullopt;
    }
    const auto at = data.begin() + static_cast<std::ptrdiff_t>(attrs.axis);
    return Channels{*elementCount(Shape(data.begin(), at)), *at,
                    *elementCount(Shape(at + 1, data.end()))};
}

} // namespace

Result<KernelSpec> batchNormKernel(const BatchNormAttrs &attrs, const KernelContext &context)
{
    RETURN_IF_FAILED(checkOneFloatType(context));
    const auto channels = channelsOf(attrs, context.inShapes[0]);
    if (!channels) {
        return noKernelFor(
            fmt::format("axis {} of data {}", attrs.axis, shapeText(context.inShapes[0])));
    }
    for (std::size_t i = 1; i < context.inShapes.size(); ++i) {
        if (context.inShapes[i] != Shape{channels->count}) {
            return noKernelFor("statistics of shape " + shapeText(context.inShapes[i]));
        }
    }
    KernelLaunch launch;
    launch.program = "batch_norm";
    launch.source = kernels::batch_norm;
    launch.entry = "batch_norm";
    launch.algorithm = "channel";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    if (context.inTypes[0] == DType::Float64) {
        launch.defines.emplace_back("NERVURE_EPSILON", valueLiteral(DType::Float64, attrs.epsilon));
    }
    launch.args = {KernelArg::input(0),
                   KernelArg::input(1),
                   KernelArg::input(2),
                   KernelArg::input(3),
                   KernelArg::input(4),
                   KernelArg::output(0),
                   KernelArg::output(1),
                   KernelArg::output(2),
                   KernelArg::int32(attrs.scale),
                   KernelArg::int32(attrs.center),
                   KernelArg::int32(channels->inner),
                   KernelArg::float32(static_cast<float>(attrs.epsilon))};
    launch.global = {static_cast<std::size_t>(channels->count),
                     static_cast<std::size_t>(channels->outer), 1};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

std::string batchNormElement(const BatchNormAttrs &attrs, const KernelContext &context,
                             std::span<const ElementOperand> operands)
{
    const auto channels = channelsOf(attrs, context.inShapes[0]);
    if (!channels || operands.size() != 5 || operands[0].value.empty()) {
        return {};
    }
    const std::string channel = fmt::format("(i / {}) % {}", channels->inner, channels->count);
    for (std::size_t i = 1; i < operands.size(); ++i) {
        if (operands[i].buffer.empty() || elementCount(context.inShapes[i]) != channels->count) {
            return {};
        }
    }
    const auto parameter = [&](std::size_t i) {
        return elementAt(context, i, operands[i], channel);
    };
    std::string text = '(' + operands[0].value + " - " + parameter(3) + ") / sqrt(" + parameter(4)
                       + " + " + valueLiteral(context.inTypes[0], attrs.epsilon) + ')';
    if (attrs.scale) {
        text = '(' + text + ") * " + parameter(1);
    }
    if (attrs.center) {
        text += " + " + parameter(2);
    }
    return '(' + text + ')';
}

} // namespace nervure
