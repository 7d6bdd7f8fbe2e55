// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op_builder.h"
#include "core/ops/gradient_rules.h"
#include "core/ops/layout_rules.h"
#include "core/ops/reduction_reference.h"
#include "core/ops/shape_rules.h"

namespace nervure {

namespace {

/// Attributes of NNVM's masks.
struct MaskAttrs {
    IntTuple axis;
    bool exclude = false;
};

Status inferType(const RuleContext &, DTypes &, DTypes &out)
{
    return assignOutputType(out, 0, DType::Float32);
}

template <bool isMax>
Status reference(const MaskAttrs &attrs, const ReferenceCall &call)
{
    const auto axes = reducedAxes(attrs.axis, attrs.exclude, call.in[0].shape.size());
    return axes ? extremeMaskReference(isMax, *axes, call) : Status(axes.error());
}

OpBuilder<MaskAttrs> declare(const char *name, const char *summary)
{
    OpBuilder<MaskAttrs> builder(Dialect::Nnvm, name);
    builder.summary(summary)
        .category(OpCategory::Reduction)
        .attr(field("axis", &MaskAttrs::axis, "dimensions to compare along; all if there are none"))
        .attr(field("exclude", &MaskAttrs::exclude,
                    "whether axis says which dimensions are not compared along"))
        .inputs({"data"})
        .shape(elementwiseShape(1))
        .type(inferType)
        .layout(keptInputLayout())
        .gradient(zeroGradients());
    return builder;
}

} // namespace

void registerReductionMask(OpRegistry &ops)
{
    ops.add(declare("_max_mask", "1 where an element is the largest along some dimensions, else 0")
                .reference(reference<true>)
                .build());
    ops.add(declare("_min_mask", "1 where an element is the smallest along some dimensions, else 0")
                .reference(reference<false>)
                .build());
}

} // namespace nervure
