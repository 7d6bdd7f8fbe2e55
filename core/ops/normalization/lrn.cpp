// SPDX-License-Identifier: Apache-2.0
#include "kernels/lrn.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace nervure {

namespace {

struct LrnAttrs {
    int size = 0;
    int axis = 0;
    float alpha = 0;
    float beta = 0;
    float bias = 0;
};

/// The output takes the input's shape; not the other way round.
Status inferLrnShape(const LrnAttrs &, Shapes &in, Shapes &out)
{
    const Status counts = checkLeastInputs(in.size(), 1);
    return counts ? assignOutput(out, 0, in[0]) : counts;
}

/// Sum of squares of the channels around `channel` that exist; elements are `stride` apart.
template <typename T>
double squaresAround(const T *line, std::int64_t channel, std::int64_t channels,
                     std::int64_t stride, std::int64_t half)
{
    double sum = 0;
    const std::int64_t last = half < channels - channel ? channel + half : channels - 1;
    for (std::int64_t c = std::max<std::int64_t>(channel - half, 0); c <= last; ++c) {
        const auto x = static_cast<double>(line[c * stride]);
        sum += x * x;
    }
    return sum;
}

template <typename T>
Status normalize(const LrnAttrs &attrs, const ReferenceCall &call)
{
    const auto shape = call.in[0].shape;
    const std::int64_t channels = shape[static_cast<std::size_t>(attrs.axis)];
    std::int64_t inner = 1;
    for (std::size_t i = static_cast<std::size_t>(attrs.axis) + 1; i < shape.size(); ++i) {
        inner *= shape[i];
    }
    const T *in = call.in[0].as<T>();
    for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
        if (isCanceled(call.cancel)) {
            return canceledError();
        }
        const std::int64_t channel = i / inner % channels;
        const double squares =
            squaresAround(in + i - channel * inner, channel, channels, inner, attrs.size / 2);
        const double scale =
            static_cast<double>(attrs.bias)
            + static_cast<double>(attrs.alpha) * squares / static_cast<double>(attrs.size);
        call.out[0].as<T>()[i] = static_cast<T>(static_cast<double>(in[i])
                                                / std::pow(scale, static_cast<double>(attrs.beta)));
    }
    return {};
}

Status lrnReference(const LrnAttrs &attrs, const ReferenceCall &call)
{
    const auto rank = static_cast<std::int64_t>(call.in[0].shape.size());
    if (rank != 4 || (attrs.axis != 1 && attrs.axis != 3)) {
        return makeError("infer-shape", "axis is {} of {} dimensions, expected 1 or 3 of 4",
                         attrs.axis, rank);
    }
    if (attrs.size < 1 || attrs.size % 2 == 0) {
        return makeError("infer-shape", "size is {}, expected an odd number of channels",
                         attrs.size);
    }
    RETURN_IF_FAILED(requireAlike(call));
    return withFloatType(call.in[0].type,
                         [&](auto zero) { return normalize<decltype(zero)>(attrs, call); });
}

/// Positions of channels behind the last still fit an int.
constexpr int maxInLanes = 1 << 16;

Result<KernelSpec> lrnKernel(const LrnAttrs &attrs, const KernelContext &context)
{
    const Shape &shape = context.inShapes[0];
    RETURN_IF_FAILED(checkOneFloatType(context));
    if (shape.size() != 4 || (attrs.axis != 1 && attrs.axis != 3) || attrs.size < 1
        || attrs.size % 2 == 0 || context.outShapes[0] != shape || isUnknown(shape)) {
        return noKernelFor(fmt::format("a size of {} over {}", attrs.size, shapeText(shape)));
    }
    const auto axis = shape.begin() + attrs.axis;
    const std::int64_t inner = *elementCount(Shape(axis + 1, shape.end()));
    KernelLaunch launch;
    launch.program = "lrn";
    launch.source = kernels::lrn;
    const int lanes = context.device.isCpu() ? vectorLanes(context.device) : 1;
    // What is raised to a power is positive then, and its logarithm a number.
    const bool isPositive = attrs.bias > 0 && attrs.alpha >= 0;
    const bool isInLanes = lanes > 1 && inner >= lanes && isPositive && attrs.size < maxInLanes;
    launch.entry = isInLanes ? "lrn_lanes" : "lrn";
    launch.algorithm = isInLanes ? "columns" : "naive";
    launch.defines = {{"NERVURE_LANES", std::to_string(lanes)}};
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {KernelArg::input(0),
                   KernelArg::output(),
                   KernelArg::int32(*axis),
                   KernelArg::int32(inner),
                   KernelArg::int32(attrs.size),
                   KernelArg::float32(attrs.alpha),
                   KernelArg::float32(attrs.beta),
                   KernelArg::float32(attrs.bias)};
    launch.global = globalSize(isInLanes ? ceilDivide(inner, lanes) : inner,
                               *elementCount(Shape(shape.begin(), axis)), 1);
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace

void registerLrn(OpRegistry &ops)
{
    using A = LrnAttrs;
    ops.add(OpBuilder<A>(Dialect::Nnvm, "lrn")
                .summary("local response normalisation: x / (bias + alpha * mean of the squares of "
                         "the channels around) ^ beta")
                .category(OpCategory::Normalization)
                .attr(field("size", &A::size, "how many channels are looked at; odd").required())
                .attr(field("axis", &A::axis, "dimension of the channels, 1 or 3").required())
                .attr(field("alpha", &A::alpha, "factor of the mean square").required())
                .attr(field("beta", &A::beta, "exponent").required())
                .attr(field("bias", &A::bias, "added to the scaled mean square").required())
                .inputs({"data"})
                .shape(inferLrnShape)
                .type(elementwiseType(1))
                .pattern(OpPattern::Opaque)
                .reference(lrnReference)
                .kernel(lrnKernel)
                .build());
}

} // namespace nervure
