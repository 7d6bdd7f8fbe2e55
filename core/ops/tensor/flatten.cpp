// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

Status inferFlattenShape(const RuleContext &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].isScalar()) {
        return makeError("infer-shape",
                         "input 0 (data) has shape [], expected at least 1 dimension");
    }
    const Shape rest(in[0].begin() + 1, in[0].end());
    if (!isUnknown(rest) && !elementCount(rest)) {
        return makeError("infer-shape", "input 0 (data) has shape {}, which is too large",
                         shapeText(in[0]));
    }
    return assignOutput(out, 0, {in[0][0], sizeOf(rest)});
}

/// NNVM's node carries an attribute without a name.
std::vector<Entry> flattenGradient(const GradientNodes &nodes)
{
    return {nodes.make("reshape_like", "_grad", {nodes.outGrad(), nodes.input()}, {{"", ""}})};
}

Status flattenReference(const NoAttrs &, const ReferenceCall &call)
{
    return copyReference(call);
}

} // namespace

void registerFlatten(OpRegistry &ops)
{
    ops.add(OpBuilder<>(Dialect::Nnvm, "flatten")
                .summary("all dimensions but the first become one")
                .category(OpCategory::Layout)
                .acceptsAnyKey()
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(inferFlattenShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Injective)
                .layout(keptInputLayout())
                .gradient(gradientRule(1, flattenGradient))
                .view()
                .reference(flattenReference)
                .build());
}

} // namespace nervure
