// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace nervure::onnx {

namespace {

/// The same elements in the shape that inference found.
Lowered reshaped(const OnnxLowering &op)
{
    return std::vector{op.reshape(op.in(0), op.outDims())};
}

Lowered transposed(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    Numbers axes = op.attrs().integers("perm");
    if (axes.empty()) {
        axes = countingTo(x.rank());
        std::reverse(axes.begin(), axes.end());
    }
    return std::vector{op.transpose(x, axes)};
}

/// Parts without elements add nothing.
Lowered concatenated(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis,
                     axisOf(op.attrs().integer("axis", 1), op.outDims().size()));
    return std::vector{op.concatenate(op.allInputs(), axis)};
}

Lowered split(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(op.attrs().integer("axis"), x.rank()));
    std::vector<Operand> parts;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < op.outputCount(); ++i) {
        const std::int64_t size = op.outDims(i)[axis];
        parts.push_back(size > 0 ? op.slice(x, axis, first, first + size) : Operand());
        first += size;
    }
    return parts;
}

/// One slice of ONNX's, as positions that are all in the tensor: `last` is -1 where it goes down to the first.
struct Range {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t step = 1;
};

Range rangeOf(std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t size)
{
    const auto fromFront = [size](std::int64_t place) { return place < 0 ? place + size : place; };
    if (step > 0) {
        return {std::clamp<std::int64_t>(fromFront(start), 0, size),
                std::clamp<std::int64_t>(fromFront(end), 0, size), step};
    }
    const std::int64_t last =
        end < -size ? -1 : std::clamp<std::int64_t>(fromFront(end), -1, size - 1);
    return {std::clamp<std::int64_t>(fromFront(start), 0, size - 1), last, step};
}

/// Backward slices are forward ones of the reversed dimension.
Operand sliced(const OnnxLowering &op, const Operand &x, std::size_t axis, const Range &range)
{
    if (range.step > 0) {
        return op.slice(x, axis, range.first, range.last, range.step);
    }
    const std::int64_t end = x.dims[axis] - 1;
    return op.slice(op.flip(x, axis), axis, end - range.first, end - range.last, -range.step);
}

Lowered slices(const OnnxLowering &op)
{
    const bool hasInputs = op.version() >= 10;
    ASSIGN_OR_RETURN(const Numbers starts,
                     hasInputs ? op.numbers(1, "starts") : Result(op.attrs().integers("starts")));
    ASSIGN_OR_RETURN(const Numbers ends,
                     hasInputs ? op.numbers(2, "ends") : Result(op.attrs().integers("ends")));
    ASSIGN_OR_RETURN(Numbers axes, op.attrOrInput("axes", 3));
    ASSIGN_OR_RETURN(Numbers steps, op.attrOrInput("steps", 4));
    axes = axes.empty() ? countingTo(starts.size()) : axes;
    steps.resize(starts.size(), 1);
    Operand x = op.in(0);
    for (std::size_t i = 0; i < starts.size() && i < ends.size() && i < axes.size(); ++i) {
        ASSIGN_OR_RETURN(const std::size_t axis, axisOf(axes[i], x.rank()));
        x = sliced(op, x, axis, rangeOf(starts[i], ends[i], steps[i], x.dims[axis]));
    }
    return std::vector{x};
}

Lowered expanded(const OnnxLowering &op)
{
    return std::vector{op.broadcastTo(op.in(0), op.outDims())};
}

Lowered tiled(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    // (a, b) repeated (m, n) times is (1, a, 1, b) stretched to (m, a, n, b).
    Shape apart = Shape::scalar();
    Shape repeated = Shape::scalar();
    const OperandDims dims = op.outDims();
    for (std::size_t i = 0; i < x.rank(); ++i) {
        apart.push_back(1);
        apart.push_back(x.dims[i]);
        repeated.push_back(quotient(dims[i], x.dims[i]));
        repeated.push_back(x.dims[i]);
    }
    return std::vector{op.reshape(op.broadcastTo(op.reshape(x, apart), repeated), dims)};
}

/// Positions of a dimension with some more in front and behind, which mirror or repeat it.
std::vector<double> paddedPlaces(std::string_view mode, std::int64_t size, std::int64_t before,
                                 std::int64_t after)
{
    std::vector<double> places;
    for (std::int64_t i = -before; i < size + after; ++i) {
        std::int64_t place = std::clamp<std::int64_t>(i, 0, size - 1);
        if (mode == "wrap") {
            place = ((i % size) + size) % size;
        } else if (mode == "reflect" && size > 1) {
            const std::int64_t period = 2 * (size - 1);
            const std::int64_t within = ((i % period) + period) % period;
            place = within < size ? within : period - within;
        }
        places.push_back(static_cast<double>(place));
    }
    return places;
}

/// How much is put in front of and behind each dimension; less than 0: taken away.
struct Padding {
    Numbers before;
    Numbers after;
};

Result<Padding> paddingOf(const OnnxLowering &op)
{
    const std::size_t rank = op.in(0).rank();
    ASSIGN_OR_RETURN(const Numbers pads,
                     op.has(1)
                         ? op.numbers(1, "pads")
                         : Result(op.attrs().integers(op.version() == 1 ? "paddings" : "pads")));
    ASSIGN_OR_RETURN(Numbers axes, op.has(3) ? op.numbers(3, "axes") : Result(countingTo(rank)));
    Padding padding{Numbers(rank), Numbers(rank)};
    for (std::size_t i = 0; i < axes.size() && i + axes.size() < pads.size(); ++i) {
        ASSIGN_OR_RETURN(const std::size_t axis, axisOf(axes[i], rank));
        padding.before[axis] = pads[i];
        padding.after[axis] = pads[i + axes.size()];
    }
    return padding;
}

Operand cropped(const OnnxLowering &op, Operand x, Padding &padding)
{
    for (std::size_t i = 0; i < x.rank(); ++i) {
        const std::int64_t first = std::max<std::int64_t>(0, -padding.before[i]);
        const std::int64_t last = x.dims[i] - std::max<std::int64_t>(0, -padding.after[i]);
        x = op.slice(x, i, first, last);
        padding.before[i] = std::max<std::int64_t>(0, padding.before[i]);
        padding.after[i] = std::max<std::int64_t>(0, padding.after[i]);
    }
    return x;
}

Lowered padded(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(Padding padding, paddingOf(op));
    const std::string_view mode = op.attrs().text("mode");
    Operand x = op.in(0);
    if (mode == "constant" || mode.empty()) {
        double number = op.attrs().number("value");
        if (op.has(2)) {
            const auto given = op.knownReals(2);
            if (!given) { // any number: stretched, and the data put over it
                const Operand mask =
                    op.pad(op.full(1, x.dims, DType::UInt8), padding.before, padding.after);
                return std::vector{op.where(mask, op.pad(x, padding.before, padding.after),
                                            op.reshape(op.in(2), Shape::scalar()))};
            }
            number = given->front();
        }
        x = cropped(op, x, padding);
        return std::vector{op.pad(x, padding.before, padding.after, number)};
    }
    for (std::size_t i = 0; i < x.rank(); ++i) {
        if (padding.before[i] != 0 || padding.after[i] != 0) {
            RETURN_IF_FAILED(OnnxLowering::checkListed(op.outDims()[i]));
            const auto places = paddedPlaces(mode, x.dims[i], padding.before[i], padding.after[i]);
            x = op.take(
                x, op.constant(places, {static_cast<std::int64_t>(places.size())}, DType::Int32),
                i);
        }
    }
    return std::vector{x};
}

Lowered depthToSpace(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const std::int64_t block = op.attrs().integer("blocksize");
    const std::int64_t channels = quotient(quotient(x.dims[1], block), block);
    const bool isDcr = op.attrs().text("mode") != "CRD";
    const Shape apart = isDcr ? Shape{x.dims[0], block, block, channels, x.dims[2], x.dims[3]}
                              : Shape{x.dims[0], channels, block, block, x.dims[2], x.dims[3]};
    const Numbers axes = isDcr ? Numbers{0, 3, 4, 1, 5, 2} : Numbers{0, 1, 4, 2, 5, 3};
    return std::vector{op.reshape(op.transpose(op.reshape(x, apart), axes), op.outDims())};
}

Lowered spaceToDepth(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const std::int64_t block = op.attrs().integer("blocksize");
    const Shape apart{
        x.dims[0], x.dims[1], quotient(x.dims[2], block), block, quotient(x.dims[3], block), block};
    const Numbers axes =
        op.attrs().text("mode") == "CRD" ? Numbers{0, 1, 3, 5, 2, 4} : Numbers{0, 3, 5, 1, 2, 4};
    return std::vector{op.reshape(op.transpose(op.reshape(x, apart), axes), op.outDims())};
}

/// Each dimension named is cut or padded at both sides alike, more behind.
Lowered centered(const OnnxLowering &op)
{
    Operand x = op.in(0);
    const OperandDims dims = op.outDims();
    Padding padding{Numbers(x.rank()), Numbers(x.rank())};
    for (std::size_t i = 0; i < x.rank(); ++i) {
        const std::int64_t more = dims[i] - x.dims[i];
        padding.before[i] = more / 2;
        padding.after[i] = more - padding.before[i];
    }
    x = cropped(op, x, padding);
    return std::vector{op.pad(x, padding.before, padding.after)};
}

} // namespace

std::span<const LoweringRule> layoutRules()
{
    static constexpr std::array rules{
        LoweringRule{"Reshape", reshaped, {}, inputBits(1)},
        LoweringRule{"Flatten", reshaped},
        LoweringRule{"Squeeze", reshaped, {}, inputBits(1)},
        LoweringRule{"Unsqueeze", reshaped, {}, inputBits(1)},
        LoweringRule{"Transpose", transposed},
        LoweringRule{"Concat", concatenated, {}, 0, ~0U},
        LoweringRule{"Split", split, {}, inputBits(1)},
        LoweringRule{"Slice", slices, {}, inputBits(1, 2, 3, 4)},
        LoweringRule{"Expand", expanded, {}, inputBits(1)},
        LoweringRule{"Tile", tiled, {}, inputBits(1, 2)},
        LoweringRule{"Pad", padded, {}, inputBits(1, 3)},
        LoweringRule{"DepthToSpace", depthToSpace},
        LoweringRule{"SpaceToDepth", spaceToDepth},
        LoweringRule{"CenterCropPad", centered, {}, inputBits(1)},
    };
    return rules;
}

} // namespace nervure::onnx
