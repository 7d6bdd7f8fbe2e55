// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure::onnx {

namespace {

/// Positions below `size`: negative ones count from behind.
Operand positions(const OnnxLowering &op, std::size_t input, std::int64_t size)
{
    const Operand &indices = op.in(input);
    const auto known = op.known(input);
    if (known && std::all_of(known->begin(), known->end(), [](std::int64_t i) { return i >= 0; })) {
        return indices;
    }
    return op.where(op.compare("less", indices, 0),
                    op.scalar("add", indices, static_cast<double>(size)), indices);
}

Lowered gather(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis"), x.rank()));
    return std::vector{op.take(x, positions(op, 1, x.dims[axis]), axis)};
}

Lowered extractFeatures(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const std::size_t last = x.rank() - 1;
    const Operand places = positions(op, 1, x.dims[last]);
    const Operand taken = op.take(x, op.reshape(places, {places.count()}), last);
    return std::vector{op.reshape(taken, op.outDims())};
}

Operand elementsAt(const OnnxLowering &op, const Operand &x, const Operand &indices,
                   std::size_t axis)
{
    return op.make("gather_elements", {x, indices}, attrsOf({{"axis", std::to_string(axis)}}),
                   indices.dims, x.type);
}

Lowered gatherElements(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis"), op.in(0).rank()));
    Operand x = op.in(0);
    const OperandDims &asked = op.in(1).dims;
    for (std::size_t i = 0; i < x.rank(); ++i) {
        if (i != axis && asked[i] < x.dims[i]) {
            x = op.slice(x, i, 0, asked[i]);
        }
    }
    return std::vector{elementsAt(op, x, op.in(1), axis)};
}

/// Rows of a tensor whose first dimensions are one.
struct Rows {
    Operand data;    ///< (rows, elements of one)
    Operand numbers; ///< of rows, one for each index
};

/// Whether the last dimension of indices names slices of the data, after `batches` dimensions that both have.
bool nameSlices(const Shape &indices, const Shape &data, std::int64_t batches)
{
    const auto rank = static_cast<std::int64_t>(data.size());
    const auto depth = static_cast<std::int64_t>(indices.size());
    return depth > 0 && batches >= 0 && batches < depth && indices.back() <= rank - batches
           && std::equal(indices.begin(), indices.begin() + batches, data.begin());
}

/// The rows that indices name by their last dimension, after dimensions of batches that both have.
Result<Rows> rowsAt(const OnnxLowering &op, std::int64_t batchDims)
{
    const Operand &x = op.in(0);
    const Operand &indices = op.in(1);
    if (!nameSlices(indices.dims, x.dims, batchDims)) {
        return makeError("not-supported",
                         "indices have shape {}, expected ones of {} behind {} dimensions of "
                         "batches",
                         shapeText(indices.dims), shapeText(x.dims), batchDims);
    }
    const auto batches = static_cast<std::size_t>(batchDims);
    const auto depth = static_cast<std::size_t>(indices.dims.back());
    const std::size_t inner = batches + depth;
    const Shape dims = indices.dims.allBut(1);
    Operand number = op.full(0, dims, DType::Int64);
    for (std::size_t i = 0; i < depth; ++i) {
        const auto place = static_cast<std::int64_t>(i);
        const Operand index =
            op.reshape(op.slice(indices, indices.rank() - 1, place, place + 1), dims);
        const auto size = static_cast<double>(x.dims[batches + i]);
        const Operand counted =
            op.where(op.compare("less", index, 0), op.scalar("add", index, size), index);
        number = op.binary("add", op.scalar("mul", number, size), op.cast(counted, DType::Int64));
    }
    if (batches > 0) { // each batch has rows of its own
        const std::int64_t count = productOf(x.dims, 0, batches);
        const std::int64_t rows = productOf(x.dims, batches, inner);
        Shape alike(dims.size(), 1);
        std::copy_n(x.dims.begin(), batches, alike.begin());
        const Operand first =
            op.reshape(op.arange(0, static_cast<double>(rows), count, DType::Int64), alike);
        number = op.binary("add", number, first);
    }
    return Rows{op.reshape(x, {productOf(x.dims, 0, inner), productOf(x.dims, inner, x.rank())}),
                op.reshape(number, {number.count()})};
}

Lowered gatherNd(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Rows rows, rowsAt(op, op.attrs().integer("batch_dims")));
    return std::vector{op.reshape(op.take(rows.data, rows.numbers, 0), op.outDims())};
}

/// Rows put over those of the data, or added, multiplied …
Result<Operand> scattered(const OnnxLowering &op, const Rows &rows, const Operand &updates,
                          std::string_view reduction)
{
    const auto elements = checkedMultiply(rows.numbers.dims[0], rows.data.dims[1]);
    if (elements != updates.count()) {
        return makeError("not-supported",
                         "has updates of shape {} for {} slices of {} elements, expected as many",
                         shapeText(updates.dims), rows.numbers.dims[0], rows.data.dims[1]);
    }
    return op.make(
        "scatter_rows",
        {rows.data, rows.numbers, op.reshape(updates, {rows.numbers.dims[0], rows.data.dims[1]})},
        attrsOf({{"reduction", std::string(reduction)}}), rows.data.dims, rows.data.type);
}

Lowered scatterNd(const OnnxLowering &op)
{
    const std::string_view reduction = op.attrs().text("reduction");
    ASSIGN_OR_RETURN(const Rows rows, rowsAt(op, 0));
    ASSIGN_OR_RETURN(const Operand result,
                     scattered(op, rows, op.in(2), reduction.empty() ? "none" : reduction));
    return std::vector{op.reshape(result, op.outDims())};
}

Status checkSameRank(const Shape &dims, const Shape &whole, std::string_view what)
{
    return dims.size() == whole.size()
               ? Status()
               : makeError("not-supported", "{} have shape {}, expected as many dimensions as {}",
                           what, shapeText(dims), shapeText(whole));
}

/// The number of each element of a tensor of these dimensions in one of `whole`, but for one axis.
Operand elementNumbers(const OnnxLowering &op, const Shape &dims, const Shape &whole,
                       std::size_t axis)
{
    Operand number = op.full(0, dims, DType::Int64);
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (i != axis && dims[i] > 1) {
            Shape along(dims.size(), 1);
            along[i] = dims[i];
            const auto step = static_cast<double>(productOf(whole, i + 1, whole.size()));
            number = op.binary("add", number,
                               op.reshape(op.arange(0, step, dims[i], DType::Int64), along));
        }
    }
    return number;
}

Lowered scatterElements(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis"), x.rank()));
    RETURN_IF_FAILED(checkSameRank(op.in(1).dims, x.dims, "indices"));
    const std::string_view reduction = op.attrs().text("reduction");
    const Operand index = op.cast(positions(op, 1, x.dims[axis]), DType::Int64);
    const auto step = static_cast<double>(productOf(x.dims, axis + 1, x.rank()));
    const Operand number = op.binary("add", elementNumbers(op, index.dims, x.dims, axis),
                                     op.scalar("mul", index, step));
    const Rows rows{op.reshape(x, {x.count(), 1}), op.reshape(number, {number.count()})};
    ASSIGN_OR_RETURN(const Operand result,
                     scattered(op, rows, op.in(2), reduction.empty() ? "none" : reduction));
    return std::vector{op.reshape(result, x.dims)};
}

/// A row of each batch from a position of its own on, counted round where that is asked for.
Lowered tensorScatter(const OnnxLowering &op)
{
    const Operand &cache = op.in(0);
    const Operand &update = op.in(1);
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis", -2), cache.rank()));
    RETURN_IF_FAILED(checkSameRank(update.dims, cache.dims, "updates"));
    Shape along(update.rank(), 1);
    along[axis] = update.dims[axis];
    Operand place = op.reshape(op.arange(0, 1, update.dims[axis], DType::Int64), along);
    if (op.has(2)) {
        if (op.in(2).count() != update.dims[0]) {
            return makeError("not-supported", "has {} places for {} batches, expected as many",
                             op.in(2).count(), update.dims[0]);
        }
        Shape first(update.rank(), 1);
        first[0] = update.dims[0];
        place = op.binary("add", place, op.reshape(op.cast(op.in(2), DType::Int64), first));
    }
    const auto size = static_cast<double>(cache.dims[axis]);
    if (op.attrs().text("mode") == "circular") {
        place = op.binary("mod", place, op.full(size, Shape::scalar(), DType::Int64));
    }
    const auto step = static_cast<double>(productOf(cache.dims, axis + 1, cache.rank()));
    const Operand number = op.binary("add", elementNumbers(op, update.dims, cache.dims, axis),
                                     op.scalar("mul", place, step));
    const Rows rows{op.reshape(cache, {cache.count(), 1}), op.reshape(number, {number.count()})};
    ASSIGN_OR_RETURN(const Operand result, scattered(op, rows, update, "none"));
    return std::vector{op.reshape(result, cache.dims)};
}

Lowered topK(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis", -1), x.rank()));
    const bool isLargest = op.attrs().integer("largest", 1) != 0;
    const Operand order = op.make("argsort", {x},
                                  attrsOf({{"axis", std::to_string(axis)},
                                           {"is_ascend", attrText(!isLargest)},
                                           {"dtype", "int32"}}),
                                  x.dims, DType::Int32);
    const Operand first = op.slice(order, axis, 0, op.outDims()[axis]);
    return std::vector{elementsAt(op, x, first, axis), op.cast(first, DType::Int64)};
}

Lowered oneHot(const OnnxLowering &op)
{
    const OperandDims dims = op.outDims();
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis", -1), dims.size()));
    const std::int64_t depth = dims[axis];
    const Shape apart = op.in(0).dims.apartAt(axis);
    Shape along(dims.size(), 1);
    along[axis] = depth;
    const Operand index = op.reshape(op.cast(positions(op, 0, depth), DType::Int64), apart);
    const Operand isHot =
        op.compare("equal", index, op.reshape(op.arange(0, 1, depth, DType::Int64), along));
    const Operand &values = op.in(2);
    const Operand off = op.reshape(op.slice(values, 0, 0, 1), Shape::scalar());
    const Operand on = op.reshape(op.slice(values, 0, 1, 2), Shape::scalar());
    return std::vector{op.where(isHot, on, off)};
}

/// Sums or products of all elements so far.
Lowered accumulated(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::int64_t given, op.number(1, "axis"));
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(given, x.rank()));
    return std::vector{
        op.make("accumulate", {x},
                attrsOf({{"axis", std::to_string(axis)},
                         {"mode", std::string(op.ours())},
                         {"exclusive", attrText(op.attrs().integer("exclusive") != 0)},
                         {"reverse", attrText(op.attrs().integer("reverse") != 0)}}),
                x.dims, x.type)};
}

/// The first elements of each sequence in the other order, as many as it has.
Lowered reversed(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t time, axisOf(op.attrs().integer("time_axis"), x.rank()));
    ASSIGN_OR_RETURN(const std::size_t batch,
                     axisOf(op.attrs().integer("batch_axis", 1), x.rank()));
    if (time == batch || op.in(1).count() != x.dims[batch]) {
        return makeError("not-supported",
                         "reverses {} sequences along dimensions {} and {} of {}, expected a "
                         "dimension of steps and one of as many sequences",
                         op.in(1).count(), time, batch, shapeText(x.dims));
    }
    Shape steps(x.rank(), 1);
    steps[time] = x.dims[time];
    Shape sequences(x.rank(), 1);
    sequences[batch] = x.dims[batch];
    const Operand step = op.reshape(op.arange(0, 1, x.dims[time], DType::Int64), steps);
    const Operand length = op.reshape(op.in(1), sequences);
    const Operand mirrored = op.scalar("sub", op.binary("sub", length, step), 1);
    const Operand place = op.where(op.compare("less", step, length), mirrored, step);
    return std::vector{elementsAt(op, x, op.broadcastTo(place, x.dims), time)};
}

/// The column of each element less its row, of the last two dimensions.
Operand diagonals(const OnnxLowering &op, const OperandDims &dims)
{
    const std::int64_t rows = dims[dims.size() - 2];
    const std::int64_t columns = dims.back();
    return op.binary("sub", op.reshape(op.arange(0, 1, columns, DType::Int64), {1, columns}),
                     op.reshape(op.arange(0, 1, rows, DType::Int64), {rows, 1}));
}

Lowered triangle(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    std::int64_t k = 0;
    if (op.has(1)) {
        ASSIGN_OR_RETURN(k, op.number(1, "k"));
    }
    const bool isUpper = op.attrs().integer("upper", 1) != 0;
    const Operand keeps = op.compare(isUpper ? "greater_equal" : "less_equal",
                                     diagonals(op, x.dims), static_cast<double>(k));
    return std::vector{op.where(keeps, x, op.full(0, Shape::scalar(), x.type))};
}

Lowered diagonal(const OnnxLowering &op)
{
    const OperandDims dims = op.outDims();
    const Operand is =
        op.compare("equal", diagonals(op, dims), static_cast<double>(op.attrs().integer("k")));
    return op.result(is);
}

} // namespace

std::span<const LoweringRule> indexingRules()
{
    static constexpr std::array rules{
        LoweringRule{"Gather", gather},
        LoweringRule{"ai.onnx.ml:ArrayFeatureExtractor", extractFeatures},
        LoweringRule{"GatherElements", gatherElements},
        LoweringRule{"GatherND", gatherNd},
        LoweringRule{"ScatterND", scatterNd},
        LoweringRule{"ScatterElements", scatterElements},
        LoweringRule{"Scatter", scatterElements},
        LoweringRule{"TensorScatter", tensorScatter},
        LoweringRule{"TopK", topK, {}, inputBits(1)},
        LoweringRule{"OneHot", oneHot, {}, inputBits(1)},
        LoweringRule{"CumSum", accumulated, "sum", inputBits(1)},
        LoweringRule{"CumProd", accumulated, "prod", inputBits(1)},
        LoweringRule{"ReverseSequence", reversed},
        LoweringRule{"Trilu", triangle, {}, inputBits(1)},
        LoweringRule{"EyeLike", diagonal, {}, inputBits(0)},
    };
    return rules;
}

} // namespace nervure::onnx
