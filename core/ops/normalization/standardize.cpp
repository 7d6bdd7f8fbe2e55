// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/reduction/reduced_axes.h"
#include "core/ops/reduction/reduction_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_walk.h"

#include <cmath>

namespace nervure {

namespace {

struct StandardizeAttrs {
    float epsilon = 1e-5F;
    IntTuple axis;
    bool isCentered = true;
};

/// Mean and inverse deviation of each group.
struct GroupMoments {
    std::vector<double> means;
    std::vector<double> scales;
};

template <typename T>
GroupMoments momentsOf(const ConstTensorView &in, const std::vector<std::int64_t> &strides,
                       std::int64_t each, const StandardizeAttrs &attrs)
{
    const std::int64_t count = in.count();
    GroupMoments moments;
    moments.means.resize(static_cast<std::size_t>(count));
    moments.scales.resize(static_cast<std::size_t>(count));
    StridedWalk to(in.shape, strides);
    for (std::int64_t i = 0; attrs.isCentered && i < count; ++i, to.next()) {
        moments.means[static_cast<std::size_t>(to.at())] += static_cast<double>(in.as<T>()[i]);
    }
    for (double &mean : moments.means) {
        mean /= static_cast<double>(each);
    }
    StridedWalk again(in.shape, strides);
    for (std::int64_t i = 0; i < count; ++i, again.next()) {
        const auto group = static_cast<std::size_t>(again.at());
        const double centered = static_cast<double>(in.as<T>()[i]) - moments.means[group];
        moments.scales[group] += centered * centered;
    }
    for (double &scale : moments.scales) {
        scale =
            1 / std::sqrt(scale / static_cast<double>(each) + static_cast<double>(attrs.epsilon));
    }
    return moments;
}

Status standardizeReference(const StandardizeAttrs &attrs, const ReferenceCall &call)
{
    const ConstTensorView &in = call.in[0];
    ASSIGN_OR_RETURN(const auto axes, reducedAxes(attrs.axis, false, in.shape.size()));
    RETURN_IF_FAILED(requireAlike(call));
    const auto strides = resultStrides(in.shape, axes);
    const std::int64_t each = reducedCount(shapeOf(in), axes);
    return withFloatType(in.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const GroupMoments moments = momentsOf<T>(in, strides, each, attrs);
        StridedWalk from(in.shape, strides);
        for (std::int64_t i = 0; i < in.count(); ++i, from.next()) {
            const auto group = static_cast<std::size_t>(from.at());
            const double centered = static_cast<double>(in.as<T>()[i]) - moments.means[group];
            call.out[0].as<T>()[i] = static_cast<T>(centered * moments.scales[group]);
        }
        return {};
    });
}

Result<KernelSpec> standardizeKernel(const StandardizeAttrs &attrs, const KernelContext &context)
{
    const auto axes = reducedAxes(attrs.axis, false, context.inShapes[0].size());
    return axes ? standardizeGroupKernel(*axes, {attrs.epsilon, attrs.isCentered}, context)
                : Result<KernelSpec>(noKernelFor("these axes"));
}

} // namespace

void registerStandardize(OpRegistry &ops)
{
    using A = StandardizeAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "standardize")
                .summary("(x - mean) / sqrt(variance + epsilon), of groups along some dimensions")
                .category(OpCategory::Normalization)
                .attr(field("epsilon", &A::epsilon, "added to the variance"))
                .attr(field("axis", &A::axis, "dimensions of a group; all if none"))
                .attr(field("center", &A::isCentered, "False: the mean counts as 0"))
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .pattern(OpPattern::OutElementwiseFusable)
                .reference(standardizeReference)
                .kernel(standardizeKernel)
                .build());
}

} // namespace nervure
