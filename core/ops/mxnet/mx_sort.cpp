// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_window.h"
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

struct TopkAttrs {
    OptionalInteger axis = -1;
    int count = 1;
    std::string returned = "indices";
    bool isAscending = false;
    DType dtype = DType::Float32; ///< of the positions
};

/// MXNet finds the positions for the elements as well, and hides them then.
std::vector<std::string> topkOutputs(const TopkAttrs &attrs)
{
    return attrs.returned == "both" || attrs.returned == "value"
               ? std::vector<std::string>{"output0", "output1"}
               : std::vector<std::string>{"output"};
}

/// All elements as one row, or the dimension where the rows lie.
Result<std::size_t> rowAxis(const TopkAttrs &attrs, const Shape &shape)
{
    return attrs.axis ? dimensionAt(*attrs.axis, shape) : Result<std::size_t>(0);
}

Shape rowsOf(const TopkAttrs &attrs, const Shape &shape)
{
    return attrs.axis ? shape : Shape{sizeOf(shape)};
}

/// A count of 0 or less is all of them.
Status topkShape(const TopkAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, topkOutputs(attrs).size()));
    if (isUnknown(in[0])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axis, rowAxis(attrs, in[0]));
    Shape shape = rowsOf(attrs, in[0]);
    if (attrs.count > shape[axis]) {
        return makeError("infer-shape", "k is {}, expected at most the {} elements of a row",
                         attrs.count, shape[axis]);
    }
    if (attrs.returned == "mask") {
        return assignOutput(out, 0, in[0]);
    }
    shape[axis] = attrs.count < 1 ? shape[axis] : attrs.count;
    for (std::size_t i = 0; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, shape));
    }
    return {};
}

Status topkType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const auto &attrs = context.attrs.as<TopkAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, topkOutputs(attrs).size()));
    RETURN_IF_FAILED(assignOutputType(out, 0, attrs.returned == "indices" ? attrs.dtype : in[0]));
    return out.size() == 2 ? assignOutputType(out, 1, attrs.dtype) : Status();
}

/// 1 for the elements whose rank in their row is less than the count: the positions of the order's
/// positions are the ranks.
Entry topMask(const Lowering &op, Entry order, std::size_t axis)
{
    const auto &attrs = op.attrs<TopkAttrs>();
    const Entry ranks = op.make(
        "argsort", {order}, attrsOf({{"axis", attrText(axis)}, {"dtype", attrText(op.outType())}}));
    const Shape shape = rowsOf(attrs, op.shape(0));
    const std::int64_t count = attrs.count < 1 ? shape[axis] : attrs.count;
    const Entry mask =
        op.make("broadcast_less", {ranks, op.full(static_cast<double>(count), {1}, op.outType())});
    return attrs.axis ? mask : op.reshape(mask, op.outShape());
}

Result<std::vector<Entry>> lowerTopk(const Lowering &op)
{
    const auto &attrs = op.attrs<TopkAttrs>();
    const Shape shape = rowsOf(attrs, op.shape(0));
    ASSIGN_OR_RETURN(const auto axis, rowAxis(attrs, op.shape(0)));
    const Entry data = attrs.axis ? op.in(0) : op.reshape(op.in(0), shape);
    const Entry order = op.make("argsort", {data},
                                attrsOf({{"axis", attrText(axis)},
                                         {"is_ascend", attrText(attrs.isAscending)},
                                         {"dtype", "int32"}}));
    if (attrs.returned == "mask") {
        return std::vector{topMask(op, order, axis)};
    }
    const Entry first = sliceOf(op, order, shape, axis, 0, op.outShape()[axis]);
    const auto positions = [&](std::size_t output) {
        return op.cast(first, DType::Int32, op.outType(output));
    };
    if (attrs.returned == "indices") {
        return std::vector{positions(0)};
    }
    const Entry elements =
        op.make("gather_elements", {data, first}, attrsOf({{"axis", attrText(axis)}}));
    return std::vector{elements, positions(1)};
}

OpSpec topkSpec()
{
    using A = TopkAttrs;
    return OpBuilder<A>(Dialect::MXNet, "topk")
        .summary("the largest elements of each row, or where they stand")
        .category(OpCategory::Reduction)
        .attr(field("axis", &A::axis, "dimension of the rows; None: all elements in one row"))
        .attr(field("k", &A::count, "how many; 0: all"))
        .attr(field("ret_typ", &A::returned, "elements, positions, both, or 1 where they are")
                  .oneOf({"both", "indices", "mask", "value"}))
        .attr(field("is_ascend", &A::isAscending, "whether the least elements are taken"))
        .attr(field("dtype", &A::dtype, "type of the positions"))
        .inputs({"data"})
        .outputs(topkOutputs)
        .shape(topkShape)
        .type(topkType)
        .lower(lowerTo(lowerTopk))
        .build();
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
    ops.add(topkSpec());
}

} // namespace nervure
