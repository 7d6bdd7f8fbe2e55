// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// Dimensions that may be added at once; more is no model but an attack.
constexpr double mostNewDimensions = 1024;

struct ExpandDimsAttrs {
    std::int64_t axis = 0;
    std::int64_t newAxes = 1;
};

/// NNVM does not wait for the input: without its shape the result is the new dimensions alone.
Status expandShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (context.semantics == Semantics::Fixed && !in[0].hasRank()) {
        return {};
    }
    const auto &attrs = context.attrs.as<ExpandDimsAttrs>();
    const auto rank = static_cast<std::int64_t>(in[0].size());
    if (attrs.axis < -rank - 1 || attrs.axis > rank) {
        return makeError("infer-shape", "axis is {} for shape {}, expected {} to {}", attrs.axis,
                         shapeText(in[0]), -rank - 1, rank);
    }
    const std::int64_t place = attrs.axis < 0 ? rank + attrs.axis + 1 : attrs.axis;
    Shape shape = in[0];
    shape.insert(shape.begin() + place, static_cast<std::size_t>(attrs.newAxes), 1);
    return assignOutput(out, 0, shape);
}

std::vector<Entry> expandGradient(const GradientNodes &nodes)
{
    return {nodes.make("collapse_sum", "_grad", {nodes.outGrad(), nodes.input()})};
}

Status expandReference(const ExpandDimsAttrs &, const ReferenceCall &call)
{
    return copyReference(call);
}

struct SqueezeAttrs {
    IntTuple axis; ///< empty: every dimension of size 1
};

/// Which dimensions are left out.
Result<std::vector<bool>> squeezedAxes(const RuleContext &context, const Shape &shape)
{
    const IntTuple &axes = context.attrs.as<SqueezeAttrs>().axis;
    std::vector<bool> squeezed(shape.size(), false);
    for (std::size_t i = 0; axes.empty() && i < shape.size(); ++i) {
        squeezed[i] = shape[i] == 1;
    }
    for (const std::int64_t number : axes) {
        ASSIGN_OR_RETURN(const auto axis, dimensionAt(number, shape));
        const bool isOpen = context.semantics == Semantics::Fixed && isUnknownSize(shape[axis]);
        if (shape[axis] != 1 && !isOpen) {
            return makeError("infer-shape",
                             "dimension {} of input 0 (data) {} is squeezed, expected size 1", axis,
                             shapeText(shape));
        }
        squeezed[axis] = true;
    }
    return squeezed;
}

Status squeezeShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    if (Status status = checkCounts(in.size(), out.size(), 1, 1); !status || !in[0].hasRank()) {
        return status;
    }
    const bool all = context.attrs.as<SqueezeAttrs>().axis.empty();
    if (context.semantics == Semantics::Fixed && all && isUnknown(in[0])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto squeezed, squeezedAxes(context, in[0]));
    Shape shape = Shape::scalar();
    for (std::size_t i = 0; i < in[0].size(); ++i) {
        if (!squeezed[i]) {
            shape.push_back(in[0][i]);
        }
    }
    if (shape.isScalar() && !in[0].isScalar()) {
        shape.push_back(1);
    }
    return assignOutput(out, 0, shape);
}

std::vector<Entry> squeezeGradient(const GradientNodes &nodes)
{
    return {nodes.make("reshape_like", "_grad", {nodes.outGrad(), nodes.input()})};
}

Status squeezeReference(const SqueezeAttrs &, const ReferenceCall &call)
{
    return copyReference(call);
}

} // namespace

void registerExpandDims(OpRegistry &ops)
{
    using E = ExpandDimsAttrs;
    ops.add(OpBuilder<E>(Dialect::Nnvm, "expand_dims")
                .summary("the same elements with more dimensions of size 1")
                .category(OpCategory::Layout)
                .attr(field("axis", &E::axis, "place of the first new dimension").required())
                .attr(field("num_newaxis", &E::newAxes, "number of new dimensions")
                          .atLeast(1)
                          .atMost(mostNewDimensions))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(expandShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Broadcast)
                .layout(keptInputLayout())
                .gradient(gradientRule(1, expandGradient))
                .view()
                .reference(expandReference)
                .build());
    ops.add(OpBuilder<SqueezeAttrs>(Dialect::Nnvm, "squeeze")
                .summary("the same elements without dimensions of size 1")
                .category(OpCategory::Layout)
                .attr(field("axis", &SqueezeAttrs::axis,
                            "dimensions that are left out; none: all of size 1"))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(squeezeShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Injective)
                .layout(keptInputLayout())
                .gradient(gradientRule(1, squeezeGradient))
                .view()
                .reference(squeezeReference)
                .build());
}

} // namespace nervure
