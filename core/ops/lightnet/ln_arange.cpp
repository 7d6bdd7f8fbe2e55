// SPDX-License-Identifier: Apache-2.0
// LightNet's ranges: arange makes one, rearange writes one over a tensor.
#include "kernels/ln_arange.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <cmath>
#include <optional>

namespace nervure {

namespace {

struct RearangeAttrs {
    double start = 0;
    double stop = 0;
    double step = 1;
};

struct ArangeAttrs : RearangeAttrs {
    DType dtype = DType::Float32;
};

std::string rangeText(const RearangeAttrs &attrs)
{
    return "the range from " + formatNumber(attrs.start) + " to " + formatNumber(attrs.stop)
           + " by " + formatNumber(attrs.step);
}

Result<std::int64_t> lengthOf(const RearangeAttrs &attrs)
{
    constexpr double most = 2147483647;
    const double count = std::ceil((attrs.stop - attrs.start) / attrs.step);
    if (!(count >= 1 && count <= most)) {
        return makeError("infer-shape", "{} has {} elements, expected 1 to 2147483647",
                         rangeText(attrs), formatNumber(count));
    }
    return static_cast<std::int64_t>(count);
}

Status checkFits(const char *name, double value, DType type)
{
    const auto [least, most] = lnRange(type);
    if (value < least || value > most) {
        return makeError("infer-shape", "{} is {}, expected a number that {} holds", name,
                         formatNumber(value), dtypeName(type));
    }
    return {};
}

Status checkNumbers(const ArangeAttrs &attrs)
{
    Status status = checkFits("start", attrs.start, attrs.dtype);
    if (status) {
        status = checkFits("stop", attrs.stop, attrs.dtype);
    }
    if (status) {
        status = checkFits("step", attrs.step, attrs.dtype);
    }
    if (status && (attrs.step == 0 || !(attrs.stop > attrs.start))) {
        return makeError("infer-shape", "{} is empty, expected stop > start and a step",
                         rangeText(attrs));
    }
    return status;
}

Status arangeShape(const ArangeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 0, 1));
    RETURN_IF_FAILED(checkNumbers(attrs));
    const auto length = lengthOf(attrs);
    return length ? assignOutput(out, 0, {*length}) : Status(length.error());
}

Status arangeType(const RuleContext &context, DTypes &, DTypes &out)
{
    return assignOutputType(out, 0, context.attrs.as<ArangeAttrs>().dtype);
}

/// LightNet's alias: the output lies where the source does, which so gets the range, too.
Status rearangeShape(const RearangeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    ASSIGN_OR_RETURN(const auto length, lengthOf(attrs));
    if (isUnknown(in[0])) {
        return assignOutput(out, 0, {length});
    }
    RETURN_IF_FAILED(lnCheckRank(in[0], "src", 1));
    if (in[0][0] != length) {
        return makeError("infer-shape", "{} has {} elements, expected those of src, {}",
                         rangeText(attrs), length, in[0][0]);
    }
    return assignOutput(out, 0, in[0]);
}

template <typename Attrs>
Status rangeReference(const Attrs &attrs, const ReferenceCall &call)
{
    for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
        lnStore(call.out[0], i, attrs.start + attrs.step * static_cast<double>(i));
    }
    return {};
}

bool isWhole(double value)
{
    return value == std::trunc(value) && std::abs(value) <= 1e6;
}

Result<KernelSpec> rearangeKernel(const RearangeAttrs &attrs, const KernelContext &context)
{
    const DType type = context.outTypes[0];
    RETURN_IF_FAILED(lnCheckKernelTensors(context, {type}, {type}));
    const std::int64_t count = context.outShapes[0][0];
    KernelLaunch launch;
    launch.program = "ln_arange";
    launch.source = kernels::ln_arange;
    launch.algorithm = "element";
    launch.args = {KernelArg::output()};
    launch.global = {static_cast<std::size_t>(count), 1, 1};
    launch.local = groupsFor(context.device, 1);
    if (type == DType::Float32) {
        launch.entry = "range_floats";
        launch.args.push_back(KernelArg::float32(static_cast<float>(attrs.start)));
        launch.args.push_back(KernelArg::float32(static_cast<float>(attrs.step)));
        launch.storesThroughMacro = true;
    } else if (type == DType::Int32 && isWhole(attrs.start) && isWhole(attrs.step)
               && fitsInt({2, static_cast<std::int64_t>(std::abs(attrs.step)) + 1, count})) {
        launch.entry = "range_integers";
        launch.args.push_back(KernelArg::int32(static_cast<std::int64_t>(attrs.start)));
        launch.args.push_back(KernelArg::int32(static_cast<std::int64_t>(attrs.step)));
    } else if (context.device.hasFloat64) {
        launch.entry = "range_numbers";
        defineTypes(launch, DType::Float64, DType::Float64);
        launch.defines.emplace_back("NERVURE_START", valueLiteral(DType::Float64, attrs.start));
        launch.defines.emplace_back("NERVURE_STEP", valueLiteral(DType::Float64, attrs.step));
        redefineHeld(launch, type, type);
    } else {
        return noKernelFor(rangeText(attrs) + " as " + std::string(dtypeName(type)));
    }
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

template <typename A>
OpBuilder<A> declareLnArange(const char *name, const char *summary)
{
    OpBuilder<A> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Data)
        .attr(field<A, double>("start", &A::start, "first element").required())
        .attr(field<A, double>("stop", &A::stop, "end of the range, not part of it").required())
        .attr(field<A, double>("step", &A::step, "distance of the elements").required())
        .pattern(OpPattern::Opaque)
        .reference(rangeReference<A>);
    return builder;
}

} // namespace

void registerLnArange(OpRegistry &ops)
{
    using A = ArangeAttrs;
    OpSpec arange =
        declareLnArange<A>("arange", "start, start + step, … up to below stop, made once")
            .attr(field("dtype", &A::dtype, "element type").required())
            .inputs(std::vector<std::string>{})
            .shape(arangeShape)
            .type(arangeType)
            .build();
    arange.isStatic = true;
    ops.add(lnFinish(std::move(arange)));
    OpSpec rearange = declareLnArange<RearangeAttrs>(
                          "rearange", "start, start + step, … in place of the elements of a tensor")
                          .inputs({"src"})
                          .shape(rearangeShape)
                          .type(elementwiseType(1))
                          .kernel(rearangeKernel)
                          .build();
    rearange.sharedMemory = {{0, 0}};
    ops.add(lnFinish(std::move(rearange)));
}

} // namespace nervure
