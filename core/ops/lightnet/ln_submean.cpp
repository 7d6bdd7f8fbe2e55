// SPDX-License-Identifier: Apache-2.0
#include "kernels/ln_submean.h"
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

struct SubmeanAttrs {
    NumberTuple mean;
    DType dtype = DType::Float32;
};

constexpr std::int64_t colors = 3;

Status submeanShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<SubmeanAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (attrs.mean.size() != colors) {
        return makeError("attr-invalid", "mean has {} numbers, expected 3", attrs.mean.size());
    }
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckRank(in[0], "src", 3));
    if (in[0][2] != colors && context.semantics == Semantics::Fixed) {
        return makeError("infer-shape", "src has shape {}, expected a last dimension of 3 channels",
                         shapeText(in[0]));
    }
    return assignOutput(out, 0, {in[0][2], in[0][0], in[0][1]});
}

Status submeanType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const DType type = context.attrs.as<SubmeanAttrs>().dtype;
    if (type == DType::Bool || (!in.empty() && in[0] == DType::Bool)) {
        return makeError("infer-type", "src or dtype is bool, expected numbers");
    }
    return assignOutputType(out, 0, type);
}

Status submeanReference(const SubmeanAttrs &attrs, const ReferenceCall &call)
{
    const auto &shape = call.in[0].shape;
    const std::int64_t plane = shape[0] * shape[1];
    for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
        const std::int64_t channel = i / plane;
        const double pixel = elementAsDouble(call.in[0], i % plane * shape[2] + channel);
        lnStore(call.out[0], i, pixel - attrs.mean[static_cast<std::size_t>(channel)]);
    }
    return {};
}

/// The kernel for pixels that are computed as `type`.
KernelSpec submeanSpec(const SubmeanAttrs &attrs, DType type, const KernelContext &context)
{
    const Shape &shape = context.inShapes[0];
    KernelLaunch launch;
    launch.program = "ln_submean";
    launch.source = kernels::ln_submean;
    launch.entry = "submean";
    launch.algorithm = "pixel";
    defineTypes(launch, type, type);
    std::string means;
    for (const double mean : attrs.mean) {
        means += (means.empty() ? "{" : ", ") + valueLiteral(type, mean);
    }
    launch.defines.emplace_back("NERVURE_MEANS", means + '}');
    launch.args = {KernelArg::input(0), KernelArg::output()};
    launch.global = {static_cast<std::size_t>(shape[0] * shape[1]), 1, 1};
    launch.local = groupsFor(context.device, colors);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

/// Bytes to floats, as images are read, and floats are computed in float; all else in double.
Result<KernelSpec> submeanKernel(const SubmeanAttrs &attrs, const KernelContext &context)
{
    const DType in = context.inTypes[0];
    const DType out = context.outTypes[0];
    RETURN_IF_FAILED(checkTypedTensors(context));
    if (context.inShapes[0][2] != colors) {
        return noKernelFor("src of shape " + shapeText(context.inShapes[0]));
    }
    const bool isSingle = (in == DType::Float32 || in == DType::UInt8) && out == DType::Float32;
    if (!isSingle && !context.device.hasFloat64) {
        return noKernelFor(std::string(dtypeName(out)) + " on a device without float64");
    }
    const DType type = isSingle ? DType::Float32 : DType::Float64;
    KernelSpec spec = submeanSpec(attrs, type, context);
    if (in != type || out != type) {
        redefineHeld(spec.launches[0], in, out);
    }
    return spec;
}

} // namespace

void registerLnSubmean(OpRegistry &ops)
{
    using A = SubmeanAttrs;
    ops.add(lnFinish(lnWithoutCode(
        OpBuilder<A>(Dialect::LightNet, "submean")
            .summary("an image of rows of pixels as planes, less the mean of each channel")
            .category(OpCategory::Normalization)
            .attr(field("mean", &A::mean, "subtracted from the channels").required())
            .attr(field("dtype", &A::dtype, "element type of the result").required())
            .inputs({"src"})
            .shape(OpSpec::ShapeRule(submeanShape))
            .type(submeanType)
            .pattern(OpPattern::Injective)
            .reference(submeanReference)
            .kernel(submeanKernel)
            .build())));
}

} // namespace nervure
