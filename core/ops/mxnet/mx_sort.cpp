// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

#include <string>

namespace nervure {

namespace {

struct MXNetSortAttrs {
    OptionalInteger axis = -1;
    bool isAscending = true;
    DType dtype = DType::Float32; ///< of the positions
};

/// Without an axis all elements are sorted as one row.
Status mxnetSortShape(const MXNetSortAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    if (!attrs.axis) {
        return assignOutput(out, 0, {sizeOf(in[0])});
    }
    const auto axis = dimensionAt(*attrs.axis, in[0]);
    return axis ? assignOutput(out, 0, in[0]) : Status(axis.error());
}

Status positionsType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 1, 1);
    return counts ? assignOutputType(out, 0, context.attrs.as<MXNetSortAttrs>().dtype) : counts;
}

/// The positions of the sorted elements along the dimension, in the shape of the result.
Entry sortedPositions(const Lowering &op, const Entry &data, DType type)
{
    const auto &attrs = op.attrs<MXNetSortAttrs>();
    return op.make("argsort", {data},
                   attrsOf({{"axis", attrText(attrs.axis.value_or(0))},
                            {"is_ascend", attrText(attrs.isAscending)},
                            {"dtype", attrText(type)}}));
}

Entry sortedData(const Lowering &op)
{
    return op.attrs<MXNetSortAttrs>().axis ? op.in(0) : op.reshape(op.in(0), op.outShape());
}

Result<Entry> lowerArgsort(const Lowering &op)
{
    return sortedPositions(op, sortedData(op), op.outType());
}

Result<Entry> lowerSort(const Lowering &op)
{
    const Entry data = sortedData(op);
    return op.make("gather_elements", {data, sortedPositions(op, data, DType::Int32)},
                   attrsOf({{"axis", attrText(op.attrs<MXNetSortAttrs>().axis.value_or(0))}}));
}

OpBuilder<MXNetSortAttrs> declareSort(const char *name, const char *summary)
{
    using A = MXNetSortAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Reduction)
        .attr(field("axis", &A::axis, "dimension that is sorted; None: all elements in one row"))
        .attr(field("is_ascend", &A::isAscending, "whether the least element comes first"))
        .inputs({"data"})
        .shape(mxnetSortShape);
    return builder;
}

} // namespace

void registerMxSort(OpRegistry &ops)
{
    ops.add(declareSort("argsort", "positions of the elements in the order of their sizes")
                .attr(field("dtype", &MXNetSortAttrs::dtype, "type of the positions"))
                .type(positionsType)
                .lower(lowerTo(lowerArgsort))
                .build());
    ops.add(declareSort("sort", "the elements in the order of their sizes")
                .type(elementwiseType(1))
                .lower(lowerTo(lowerSort))
                .build());
}

} // namespace nervure
