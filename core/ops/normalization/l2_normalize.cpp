// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/reduction/reduced_axes.h"
#include "core/ops/reduction/reduction_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_walk.h"

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

struct L2NormalizeAttrs {
    float epsilon = 0;
    IntTuple axis;
};

/// The output takes the input's shape; not the other way round.
Status inferL2NormalizeShape(const L2NormalizeAttrs &, Shapes &in, Shapes &out)
{
    const Status counts = checkLeastInputs(in.size(), 1);
    return counts ? assignOutput(out, 0, in[0]) : counts;
}

template <typename T>
Status normalize(const L2NormalizeAttrs &attrs, const IntTuple &axes, const ReferenceCall &call)
{
    const ConstTensorView &in = call.in[0];
    const std::int64_t count = in.count();
    const auto strides = resultStrides(in.shape, axes);
    std::vector<double> squares(static_cast<std::size_t>(count), 0.0);
    StridedWalk to(in.shape, strides);
    for (std::int64_t i = 0; i < count; ++i, to.next()) {
        const auto x = static_cast<double>(in.as<T>()[i]);
        squares[static_cast<std::size_t>(to.at())] += x * x;
    }
    StridedWalk from(in.shape, strides);
    for (std::int64_t i = 0; i < count; ++i, from.next()) {
        const double sum = squares[static_cast<std::size_t>(from.at())];
        const double length = std::sqrt(std::max(sum, static_cast<double>(attrs.epsilon)));
        call.out[0].as<T>()[i] = static_cast<T>(static_cast<double>(in.as<T>()[i]) / length);
    }
    return {};
}

Status l2NormalizeReference(const L2NormalizeAttrs &attrs, const ReferenceCall &call)
{
    ASSIGN_OR_RETURN(const auto axes, reducedAxes(attrs.axis, false, call.in[0].shape.size()));
    RETURN_IF_FAILED(requireAlike(call));
    return withFloatType(call.in[0].type,
                         [&](auto zero) { return normalize<decltype(zero)>(attrs, axes, call); });
}

Result<KernelSpec> l2NormalizeKernel(const L2NormalizeAttrs &attrs, const KernelContext &context)
{
    const auto axes = reducedAxes(attrs.axis, false, context.inShapes[0].size());
    return axes ? normalizeGroupKernel(*axes, attrs.epsilon, context)
                : Result<KernelSpec>(noKernelFor("these axes"));
}

} // namespace

void registerL2Normalize(OpRegistry &ops)
{
    using A = L2NormalizeAttrs;
    ops.add(
        OpBuilder<A>(Dialect::Nnvm, "l2_normalize")
            .summary("x divided by the square root of the sum of squares along some dimensions")
            .category(OpCategory::Normalization)
            .attr(field("eps", &A::epsilon, "least sum of squares").required())
            .attr(
                field("axis", &A::axis, "dimensions that are summed along; all if none").required())
            .inputs({"data"})
            .shape(inferL2NormalizeShape)
            .type(elementwiseType(1))
            .pattern(OpPattern::OutElementwiseFusable)
            .layout(anyLayout())
            .reference(l2NormalizeReference)
            .kernel(l2NormalizeKernel)
            .build());
}

} // namespace nervure
