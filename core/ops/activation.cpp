// SPDX-License-Identifier: Apache-2.0
#include "core/ops/activation.h"

#include "core/graph/op_builder.h"
#include "core/ops/element_kernel.h"
#include "core/ops/reference_types.h"
#include "core/ops/scale_axis_rules.h"
#include "core/ops/shape_rules.h"

namespace nervure {

namespace {

/// Output = f(input) with doubles in between.
template <typename F>
Status mapElements(const ReferenceCall &call, F &&f)
{
    if (Status status = requireOneType(call); !status) {
        return status;
    }
    return withNumberType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            call.out[0].as<T>()[i] = static_cast<T>(f(static_cast<double>(call.in[0].as<T>()[i])));
        }
        return {};
    });
}

Status leakyReluReference(const LeakyReluAttrs &attrs, const ReferenceCall &call)
{
    return mapElements(call, [&](double x) { return x > 0 ? x : x * attrs.alpha; });
}

/// NaN gives the upper bound, as in NNVM's kernel.
Status clipReference(const ClipAttrs &attrs, const ReferenceCall &call)
{
    return mapElements(call, [&](double x) {
        const double below = x < attrs.maximum ? x : attrs.maximum;
        return below > attrs.minimum ? below : attrs.minimum;
    });
}

std::string leakyReluElement(const LeakyReluAttrs &attrs, const KernelContext &,
                             std::span<const ElementOperand> operands)
{
    return elementText("%0 > 0.0f ? %0 : %0 * " + floatLiteral(attrs.alpha), operands);
}

std::string clipElement(const ClipAttrs &attrs, const KernelContext &,
                        std::span<const ElementOperand> operands)
{
    return elementText("NERVURE_MAX(NERVURE_MIN(%0, " + floatLiteral(attrs.maximum) + "), "
                           + floatLiteral(attrs.minimum) + ")",
                       operands);
}

} // namespace

void registerActivation(OpRegistry &ops)
{
    ops.add(OpBuilder<LeakyReluAttrs>(Dialect::Nnvm, "leaky_relu")
                .summary("x for positive x, else alpha * x")
                .category(OpCategory::Activation)
                .attr(field("alpha", &LeakyReluAttrs::alpha, "slope for negative x").atLeast(0))
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .pattern(OpPattern::Elementwise)
                .scaleAxis(passScaleBackward, passScaleForward)
                .reference(leakyReluReference)
                .element(leakyReluElement)
                .with(setElementKernel)
                .build());
    ops.add(OpBuilder<ClipAttrs>(Dialect::Nnvm, "clip")
                .summary("x limited to a range")
                .category(OpCategory::Activation)
                .attr(field("a_min", &ClipAttrs::minimum, "lower bound").required())
                .attr(field("a_max", &ClipAttrs::maximum, "upper bound").required())
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .pattern(OpPattern::Elementwise)
                .reference(clipReference)
                .element(clipElement)
                .with(setElementKernel)
                .build());
}

} // namespace nervure
