// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/gradient_rules.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/ops/rules/strided_copy.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace nervure {

namespace {

struct TransposeAttrs {
    IntTuple axes; ///< empty: the dimensions in reverse
};

Diagnostic badAxes(const IntTuple &axes, std::size_t rank)
{
    return makeError("infer-shape", "axes is {}, expected a permutation of {} dimensions",
                     NnvmAttrText::print(axes), rank);
}

/// Which dimension of the input comes at each place of the output. NNVM's rule never asks whether
/// that is a permutation; `mayRepeat` says not to ask either.
Result<std::vector<std::size_t>> orderOf(const TransposeAttrs &attrs, const Shape &shape,
                                         bool mayRepeat)
{
    const std::size_t rank = shape.size();
    std::vector<std::size_t> order(rank);
    if (attrs.axes.empty()) {
        std::iota(order.rbegin(), order.rend(), std::size_t{0});
        return order;
    }
    if (attrs.axes.size() != rank) {
        return badAxes(attrs.axes, rank);
    }
    std::vector<bool> seen(rank, false);
    for (std::size_t i = 0; i < rank; ++i) {
        const auto axis = dimensionAt(attrs.axes[i], shape);
        if (!axis || (seen[*axis] && !mayRepeat)) {
            return badAxes(attrs.axes, rank);
        }
        seen[*axis] = true;
        order[i] = *axis;
    }
    return order;
}

Status transposeShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    const auto &attrs = context.attrs.as<TransposeAttrs>();
    const bool isExact = context.semantics == Semantics::Exact;
    if (isExact
        && std::any_of(attrs.axes.begin(), attrs.axes.end(), [](auto a) { return a < 0; })) {
        return badAxes(attrs.axes, in[0].size()); // NNVM reads what is not there
    }
    ASSIGN_OR_RETURN(const auto order, orderOf(attrs, in[0], isExact));
    Shape shape = Shape::ofRank(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        shape[i] = in[0][order[i]];
    }
    return assignOutput(out, 0, shape);
}

/// A letter of a layout with its block: "C", "4c".
std::string letterText(const Layout &layout, std::size_t at)
{
    const char axis = layout.axis(at);
    const bool isBlock = std::islower(static_cast<unsigned char>(axis)) != 0;
    return (isBlock ? std::to_string(layout.blockOf(axis)) : "") + axis;
}

/// The input keeps the layout it had before the graph was rewritten; the output's is permuted.
Status transposeLayout(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 1, 1));
    const Layout input = lastOrDelivered(call, 0);
    if (!input.isDefined()) {
        return {};
    }
    const auto &attrs = call.rule.attrs.as<TransposeAttrs>();
    const bool isBackward =
        std::any_of(attrs.axes.begin(), attrs.axes.end(), [](auto axis) { return axis < 0; });
    const auto order = orderOf(attrs, Shape(input.rank(), 1), true);
    if (!order || isBackward) {
        return layoutError("axes is " + NnvmAttrText::print(attrs.axes)
                           + ", expected dimensions of layout " + input.text());
    }
    std::string text;
    for (const std::size_t axis : *order) {
        text += letterText(input, axis);
    }
    auto output = Layout::parse(text);
    RETURN_IF_FAILED(output);
    call.in[0] = input;
    call.out[0] = std::move(output).value();
    return {};
}

/// NNVM transposes the gradient by the same axes again; documented is their inverse.
Result<std::vector<Entry>> transposeGradient(const RewriteCall &call,
                                             std::span<const Entry> outGrads)
{
    IntTuple axes = call.rule.attrs.as<TransposeAttrs>().axes;
    if (call.rule.semantics == Semantics::Fixed) {
        ASSIGN_OR_RETURN(const auto order, orderOf({axes}, Shape(axes.size(), 1), false));
        for (std::size_t i = 0; i < axes.size(); ++i) {
            axes[order[i]] = static_cast<std::int64_t>(i);
        }
    }
    return std::vector<Entry>{call.make("transpose", call.rule.node.name + "_t", {outGrads[0]},
                                        {{"axes", NnvmAttrText::print(axes)}})};
}

Result<StridedSource> transposed(const TransposeAttrs &attrs, const Shape &in, const Shape &out)
{
    ASSIGN_OR_RETURN(const auto order, orderOf(attrs, in, false));
    const std::vector<std::int64_t> strides = denseStrides(in);
    StridedSource source{out, {}, 0};
    for (const std::size_t axis : order) {
        source.strides.push_back(strides[axis]);
    }
    return source;
}

Status transposeReference(const TransposeAttrs &attrs, const ReferenceCall &call)
{
    const auto source = transposed(attrs, shapeOf(call.in[0]), shapeOf(call.out[0]));
    return source ? stridedReference(*source, call) : Status(source.error());
}

Result<KernelSpec> transposeKernel(const TransposeAttrs &attrs, const KernelContext &context)
{
    const auto source = transposed(attrs, context.inShapes[0], context.outShapes[0]);
    return source ? stridedKernel(*source, context) : Result<KernelSpec>(source.error());
}

struct FlipAttrs {
    std::int64_t axis = 0;
};

/// NNVM looks at the axis no earlier than when it compiles.
Status flipShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    if (Status status = elementwiseShape(1)(context, in, out); !status || !in[0].hasRank()) {
        return status;
    }
    const auto axis = dimensionAt(context.attrs.as<FlipAttrs>().axis, in[0]);
    return axis || context.semantics == Semantics::Exact ? Status() : Status(axis.error());
}

Result<StridedSource> flipped(const FlipAttrs &attrs, const Shape &shape)
{
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, shape));
    StridedSource source{shape, denseStrides(shape), 0};
    source.offset = source.strides[axis] * (shape[axis] - 1);
    source.strides[axis] *= -1;
    return source;
}

Status flipReference(const FlipAttrs &attrs, const ReferenceCall &call)
{
    const auto source = flipped(attrs, shapeOf(call.in[0]));
    return source ? stridedReference(*source, call) : Status(source.error());
}

Result<KernelSpec> flipKernel(const FlipAttrs &attrs, const KernelContext &context)
{
    const auto source = flipped(attrs, context.inShapes[0]);
    return source ? stridedKernel(*source, context) : Result<KernelSpec>(source.error());
}

} // namespace

void registerTranspose(OpRegistry &ops)
{
    ops.add(OpBuilder<TransposeAttrs>(Dialect::Nnvm, "transpose")
                .summary("dimensions in another order")
                .category(OpCategory::Layout)
                .attr(field("axes", &TransposeAttrs::axes,
                            "which dimension comes at each place; none: all in reverse"))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(transposeShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Injective)
                .layout(transposeLayout)
                .gradient(transposeGradient)
                .reference(transposeReference)
                .kernel(transposeKernel)
                .build());
    ops.add(OpBuilder<FlipAttrs>(Dialect::Nnvm, "flip")
                .summary("reverses the order of the elements along one dimension")
                .category(OpCategory::Layout)
                .attr(field("axis", &FlipAttrs::axis, "dimension that is reversed"))
                .inputs({"data"})
                .shape(OpSpec::ShapeRule(flipShape))
                .type(elementwiseType(1))
                .pattern(OpPattern::Injective)
                .reference(flipReference)
                .kernel(flipKernel)
                .build());
}

} // namespace nervure
