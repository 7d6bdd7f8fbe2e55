// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/activation.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/scale_axis_rules.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// Output = f(input), where `f` takes and gives elements.
template <typename F>
Status mapElements(const ReferenceCall &call, F &&f)
{
    RETURN_IF_FAILED(requireAlike(call));
    return withNumberType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < call.out[0].count(); ++i) {
            call.out[0].as<T>()[i] = f(call.in[0].as<T>()[i]);
        }
        return {};
    });
}

/// The slope becomes an element first: whole types know no fraction.
Status leakyReluReference(const LeakyReluAttrs &attrs, const ReferenceCall &call)
{
    return mapElements(call, [&](auto x) {
        using T = decltype(x);
        const T slope = constantElement<T>(attrs.alpha);
        if constexpr (isFloatElement<T>) {
            return x > T{} ? x : static_cast<T>(x * slope);
        } else {
            // Unsigned products wrap around, signed ones must not overflow.
            using U = std::uint64_t;
            return x > T{} ? x : static_cast<T>(static_cast<U>(x) * static_cast<U>(slope));
        }
    });
}

/// In exact a bound becomes float32 first, as NNVM's does.
double boundOf(double value, Semantics semantics)
{
    return semantics == Semantics::Exact ? static_cast<double>(static_cast<float>(value)) : value;
}

/// NaN gives the upper bound, as in NNVM's kernel, or itself at nodes that pass it. The bounds become elements first.
Status clipReference(const ClipAttrs &attrs, const ReferenceCall &call)
{
    const bool passesNan = call.rule.node.passesNan;
    const auto bound = [&](double value) { return boundOf(value, call.rule.semantics); };
    return mapElements(call, [&](auto x) {
        using T = decltype(x);
        const T least = constantElement<T>(bound(attrs.minimum));
        const T most = constantElement<T>(bound(attrs.maximum));
        const T below = x < most ? x : most;
        const bool isPassed = passesNan && !(x == x);
        return isPassed ? x : (below > least ? below : least);
    });
}

/// dx = dy * ((x > 0) + alpha * (x < 0))
std::vector<Entry> leakyReluGradient(const GradientNodes &n)
{
    const Entry zero = n.make("zeros_like", "_grad_zero", {n.input()});
    const Entry above = n.make("greater", "_pos_grad", {n.input(), zero});
    const Entry below = n.make("less", "_neg_grad", {n.input(), zero});
    const Entry slope = n.make("__mul_scalar__", "_neg_mul_2", {below},
                               {{"scalar", std::to_string(n.attrs<LeakyReluAttrs>().alpha)}});
    const Entry sum = n.make("elemwise_add", "_sub3", {above, slope});
    return {n.make("elemwise_mul", "_grad", {n.outGrad(), sum})};
}

/// dx = dy * (1 - (x < a_min)) * (1 - (x > a_max))
std::vector<Entry> clipGradient(const GradientNodes &n)
{
    const Entry ones = n.make("ones_like", "_grad_sub_0", {n.input()});
    const Entry least =
        n.make("__mul_scalar__", "_grad_sub_1", {ones}, {{"scalar", n.attrText("a_min")}});
    const Entry below = n.make("less", "_grad_sub_2", {n.input(), least});
    const Entry notBelow = n.make("elemwise_sub", "_grad_sub_3", {ones, below});
    const Entry most =
        n.make("__mul_scalar__", "_grad_sub_4", {ones}, {{"scalar", n.attrText("a_max")}});
    const Entry above = n.make("greater", "_grad_sub_5", {n.input(), most});
    const Entry notAbove = n.make("elemwise_sub", "_grad_sub_6", {ones, above});
    const Entry inside = n.make("elemwise_mul", "_grad_sub_7", {notBelow, notAbove});
    return {n.make("elemwise_mul", "_grad", {inside, n.outGrad()})};
}

std::string leakyReluElement(const LeakyReluAttrs &attrs, const KernelContext &context,
                             std::span<const ElementOperand> operands)
{
    const DType type = context.inTypes[0];
    const std::string slope = valueLiteral(type, attrs.alpha);
    return elementText(isFloat(type) ? "%0 > 0.0f ? %0 : %0 * " + slope
                                     : "%0 > 0 ? %0 : NERVURE_WRAPPED(%0, *, " + slope + ')',
                       operands);
}

std::string clipElement(const RuleContext &rule, const KernelContext &context,
                        std::span<const ElementOperand> operands)
{
    const auto &attrs = rule.attrs.as<ClipAttrs>();
    const auto bound = [&](double value) {
        return valueLiteral(context.inTypes[0], boundOf(value, rule.semantics));
    };
    const std::string least = bound(attrs.minimum);
    const std::string most = bound(attrs.maximum);
    if (!rule.node.passesNan || !isFloat(context.inTypes[0])) {
        return elementText("NERVURE_MAX(NERVURE_MIN(%0, " + most + "), " + least + ")", operands);
    }
    // A comparison with NaN is false, and it is what each then leaves as it is.
    const std::string below = "(%0 > " + most + " ? " + most + " : %0)";
    return elementText(below + " < " + least + " ? " + least + " : " + below, operands);
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
                .layout(anyLayout())
                .gradient(gradientRule(1, leakyReluGradient))
                .reference(leakyReluReference)
                .element(leakyReluElement)
                .elementTakesVectors()
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
                .layout(keptInputLayout())
                .gradient(gradientRule(1, clipGradient))
                .reference(clipReference)
                .element(OpSpec::ElementRule(clipElement))
                .elementTakesVectors()
                .with(setElementKernel)
                .build());
}

} // namespace nervure
