// SPDX-License-Identifier: Apache-2.0
// LightNet's batchnorm and softmax.
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/normalization/batch_norm_kernel.h"
#include "core/ops/normalization/softmax.h"
#include "core/ops/normalization/softmax_kernel.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <cmath>

namespace nervure {

namespace {

struct LnBatchnormAttrs {
    float epsilon = 1e-5F;
};

/// LightNet's own conversion makes every epsilon positive.
Status batchnormShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const auto &attrs = context.attrs.as<LnBatchnormAttrs>();
    if (context.semantics == Semantics::Fixed && attrs.epsilon < 0) {
        return makeError("attr-invalid", "epsilon is {}, expected at least 0",
                         formatNumber(attrs.epsilon));
    }
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 5, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckRank(in[0], "src", 4));
    const char *names[] = {"src", "scale", "offset", "mean", "var"};
    for (std::size_t i = 1; i < in.size(); ++i) {
        RETURN_IF_FAILED(assignInput(in, i, names[i], {in[0][1]}));
    }
    return assignOutput(out, 0, in[0]);
}

Status batchnormReference(const LnBatchnormAttrs &attrs, const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneType(call));
    const auto shape = call.in[0].shape;
    const std::int64_t inner = shape[2] * shape[3];
    return withFloatType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const auto value = [&](std::size_t input, std::int64_t i) {
            return static_cast<double>(call.in[input].as<T>()[i]);
        };
        for (std::int64_t i = 0; i < call.in[0].count(); ++i) {
            const std::int64_t c = i / inner % shape[1];
            const double normal = (value(0, i) - value(3, c))
                                  / std::sqrt(value(4, c) + static_cast<double>(attrs.epsilon));
            call.out[0].as<T>()[i] = static_cast<T>(normal * value(1, c) + value(2, c));
        }
        return {};
    });
}

std::string batchnormElement(const LnBatchnormAttrs &attrs, const KernelContext &context,
                             std::span<const ElementOperand> operands)
{
    BatchNormAttrs same;
    same.epsilon = static_cast<double>(attrs.epsilon);
    return batchNormElement(same, context, operands);
}

Status softmaxShape(const SoftmaxAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (in[0].hasRank()) {
        RETURN_IF_FAILED(lnCheckAxis(attrs.axis, in[0]));
    }
    return mergeAllShapes(in, out);
}

Status lnSoftmaxReference(const SoftmaxAttrs &attrs, const ReferenceCall &call)
{
    return softmaxReference(attrs, false, call);
}

Result<KernelSpec> lnSoftmaxKernel(const SoftmaxAttrs &attrs, const KernelContext &context)
{
    return softmaxKernel(static_cast<std::size_t>(attrs.axis), false, context);
}

} // namespace

void registerLnNormalize(OpRegistry &ops)
{
    OpSpec batchnorm =
        OpBuilder<LnBatchnormAttrs>(Dialect::LightNet, "batchnorm")
            .summary("(x - mean) / sqrt(var + epsilon) * scale + offset, channel by channel")
            .category(OpCategory::Normalization)
            .attr(field("epsilon", &LnBatchnormAttrs::epsilon, "added to the variance").required())
            .inputs({"src", "scale", "offset", "mean", "var"})
            .parameters({1, 2, 3, 4})
            .shape(OpSpec::ShapeRule(batchnormShape))
            .type(lnOneType)
            .pattern(OpPattern::Broadcast)
            .reference(batchnormReference)
            .element(batchnormElement)
            .build();
    setElementKernel(batchnorm);
    ops.add(lnFinish(lnWithoutCode(lnForAllTypes(std::move(batchnorm)))));
    ops.add(lnFinish(lnWithoutCode(lnForAllTypes(
        OpBuilder<SoftmaxAttrs>(Dialect::LightNet, "softmax")
            .summary("exp(x) divided by the sum of exp(x) along an axis")
            .category(OpCategory::Reduction)
            .attr(field("axis", &SoftmaxAttrs::axis, "dimension that sums to one").required())
            .inputs({"src"})
            .shape(softmaxShape)
            .type(elementwiseType(1))
            .pattern(OpPattern::Opaque)
            .reference(lnSoftmaxReference)
            .kernel(lnSoftmaxKernel)
            .build()))));
}

} // namespace nervure
