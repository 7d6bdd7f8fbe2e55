// SPDX-License-Identifier: Apache-2.0
// LightNet's reductions: maxreduce, maxreduce_arg and dot_product.
#include "kernels/ln_reduce.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/shape_rules.h"

#include <fmt/format.h>

namespace nervure {

namespace {

struct MaxAttrs {
    std::int64_t axis = 0;
};

/// LightNet compares by the sign of the difference, of which it only sees what an int holds:
/// differences below 1 are none, and those that do not fit count as negative.
template <typename T>
bool isGreaterInLightNet(T a, T b)
{
    if constexpr (isFloatElement<T>) {
        const double difference = static_cast<double>(static_cast<T>(a - b));
        return difference >= 1 && difference < 2147483648.0;
    } else {
        const auto difference = static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(difference)) > 0;
    }
}

Status maxShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const std::int64_t axis = context.attrs.as<MaxAttrs>().axis;
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, out.size()));
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckAxis(axis, in[0]));
    Shape shape = in[0];
    shape[static_cast<std::size_t>(axis)] = 1;
    for (std::size_t i = 0; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, shape));
    }
    return {};
}

Status maxArgType(const RuleContext &, DTypes &in, DTypes &out)
{
    if (out.size() != 2 || in.size() != 1) {
        return makeError("infer-type", "expected one input and two outputs");
    }
    const Status status = lnRequireType(out[1], "arg", DType::Int32);
    return status ? assignOutputType(out, 0, in[0]) : status;
}

Status maxReference(const MaxAttrs &attrs, const ReferenceCall &call)
{
    const Shape shape = shapeOf(call.in[0]);
    RETURN_IF_FAILED(lnCheckAxis(attrs.axis, shape));
    const auto axis = static_cast<std::size_t>(attrs.axis);
    const std::int64_t inner = sizeOf(Shape(shape.begin() + axis + 1, shape.end()));
    const std::int64_t length = shape[axis];
    const bool isExact = call.rule.semantics == Semantics::Exact;
    std::int32_t *arg = call.out.size() > 1 ? call.out[1].as<std::int32_t>() : nullptr;
    return withLightNetType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            const T *line = call.in[0].as<T>() + i / inner * inner * length + i % inner;
            std::int64_t best = 0;
            for (std::int64_t k = 1; k < length; ++k) {
                const T a = line[k * inner];
                const T b = line[best * inner];
                best = (isExact ? isGreaterInLightNet(a, b) : a > b) ? k : best;
            }
            call.out[0].as<T>()[i] = line[best * inner];
            if (arg != nullptr) {
                arg[i] = static_cast<std::int32_t>(best);
            }
        }
        return {};
    });
}

Result<KernelSpec> maxKernel(const MaxAttrs &attrs, const KernelContext &context)
{
    const Shape &shape = context.inShapes[0];
    const bool hasArg = context.outTypes.size() > 1;
    const DType type = context.inTypes[0];
    RETURN_IF_FAILED(checkTypedTensors(context));
    if (context.outTypes[0] != type || (hasArg && context.outTypes[1] != DType::Int32)) {
        return noKernelFor("results of these types");
    }
    if (!lnCheckAxis(attrs.axis, shape)) {
        return noKernelFor(fmt::format("axis {} of {}", attrs.axis, shapeText(shape)));
    }
    const auto split = shape.begin() + static_cast<std::ptrdiff_t>(attrs.axis);
    const std::int64_t inner = *elementCount(Shape(split + 1, shape.end()));
    KernelLaunch launch;
    launch.program = "ln_reduce";
    launch.source = kernels::ln_reduce;
    launch.entry = hasArg ? "max_along_arg" : "max_along";
    launch.algorithm = "line";
    defineTypes(launch, type, type);
    launch.args = {KernelArg::input(0), KernelArg::output()};
    if (hasArg) {
        launch.args.push_back(KernelArg::output(1));
    }
    launch.args.push_back(KernelArg::int32(*split));
    launch.args.push_back(KernelArg::int32(inner));
    launch.global = {static_cast<std::size_t>(inner),
                     static_cast<std::size_t>(*elementCount(Shape(shape.begin(), split))), 1};
    launch.local = groupsFor(context.device, *split);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

/// Identical shapes, whatever the rank.
Status dotShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(lnCheckOneShape(context, in));
    return assignOutput(out, 0, {1});
}

/// One product after the other, each step rounded to the type of the tensors, as LightNet does.
Status dotReference(const NoAttrs &, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneType(call));
    if (call.in[0].count() != call.in[1].count()) {
        return makeError("infer-shape", "src1 and src2 differ in size");
    }
    return withLightNetType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const bool isBool = call.in[0].type == DType::Bool;
        T sum{};
        for (std::int64_t i = 0; i < call.in[0].count(); ++i) {
            sum = multiplyAdded(sum, call.in[0].as<T>()[i], call.in[1].as<T>()[i]);
            sum = isBool && sum != T{} ? T{1} : sum;
        }
        call.out[0].as<T>()[0] = sum;
        return {};
    });
}

Result<KernelSpec> dotKernel(const NoAttrs &, const KernelContext &context)
{
    const auto count = elementCount(context.inShapes[0]);
    RETURN_IF_FAILED(checkOneType(context));
    if (!count || elementCount(context.inShapes[1]) != count) {
        return noKernelFor("tensors of different sizes");
    }
    KernelLaunch launch;
    launch.program = "ln_reduce";
    launch.source = kernels::ln_reduce;
    launch.entry = "dot_product";
    launch.algorithm = "one after another";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::output(),
                   KernelArg::int32(*count), KernelArg::int32(context.inTypes[0] == DType::Bool)};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

OpBuilder<MaxAttrs> declareMax(const char *name, const char *summary)
{
    OpBuilder<MaxAttrs> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Reduction)
        .attr(field("axis", &MaxAttrs::axis, "dimension that is left with one element").required())
        .inputs({"src"})
        .shape(OpSpec::ShapeRule(maxShape))
        .pattern(OpPattern::Reduction)
        .reference(maxReference)
        .kernel(maxKernel);
    return builder;
}

} // namespace

void registerLnReduce(OpRegistry &ops)
{
    ops.add(lnFinish(
        declareMax("maxreduce", "largest element along an axis").type(elementwiseType(1)).build()));
    ops.add(lnFinish(declareMax("maxreduce_arg", "largest element along an axis, and where it is")
                         .outputs({"dst", "arg"})
                         .type(maxArgType)
                         .build()));
    ops.add(lnFinish(OpBuilder<>(Dialect::LightNet, "dot_product")
                         .summary("sum of the products of two tensors, element by element")
                         .category(OpCategory::Reduction)
                         .inputs({"src1", "src2"})
                         .shape(OpSpec::ShapeRule(dotShape))
                         .type(elementwiseType(2))
                         .pattern(OpPattern::Reduction)
                         .reference(dotReference)
                         .kernel(dotKernel)
                         .build()));
}

} // namespace nervure
