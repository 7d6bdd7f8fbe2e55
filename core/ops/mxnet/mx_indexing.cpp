// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_binary.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace nervure {

namespace {

/// Indices as whole numbers within a dimension of `size`: held at its ends ("clip"), counted round it
/// ("wrap"), or as they are.
Entry placesWithin(const Lowering &op, std::size_t input, std::int64_t size, std::string_view mode)
{
    Entry places = op.in(input);
    if (mode == "clip") {
        places =
            op.make("clip", {places}, attrsOf({{"a_min", "0"}, {"a_max", attrText(size - 1)}}));
    }
    places = op.cast(places, op.type(input), DType::Int32);
    if (mode == "wrap") {
        const Entry sizes = op.full(static_cast<double>(size), {1}, DType::Int32);
        places = combined(op, "mod", {places, sizes, DType::Int32, true});
    }
    return places;
}

Entry taken(const Lowering &op, const Entry &data, const Entry &places, std::size_t axis)
{
    return op.make("take", {data, places}, attrsOf({{"axis", attrText(axis)}}));
}

struct EmbeddingAttrs {
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    DType dtype = DType::Float32;
    bool hasSparseGradient = false;
};

Status embeddingShape(const EmbeddingAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank()) {
        return {};
    }
    RETURN_IF_FAILED(assignInput(in, 1, "weight", {attrs.rows, attrs.columns}));
    Shape shape = in[0];
    shape.push_back(attrs.columns);
    return assignOutput(out, 0, shape);
}

/// The attribute says the type where neither weight nor output have one.
Status embeddingType(const RuleContext &context, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (in[1] == DType::Unknown && out[0] == DType::Unknown) {
        in[1] = context.attrs.as<EmbeddingAttrs>().dtype;
    }
    DTypes weight{in[1]};
    RETURN_IF_FAILED(mergeAllTypes(weight, out));
    in[1] = weight[0];
    return {};
}

Result<Entry> lowerEmbedding(const Lowering &op)
{
    return taken(op, op.in(1), placesWithin(op, 0, op.shape(1)[0], "clip"), 0);
}

struct MXNetTakeAttrs {
    int axis = 0;
    std::string mode = "clip";
};

Status mxnetTakeShape(const MXNetTakeAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (!in[0].hasRank() || isUnknown(in[1])) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, in[0]));
    Shape shape = in[0];
    const auto place = shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    shape.insert(place, in[1].begin(), in[1].end());
    return assignOutput(out, 0, shape);
}

Result<Entry> lowerTake(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetTakeAttrs>();
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis, op.shape(0)));
    return taken(op, op.in(0), placesWithin(op, 1, op.shape(0)[axis], attrs.mode), axis);
}

Status mxnetGatherShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    const Shape &data = in[0];
    const Shape &indices = in[1];
    if (!data.hasRank() || !indices.hasRank()) {
        return {};
    }
    if (indices.size() < 2 || indices[0] > static_cast<std::int64_t>(data.size())) {
        return makeError("infer-shape",
                         "input 1 (indices) has shape {}, expected at least 2 dimensions, the "
                         "first at most {} (the dimensions of input 0)",
                         shapeText(indices), data.size());
    }
    if (isUnknownSize(indices[0])) {
        return {};
    }
    Shape shape(indices.begin() + 1, indices.end());
    shape.insert(shape.end(), data.begin() + indices[0], data.end());
    return assignOutput(out, 0, shape);
}

/// What the rows of the indices count in: the sizes of the first dimensions of the data, as
/// (rows, 1, …).
Entry indexedSizes(const Lowering &op, DType type)
{
    const Shape &indices = op.shape(1);
    const auto rows = static_cast<std::ptrdiff_t>(indices[0]);
    Shape one(indices.size(), 1);
    const Shape sizes(op.shape(0).begin(), op.shape(0).begin() + rows);
    if (std::all_of(sizes.begin(), sizes.end(), [&](auto size) { return size == sizes[0]; })) {
        one[0] = rows;
        return op.full(static_cast<double>(sizes[0]), one, type);
    }
    std::vector<Entry> parts;
    for (const std::int64_t size : sizes) {
        parts.push_back(op.full(static_cast<double>(size), one, type));
    }
    return op.make("concatenate", std::move(parts), attrsOf({{"axis", "0"}}));
}

/// Negative indices count from behind.
Result<Entry> lowerGather(const Lowering &op)
{
    if (op.shape(1)[0] == 0) {
        return makeError("not-supported", "indices of shape {} name no dimension",
                         shapeText(op.shape(1)));
    }
    const DType type = DType::Int32;
    const Entry places = op.cast(op.in(1), op.type(1), type);
    const Entry isNegative = op.make("broadcast_less", {places, op.full(0, {1}, type)});
    const Entry back = op.make("broadcast_mul", {isNegative, indexedSizes(op, type)});
    return op.make("gather_nd", {op.in(0), op.make("elemwise_add", {places, back})});
}

Status mxnetWhereShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    Shapes chosen{in[1], in[2]};
    RETURN_IF_FAILED(mergeAllShapes(chosen, out));
    in[1] = chosen[0];
    in[2] = chosen[1];
    const Shape &shape = out[0];
    if (!shape.hasRank() || in[0].size() == shape.size()) {
        Shape whole = shape;
        if (!mergeShape(whole, in[0])) {
            return makeError("infer-shape",
                             "input 0 (condition) has shape {}, expected one dimension or that of "
                             "x, {}",
                             shapeText(in[0]), shapeText(shape));
        }
        return {};
    }
    if (in[0].size() != 1 || shape.isScalar() || !mayBeEqual(in[0][0], shape[0])) {
        return makeError("infer-shape",
                         "input 0 (condition) has shape {}, expected one dimension or that of x, "
                         "{}",
                         shapeText(in[0]), shapeText(shape));
    }
    return {};
}

Status mxnetWhereType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    DTypes chosen{in[1], in[2]};
    RETURN_IF_FAILED(mergeAllTypes(chosen, out));
    in[1] = chosen[0];
    in[2] = chosen[1];
    return {};
}

struct OneHotAttrs {
    std::int64_t depth = 1;
    double onValue = 1;
    double offValue = 0;
    DType dtype = DType::Float32;
};

Status oneHotShape(const OneHotAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    Shape shape = in[0];
    shape.push_back(attrs.depth);
    return assignOutput(out, 0, shape);
}

Status oneHotType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const Status counts = checkCounts(in.size(), out.size(), 1, 1);
    return counts ? assignOutputType(out, 0, context.attrs.as<OneHotAttrs>().dtype) : counts;
}

Result<Entry> lowerOneHot(const Lowering &op)
{
    const auto &attrs = op.attrs<OneHotAttrs>();
    Shape column = op.shape(0);
    column.push_back(1);
    const Entry places = op.reshape(op.cast(op.in(0), op.type(0), DType::Int32), column);
    const Entry numbers = op.make(
        "arange", {},
        attrsOf(
            {{"start", "0"}, {"step", "1"}, {"count", attrText(attrs.depth)}, {"dtype", "int32"}}));
    const Entry isHot =
        op.cast(op.make("broadcast_equal", {places, numbers}), DType::Int32, op.outType());
    if (attrs.onValue == 1 && attrs.offValue == 0) {
        return isHot;
    }
    const Entry scaled = op.makeScalar("__mul_scalar__", isHot, attrs.onValue - attrs.offValue);
    return op.makeScalar("__add_scalar__", scaled, attrs.offValue);
}

struct MXNetPickAttrs {
    OptionalInteger axis = -1;
    bool keepDimensions = false;
    std::string mode = "clip";
};

/// The indices have the data's shape without the dimension, or with 1 for it.
Status mxnetPickShape(const MXNetPickAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    const Shape data = attrs.axis ? in[0] : Shape{sizeOf(in[0])};
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis.value_or(0), data));
    Shape kept = data;
    kept[axis] = 1;
    Shape left = data;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(axis));
    if (left.isScalar()) {
        left = {1};
    }
    if (in[1].hasRank() && in[1] != kept) {
        RETURN_IF_FAILED(assignInput(in, 1, "index", left));
    }
    return assignOutput(out, 0, attrs.keepDimensions ? kept : left);
}

Result<Entry> lowerPick(const Lowering &op)
{
    const auto &attrs = op.attrs<MXNetPickAttrs>();
    const Shape data = attrs.axis ? op.shape(0) : Shape{sizeOf(op.shape(0))};
    ASSIGN_OR_RETURN(const auto axis, dimensionAt(attrs.axis.value_or(0), data));
    Shape kept = data;
    kept[axis] = 1;
    const Entry places = op.reshape(placesWithin(op, 1, data[axis], attrs.mode), kept);
    const Entry picked = op.make("gather_elements", {op.reshape(op.in(0), data), places},
                                 attrsOf({{"axis", attrText(axis)}}));
    return op.reshape(picked, op.outShape());
}

void registerTakes(OpRegistry &ops)
{
    using E = EmbeddingAttrs;
    ops.add(OpBuilder<E>(Dialect::MXNet, "Embedding")
                .summary("the rows of a table that indices name")
                .category(OpCategory::Data)
                .attr(field("input_dim", &E::rows, "rows of the table").required().atLeast(1))
                .attr(field("output_dim", &E::columns, "length of a row").required().atLeast(1))
                .attr(field("dtype", &E::dtype, "type of the table"))
                .attr(field("sparse_grad", &E::hasSparseGradient,
                            "training: whether the table's gradient holds rows alone"))
                .inputs({"data", "weight"})
                .parameters({1})
                .shape(embeddingShape)
                .type(embeddingType)
                .lower(lowerTo(lowerEmbedding))
                .build());
    using T = MXNetTakeAttrs;
    ops.add(OpBuilder<T>(Dialect::MXNet, "take")
                .summary("the slices that indices name along one dimension")
                .category(OpCategory::Data)
                .attr(field("axis", &T::axis, "dimension that is indexed"))
                .attr(field("mode", &T::mode,
                            "indices outside are held at the ends, counted round, or refused")
                          .oneOf({"raise", "wrap", "clip"}))
                .inputs({"a", "indices"})
                .shape(mxnetTakeShape)
                .type(leftType)
                .lower(lowerTo(lowerTake))
                .build());
    ops.add(OpBuilder<>(Dialect::MXNet, "gather_nd")
                .summary("the slices whose positions stand in the columns of the indices")
                .category(OpCategory::Data)
                .acceptsAnyKey()
                .inputs({"data", "indices"})
                .shape(mxnetGatherShape)
                .type(leftType)
                .lower(lowerTo(lowerGather))
                .build());
}

void registerChoices(OpRegistry &ops)
{
    ops.add(OpBuilder<>(Dialect::MXNet, "where")
                .summary("elements of x where the condition is not 0, else of y; a condition of "
                         "one dimension decides on whole rows")
                .category(OpCategory::Elementwise)
                .acceptsAnyKey()
                .inputs({"condition", "x", "y"})
                .shape(mxnetWhereShape)
                .type(mxnetWhereType)
                .lower(lowerToOperator("where"))
                .build());
    using O = OneHotAttrs;
    ops.add(OpBuilder<O>(Dialect::MXNet, "one_hot")
                .summary("rows that are one number where the index says, and another elsewhere")
                .category(OpCategory::Data)
                .attr(field("depth", &O::depth, "length of a row").required().atLeast(1))
                .attr(field("on_value", &O::onValue, "number at the index"))
                .attr(field("off_value", &O::offValue, "number elsewhere"))
                .attr(field("dtype", &O::dtype, "type of the result"))
                .inputs({"indices"})
                .shape(oneHotShape)
                .type(oneHotType)
                .lower(lowerTo(lowerOneHot))
                .build());
    using P = MXNetPickAttrs;
    ops.add(
        OpBuilder<P>(Dialect::MXNet, "pick")
            .alias("choose_element_0index")
            .summary("one element of each row along a dimension, by its index")
            .category(OpCategory::Data)
            .attr(field("axis", &P::axis, "the dimension; None: all elements in one row"))
            .attr(field("keepdims", &P::keepDimensions, "whether the dimension stays, as 1"))
            .attr(field("mode", &P::mode, "indices outside are held at the ends or counted round")
                      .oneOf({"wrap", "clip"}))
            .inputs({"data", "index"})
            .shape(mxnetPickShape)
            .type(leftType)
            .lower(lowerTo(lowerPick))
            .build());
}

} // namespace

void registerMxIndexing(OpRegistry &ops)
{
    registerTakes(ops);
    registerChoices(ops);
}

} // namespace nervure
