// SPDX-License-Identifier: Apache-2.0
#include "kernels/accumulate.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/accumulator.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <algorithm>

namespace nervure {

namespace {

struct AccumulateAttrs {
    std::int64_t axis = 0;
    std::string mode = "sum";
    bool isExclusive = false;
    bool isReverse = false;
};

Status accumulateShape(const AccumulateAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    RETURN_IF_FAILED(mergeAllShapes(in, out));
    const auto axis = in[0].hasRank() ? dimensionAt(attrs.axis, in[0]) : Result<std::size_t>(0);
    return axis ? Status() : Status(axis.error());
}

/// One row of elements that lie `step` apart, from the end that the attributes say.
template <typename T>
void accumulateRow(const AccumulateAttrs &attrs, const T *from, T *to, std::int64_t size,
                   std::int64_t step)
{
    const bool isSum = attrs.mode == "sum";
    auto total = static_cast<Accumulator<T>>(isSum ? 0 : 1);
    for (std::int64_t k = 0; k < size; ++k) {
        const std::int64_t at = (attrs.isReverse ? size - 1 - k : k) * step;
        const auto before = total;
        const auto element = static_cast<Accumulator<T>>(from[at]);
        total = static_cast<Accumulator<T>>(isSum ? total + element : total * element);
        to[at] = static_cast<T>(attrs.isExclusive ? before : total);
    }
}

Status accumulateReference(const AccumulateAttrs &attrs, const ReferenceCall &call)
{
    const Shape shape = shapeOf(call.in[0]);
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, shape));
    RETURN_IF_FAILED(requireOneCount(call));
    const std::int64_t step = denseStrides(shape)[axis];
    const std::int64_t size = shape[axis];
    return withNumberType(call.out[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.in[0].count() / std::max<std::int64_t>(size, 1); ++i) {
            if (isCanceled(call.cancel)) {
                return canceledError();
            }
            const std::int64_t start = i / step * step * size + i % step;
            accumulateRow(attrs, call.in[0].as<T>() + start, call.out[0].as<T>() + start, size,
                          step);
        }
        return {};
    });
}

Result<KernelSpec> accumulateKernel(const RuleContext &rule, const KernelContext &context)
{
    RETURN_IF_FAILED(checkOneType(context));
    const auto &attrs = rule.attrs.as<AccumulateAttrs>();
    const Shape &shape = context.inShapes[0];
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, shape));
    KernelLaunch launch;
    launch.program = "accumulate";
    launch.source = kernels::accumulate;
    launch.entry = "accumulate";
    launch.algorithm = "row by row";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    if (attrs.mode == "prod") {
        launch.defines.insert(launch.defines.end(),
                              {{"JOINED(a, b)", "((a) * (b))"}, {"FIRST", "1"}});
    }
    launch.args = {KernelArg::input(0), KernelArg::output()};
    addInts(launch, {shape[axis], denseStrides(shape)[axis], attrs.isExclusive ? 1 : 0,
                     attrs.isReverse ? 1 : 0});
    launch.global = globalSize(sizeOf(shape) / shape[axis], 1, 1);
    KernelSpec spec;
    spec.launches = {std::move(launch)};
    return spec;
}

} // namespace

void registerAccumulate(OpRegistry &ops)
{
    using A = AccumulateAttrs;
    ops.add(
        OpBuilder<A>(Dialect::Nervure, "accumulate")
            .summary("sums or products of the elements so far along a dimension")
            .category(OpCategory::Reduction)
            .attr(field("axis", &A::axis, "the dimension"))
            .attr(field("mode", &A::mode, "what is accumulated").oneOf({"sum", "prod"}))
            .attr(field("exclusive", &A::isExclusive, "whether an element does not count itself"))
            .attr(field("reverse", &A::isReverse, "whether it goes from the last to the first"))
            .inputs({"data"})
            .shape(accumulateShape)
            .type(elementwiseType(1))
            .pattern(OpPattern::Opaque)
            .reference(accumulateReference)
            .kernel(OpSpec::KernelRule(accumulateKernel))
            .build());
}

} // namespace nervure
