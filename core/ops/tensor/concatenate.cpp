// SPDX-License-Identifier: Apache-2.0
#include "core/ops/tensor/concatenate.h"

#include "core/graph/nnvm_shape.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/copy_kernel.h"
#include "core/ops/rules/layout_rules.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <cstring>
#include <fmt/format.h>

namespace nervure {

namespace {

Diagnostic badJoinAxis(std::int64_t axis, const Shape &shape)
{
    return makeError("infer-shape", "axis is {}, expected a dimension of shape {}", axis,
                     shapeText(shape));
}

/// What the inputs and the output have in common, and the sum along the axis.
class Joined {
public:
    explicit Joined(std::int64_t axis) : m_axis(axis) {}

    /// A shape of unknown rank tells nothing: NNVM counts it as nothing along the axis.
    Status add(const Shape &shape, bool isInput)
    {
        if (!shape.hasRank()) {
            missing += isInput ? 1 : 0;
            return {};
        }
        if (m_axis < 0 || m_axis >= static_cast<std::int64_t>(shape.size())) {
            return badJoinAxis(m_axis, shape);
        }
        const auto at = static_cast<std::size_t>(m_axis);
        if (isInput) {
            open += isUnknownSize(shape[at]) ? 1 : 0;
            total += nnvmSize(shape[at]);
        }
        Shape rest = shape;
        rest[at] = unknownSize;
        // A clash is reported where the common shape is put back.
        static_cast<void>(mergeShape(common, rest));
        return {};
    }

    Shape common;
    std::int64_t total = 0; ///< of the sizes that are known
    int open = 0;           ///< inputs whose size along the axis is not known
    int missing = 0;        ///< inputs of which nothing is known

private:
    std::int64_t m_axis;
};

/// Fixed semantics: the one input whose size is not known has what the others leave of the output.
void fillOpenInput(const Joined &joined, std::size_t axis, Shapes &in, const Shape &out)
{
    if (joined.open + joined.missing != 1 || axis >= out.size() || out[axis] < joined.total) {
        return;
    }
    for (Shape &shape : in) {
        if (isUnknownSize(shape[axis])) {
            shape[axis] = out[axis] - joined.total;
        }
    }
}

Status spread(const Joined &joined, std::size_t axis, bool isFixed, Shapes &in, Shapes &out)
{
    for (std::size_t i = 0; i < in.size(); ++i) {
        RETURN_IF_FAILED(assignInput(in, i, fmt::format("data{}", i), joined.common));
    }
    Shape whole = joined.common;
    if (joined.open == 0 && (joined.missing == 0 || !isFixed)) {
        whole[axis] = joined.total;
    }
    const Status status = assignOutput(out, 0, whole);
    if (status && isFixed) {
        fillOpenInput(joined, axis, in, out[0]);
    }
    return status;
}

Status inferConcatenateShape(const RuleContext &context, Shapes &in, Shapes &out)
{
    const std::int64_t written = context.attrs.as<ConcatenateAttrs>().axis;
    const std::int64_t rank = in.empty() ? 0 : static_cast<std::int64_t>(in[0].size());
    const std::int64_t axis = written >= 0 ? written : rank + written;
    if (axis < 0 && rank == 0) {
        return in.empty() || !in[0].hasRank() ? Status() : Status(badJoinAxis(written, in[0]));
    }
    Joined joined(axis);
    for (const Shape &shape : in) {
        RETURN_IF_FAILED(joined.add(shape, true));
    }
    RETURN_IF_FAILED(joined.add(out[0], false));
    if (!joined.common.hasRank()) {
        return {};
    }
    return spread(joined, static_cast<std::size_t>(axis), context.semantics == Semantics::Fixed, in,
                  out);
}

/// The letter of a layout at a place; nothing where there is none.
char letterAt(const Layout &layout, std::int64_t at)
{
    return at >= 0 && at < static_cast<std::int64_t>(layout.rank())
               ? layout.axis(static_cast<std::size_t>(at))
               : '\0';
}

/// All inputs follow the first one, as long as the axis stays the dimension that it was before the
/// graph was rewritten.
Result<Layout> joinedLayout(const LayoutCall &call)
{
    const std::int64_t axis = call.rule.attrs.as<ConcatenateAttrs>().axis;
    const Layout &first = call.in[0];
    const Layout &last = call.lastIn[0];
    if (!first.isDefined()) {
        return last;
    }
    const bool isBeyond = axis >= static_cast<std::int64_t>(first.rank());
    if (isBeyond && !last.isDefined()) {
        return layoutError(
            fmt::format("axis is {}, expected a dimension of layout {}", axis, first.text()));
    }
    const bool hasMoved = last.isDefined() && letterAt(first, axis) != letterAt(last, axis);
    return isBeyond || hasMoved ? last : first;
}

Status correctConcatenateLayout(const LayoutCall &call)
{
    if (call.in.empty() || call.in.size() != call.lastIn.size() || call.out.size() != 1) {
        return layoutError(fmt::format("found {} inputs and {} outputs, expected at least 1 and 1",
                                       call.in.size(), call.out.size()));
    }
    ASSIGN_OR_RETURN(const auto layout, joinedLayout(call));
    for (Layout &in : call.in) {
        assignLayout(in, layout);
    }
    assignLayout(call.out[0], layout);
    return {};
}

/// Fails unless the inputs make up the output.
Status checkParts(const ReferenceCall &call)
{
    Shapes in;
    for (const ConstTensorView &view : call.in) {
        in.push_back(shapeOf(view));
    }
    Shapes out{shapeOf(call.out[0])};
    return inferConcatenateShape(call.rule, in, out);
}

Status concatenateReference(const ConcatenateAttrs &attrs, const ReferenceCall &call)
{
    const auto &shape = call.out[0].shape;
    const auto rank = static_cast<std::int64_t>(shape.size());
    const std::int64_t axis = attrs.axis >= 0 ? attrs.axis : rank + attrs.axis;
    if (axis < 0 || axis >= rank) {
        return badJoinAxis(attrs.axis, Shape(shape.begin(), shape.end()));
    }
    RETURN_IF_FAILED(call.in.empty() ? Status() : requireOneType(call));
    RETURN_IF_FAILED(checkParts(call));
    std::int64_t outer = 1;
    for (std::int64_t i = 0; i < axis; ++i) {
        outer *= shape[static_cast<std::size_t>(i)];
    }
    const std::size_t bytes = dtypeBytes(call.out[0].type);
    std::byte *out = call.out[0].data;
    for (std::int64_t row = 0; row < outer; ++row) {
        for (const ConstTensorView &view : call.in) {
            const std::size_t part = static_cast<std::size_t>(view.count() / outer) * bytes;
            std::memcpy(out, view.data + static_cast<std::size_t>(row) * part, part);
            out += part;
        }
    }
    return {};
}

Result<KernelSpec> concatenateKernel(const ConcatenateAttrs &attrs, const KernelContext &context)
{
    const auto rank = static_cast<std::int64_t>(context.outShapes[0].size());
    const std::int64_t axis = attrs.axis >= 0 ? attrs.axis : rank + attrs.axis;
    return concatenateKernel(static_cast<std::size_t>(axis), context);
}

} // namespace

void registerConcatenate(OpRegistry &ops)
{
    ops.add(OpBuilder<ConcatenateAttrs>(Dialect::Nnvm, "concatenate")
                .summary("joins tensors along one dimension")
                .category(OpCategory::Layout)
                .attr(field("axis", &ConcatenateAttrs::axis, "dimension along which to join"))
                .shape(OpSpec::ShapeRule(inferConcatenateShape))
                .type(anyCountSameType())
                .pattern(OpPattern::Injective)
                .layoutFollowed(correctConcatenateLayout)
                .reference(concatenateReference)
                .kernel(concatenateKernel)
                .build());
}

} // namespace nervure
