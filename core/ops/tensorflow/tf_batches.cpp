// SPDX-License-Identifier: Apache-2.0
// Blocks of places that become images of their own, and back: how TensorFlow 1 wrote dilated convolutions.
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

namespace nervure::tensorflow {

namespace {

/// The sides of a block, and what is put around or cut off each dimension behind the first.
struct Blocks {
    Numbers sides;
    Numbers before;
    Numbers after;

    [[nodiscard]] std::int64_t places() const
    {
        std::int64_t count = 1;
        for (const std::int64_t side : sides) {
            count *= side;
        }
        return count;
    }
};

/// Nothing where they are computed when the model runs.
Result<std::optional<Blocks>> blocksOf(const AtNode &node)
{
    constexpr std::int64_t mostSide = 1 << 12;
    constexpr std::int64_t mostEdge = 1 << 24;
    constexpr std::size_t mostSides = 4;
    const auto sides = node.numbers(1);
    const auto edges = node.numbers(2);
    if (!sides || !edges) {
        return std::optional<Blocks>();
    }
    if (sides->size() > mostSides || edges->size() != 2 * sides->size()) {
        return makeError("infer-shape",
                         "block_shape has {} numbers and edges {}, expected {} at "
                         "most and twice as many",
                         sides->size(), edges->size(), mostSides);
    }
    Blocks blocks{*sides, {}, {}};
    for (std::size_t i = 0; i < sides->size(); ++i) {
        const std::int64_t before = (*edges)[2 * i];
        const std::int64_t after = (*edges)[2 * i + 1];
        const bool isFine = (*sides)[i] >= 1 && (*sides)[i] <= mostSide && before >= 0 && after >= 0
                            && before <= mostEdge && after <= mostEdge;
        if (!isFine) {
            return makeError("infer-shape",
                             "side {} with edges {} and {}, expected 1 to {} and no "
                             "edge below 0",
                             (*sides)[i], before, after, mostSide);
        }
        blocks.before.push_back(before);
        blocks.after.push_back(after);
    }
    return std::optional(std::move(blocks));
}

Status checkDimensions(const Blocks &blocks, std::size_t rank)
{
    return rank > blocks.sides.size()
               ? Status()
               : makeError("infer-shape", "{} dimensions, expected more than the {} of a block",
                           rank, blocks.sides.size());
}

Status toBatchShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const auto blocks, blocksOf({call.attrs, call.inputs}));
    if (!call.shape(0) || !blocks) {
        return {};
    }
    Dimensions shape = *call.shape(0);
    RETURN_IF_FAILED(checkDimensions(*blocks, shape.size()));
    shape[0] = shape[0] * Dimension(blocks->places());
    for (std::size_t i = 0; i < blocks->sides.size(); ++i) {
        const Dimension padded =
            shape[i + 1] + Dimension(blocks->before[i]) + Dimension(blocks->after[i]);
        ASSIGN_OR_RETURN(shape[i + 1], onnx::wholeShare(padded, blocks->sides[i], "padded sizes"));
    }
    call.setShape(0, std::move(shape));
    return {};
}

Status fromBatchShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const auto blocks, blocksOf({call.attrs, call.inputs}));
    if (!call.shape(0) || !blocks) {
        return {};
    }
    Dimensions shape = *call.shape(0);
    RETURN_IF_FAILED(checkDimensions(*blocks, shape.size()));
    ASSIGN_OR_RETURN(shape[0], onnx::wholeShare(shape[0], blocks->places(), "batches"));
    for (std::size_t i = 0; i < blocks->sides.size(); ++i) {
        const Dimension left = shape[i + 1] * Dimension(blocks->sides[i])
                               - Dimension(blocks->before[i]) - Dimension(blocks->after[i]);
        if (left.isNumber() && *left.number() < 0) {
            return makeError("infer-shape", "cuts {} and {} off dimension {}, which is smaller",
                             blocks->before[i], blocks->after[i], i + 1);
        }
        shape[i + 1] = left;
    }
    call.setShape(0, std::move(shape));
    return {};
}

Result<Blocks> knownBlocks(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(auto blocks, blocksOf({op.attrs(), op.inValues()}));
    return blocks ? Result<Blocks>(std::move(*blocks))
                  : makeError("not-supported", "block_shape and edges are computed when the model "
                                               "runs, expected constants");
}

/// Places in a block come before the batch.
Lowered toBatch(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Blocks blocks, knownBlocks(op));
    const std::size_t sides = blocks.sides.size();
    const std::size_t rank = op.in(0).rank();
    Numbers before(rank);
    Numbers after(rank);
    for (std::size_t i = 0; i < sides; ++i) {
        before[i + 1] = blocks.before[i];
        after[i + 1] = blocks.after[i];
    }
    const Operand x = op.pad(op.in(0), before, after);
    Shape apart{x.dims[0]};
    Numbers order;
    Numbers inside{0};
    for (std::size_t i = 0; i < sides; ++i) {
        const auto place = static_cast<std::int64_t>(apart.size());
        apart.push_back(x.dims[i + 1] / blocks.sides[i]);
        apart.push_back(blocks.sides[i]);
        order.push_back(place + 1);
        inside.push_back(place);
    }
    order.insert(order.end(), inside.begin(), inside.end());
    for (std::size_t i = sides + 1; i < rank; ++i) {
        order.push_back(static_cast<std::int64_t>(apart.size()));
        apart.push_back(x.dims[i]);
    }
    return std::vector{op.reshape(op.transpose(op.reshape(x, apart), order), op.outDims())};
}

Lowered fromBatch(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Blocks blocks, knownBlocks(op));
    const Operand &x = op.in(0);
    const std::size_t sides = blocks.sides.size();
    Shape apart(blocks.sides.begin(), blocks.sides.end());
    Numbers order{static_cast<std::int64_t>(sides)};
    Shape whole{x.dims[0] / blocks.places()};
    apart.push_back(whole[0]);
    for (std::size_t i = 1; i < x.rank(); ++i) {
        order.push_back(static_cast<std::int64_t>(apart.size()));
        apart.push_back(x.dims[i]);
        if (i <= sides) {
            order.push_back(static_cast<std::int64_t>(i - 1));
        }
        whole.push_back(i <= sides ? x.dims[i] * blocks.sides[i - 1] : x.dims[i]);
    }
    Operand y = op.reshape(op.transpose(op.reshape(x, apart), order), whole);
    for (std::size_t i = 0; i < sides; ++i) {
        y = op.slice(y, i + 1, blocks.before[i], whole[i + 1] - blocks.after[i]);
    }
    return std::vector{y};
}

void declareAllBatches(OpRegistry &ops)
{
    constexpr std::string_view blockTypes =
        "T = any bf16; Tblock_shape = i32 i64; Tedges = i32 i64";
    addAll(ops, {{.name = "SpaceToBatchND",
                  .category = OpCategory::Layout,
                  .signature = "input:T block_shape:Tblock_shape paddings:Tedges -> output:T",
                  .types = blockTypes,
                  .summary = "blocks of places as images of their own",
                  .infer = toBatchShape,
                  .lower = toBatch,
                  .numberInputs = inputBits(1, 2)},
                 {.name = "BatchToSpaceND",
                  .category = OpCategory::Layout,
                  .signature = "input:T block_shape:Tblock_shape crops:Tedges -> output:T",
                  .types = blockTypes,
                  .summary = "images put together again as blocks of places",
                  .infer = fromBatchShape,
                  .lower = fromBatch,
                  .numberInputs = inputBits(1, 2)}});
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfBatches(OpRegistry &ops)
{
    tensorflow::declareAllBatches(ops);
}

} // namespace nervure
