// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"

#include <algorithm>

namespace nervure::coreml {

namespace {

/// The same of sizes that are numbers.
Shape fiveSizes(const Shape &dims)
{
    switch (dims.size()) {
    case 0: return {1, 1, 1, 1, 1};
    case 1: return {1, 1, dims[0], 1, 1};
    case 2: return {1, dims[0], dims[1], 1, 1};
    case 3: return {1, 1, dims[0], dims[1], dims[2]};
    case 4: return {1, dims[0], dims[1], dims[2], dims[3]};
    default: return dims;
    }
}

} // namespace

Result<Blob> blobAt(const ValueCall &call, std::size_t input)
{
    const auto &shape = call.shape(input);
    if (!shape) {
        return Blob();
    }
    const Dimensions &sizes = *shape;
    switch (sizes.size()) {
    case 1: return Blob{1, 1, 1, sizes[0], 1, 1};
    case 2: return Blob{2, 1, sizes[0], sizes[1], 1, 1};
    case 3: return Blob{3, 1, 1, sizes[0], sizes[1], sizes[2]};
    case 4: return Blob{4, 1, sizes[0], sizes[1], sizes[2], sizes[3]};
    case 5: return Blob{5, sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]};
    default:
        return makeError("infer-shape", "input {} has {} dimensions, expected 1 to 5", input,
                         sizes.size());
    }
}

Dimensions shapeOf(const Blob &blob)
{
    const bool isVector = blob.height.is(1) && blob.width.is(1);
    if (blob.rank >= 5 || !blob.sequence.is(1)) {
        return {blob.sequence, blob.batch, blob.channels, blob.height, blob.width};
    }
    if (blob.rank == 1 && isVector && blob.batch.is(1)) {
        return {blob.channels};
    }
    if (blob.rank <= 2 && isVector) {
        return {blob.batch, blob.channels};
    }
    if ((blob.rank == 1 || blob.rank == 3) && blob.batch.is(1)) {
        return {blob.channels, blob.height, blob.width};
    }
    return {blob.batch, blob.channels, blob.height, blob.width};
}

void setBlob(ValueCall &call, std::size_t output, const Blob &blob)
{
    if (blob.isKnown()) {
        call.setShape(output, shapeOf(blob));
    }
}

Blob vectorOf(const ValueCall &call, Blob blob, const Dimension &length)
{
    if (call.attrs.integer("keepsRank") == 0 && blob.rank == 4) {
        blob.rank = 2;
    }
    blob.channels = length;
    blob.height = 1;
    blob.width = 1;
    return blob;
}

Status checkWeights(const ValueCall &call, std::size_t input, const Numbers &wanted)
{
    const bool isThere =
        std::all_of(wanted.begin(), wanted.end(), [](std::int64_t size) { return size >= 1; });
    const Dimensions sizes(wanted.begin(), wanted.end());
    if (!isThere) {
        return makeError("infer-shape", "weights would have the shape {}, expected sizes from 1 up",
                         dimensionsText(sizes));
    }
    const auto &shape = call.shape(input);
    if (call.has(input) && shape && *shape != sizes) {
        return makeError("infer-shape", "weights have the shape {}, expected {}",
                         dimensionsText(*shape), dimensionsText(sizes));
    }
    return {};
}

Operand asImages(const OnnxLowering &op, const Operand &x)
{
    const Shape sizes = fiveSizes(x.dims);
    return op.reshape(x, {sizes[0] * sizes[1], sizes[2], sizes[3], sizes[4]});
}

Operand asBlob(const OnnxLowering &op, const Operand &x)
{
    return op.reshape(x, fiveSizes(x.dims));
}

Operand weights(const OnnxLowering &op, std::size_t input)
{
    return op.cast(op.in(input), DType::Float32);
}

Lowered shaped(const OnnxLowering &op, const Operand &value)
{
    return std::vector{op.reshape(value, op.outDims())};
}

Lowered shaped(const OnnxLowering &op, const Lowered &values)
{
    RETURN_IF_FAILED(values);
    return shaped(op, values->front());
}

Operand alongChannels(const OnnxLowering &op, const Operand &x)
{
    return op.reshape(x, {1, x.count(), 1, 1});
}

Operand stacked(const OnnxLowering &op, const std::vector<Operand> &parts, std::size_t axis)
{
    std::vector<Operand> apart;
    for (const Operand &part : parts) {
        Shape dims = part.dims;
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), 1);
        apart.push_back(op.reshape(part, dims));
    }
    return op.concatenate(apart, axis);
}

} // namespace nervure::coreml
