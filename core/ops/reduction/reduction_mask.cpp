// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/reduction/reduction_kernel.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// Attributes of NNVM's masks.
struct MaskAttrs {
    IntTuple axis;
    bool exclude = false;
};

Status inferReductionMaskType(const RuleContext &, DTypes &, DTypes &out)
{
    return assignOutputType(out, 0, DType::Float32);
}

template <bool isMax>
Status reductionMaskReference(const MaskAttrs &attrs, const ReferenceCall &call)
{
    const auto axes = reducedAxes(attrs.axis, attrs.exclude, call.in[0].shape.size());
    return axes ? extremeMaskReference(isMax, *axes, call) : Status(axes.error());
}

template <bool isMax>
Result<KernelSpec> reductionMaskKernel(const RuleContext &rule, const KernelContext &context)
{
    const auto &attrs = rule.attrs.as<MaskAttrs>();
    const auto axes = reducedAxes(attrs.axis, attrs.exclude, context.inShapes[0].size());
    return axes ? extremeMaskKernel(isMax, *axes, rule.semantics, context)
                : Result<KernelSpec>(noKernelFor("these axes"));
}

OpBuilder<MaskAttrs> declareReductionMask(const char *name, const char *summary)
{
    OpBuilder<MaskAttrs> builder(Dialect::Nnvm, name);
    builder.summary(summary)
        .category(OpCategory::Reduction)
        .attr(field("axis", &MaskAttrs::axis, "dimensions to compare along; all if there are none"))
        .attr(field("exclude", &MaskAttrs::exclude,
                    "whether axis says which dimensions are not compared along"))
        .inputs({"data"})
        .shape(elementwiseShape(1))
        .type(inferReductionMaskType)
        .layout(keptInputLayout())
        .gradient(zeroGradients());
    return builder;
}

} // namespace

void registerReductionMask(OpRegistry &ops)
{
    ops.add(declareReductionMask("_max_mask",
                                 "1 where an element is the largest along some dimensions, else 0")
                .reference(reductionMaskReference<true>)
                .kernel(OpSpec::KernelRule(reductionMaskKernel<true>))
                .build());
    ops.add(declareReductionMask("_min_mask",
                                 "1 where an element is the smallest along some dimensions, else 0")
                .reference(reductionMaskReference<false>)
                .kernel(OpSpec::KernelRule(reductionMaskKernel<false>))
                .build());
}

} // namespace nervure
