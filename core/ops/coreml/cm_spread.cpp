// SPDX-License-Identifier: Apache-2.0
// What turns, repeats, stretches and pads tensors of any rank.
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

namespace nervure::coreml {

namespace {

constexpr std::int64_t mostParts = 1 << 12; ///< that one layer makes

Lowered reverse(const OnnxLowering &op)
{
    Operand x = op.in(0);
    const Numbers &flags = op.attrs().integers("reverseDim");
    for (std::size_t axis = 0; axis < flags.size() && axis < x.rank(); ++axis) {
        x = flags[axis] != 0 ? op.flip(x, axis) : x;
    }
    return std::vector{x};
}

Status tiledShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    const Numbers &counts = call.attrs.integers("reps");
    if (!shape) {
        return {};
    }
    if (counts.size() != shape->size()) {
        return makeError("infer-shape", "reps has {} numbers, expected {} as there are dimensions",
                         counts.size(), shape->size());
    }
    Dimensions out = *shape;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = out[i] * Dimension(counts[i]);
    }
    call.setShape(0, std::move(out));
    return {};
}

Lowered tile(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    Shape apart = Shape::scalar();
    Shape wide = Shape::scalar();
    for (std::size_t i = 0; i < x.rank(); ++i) {
        apart.push_back(1);
        apart.push_back(x.dims[i]);
        wide.push_back(op.attrs().integers("reps")[i]);
        wide.push_back(x.dims[i]);
    }
    return shaped(op, op.broadcastTo(op.reshape(x, apart), wide));
}

Status stretchedTarget(ValueCall &call)
{
    const Numbers &target = call.attrs.integers("targetShape");
    const Dimensions wanted(target.begin(), target.end());
    ASSIGN_OR_RETURN(const auto all, onnx::broadcast(call.shape(0), wanted));
    call.setShape(0, all);
    return {};
}

Status stretchedLike(ValueCall &call)
{
    ASSIGN_OR_RETURN(const auto all, onnx::broadcast(call.shape(0), call.shape(1)));
    call.setShape(0, all);
    return {};
}

Lowered stretch(const OnnxLowering &op)
{
    return std::vector{op.broadcastTo(op.in(0), op.outDims())};
}

/// In front of and behind each dimension.
Status rankedPaddedShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    const Numbers &amounts = call.attrs.integers("padAmounts");
    if (!shape || call.attrs.integer("padToGivenOutputSizeMode") != 0) {
        return {};
    }
    if (!amounts.empty() && amounts.size() != 2 * shape->size()) {
        return makeError("infer-shape", "padAmounts has {} numbers, expected {}", amounts.size(),
                         2 * shape->size());
    }
    Dimensions out = *shape;
    for (std::size_t i = 0; i < amounts.size(); ++i) {
        out[i / 2] = out[i / 2] + Dimension(amounts[i]);
    }
    call.setShape(0, std::move(out));
    return {};
}

Lowered padRanked(const OnnxLowering &op)
{
    const Numbers &amounts = op.attrs().integers("padAmounts");
    if (op.has(1) || amounts.empty()) {
        return makeError("not-supported", "how much is added is computed when the model runs");
    }
    Numbers before;
    Numbers after;
    for (std::size_t i = 0; i + 1 < amounts.size(); i += 2) {
        before.push_back(amounts[i]);
        after.push_back(amounts[i + 1]);
    }
    return std::vector{op.pad(op.in(0), before, after, op.attrs().number("value"))};
}

std::optional<std::int64_t> windowsOf(const OnnxAttrs &attrs, std::int64_t size)
{
    const std::int64_t step = attrs.integer("step");
    const std::int64_t length = attrs.integer("windowSize");
    return step > 0 && length > 0 && length <= size ? std::optional((size - length) / step + 1)
                                                    : std::nullopt;
}

Status windowedShape(ValueCall &call)
{
    const auto &shape = call.shape(0);
    if (!shape) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis,
                     onnx::axisOf(call.attrs.integer("axis"), shape->size()));
    Dimensions out = *shape;
    const auto size = out[axis].number();
    const auto count = size ? windowsOf(call.attrs, *size) : std::nullopt;
    if (size && !count) {
        return makeError("infer-shape", "windows of {} elements each {} over {}, expected some",
                         call.attrs.integer("windowSize"), call.attrs.integer("step"), *size);
    }
    out[axis] = count ? Dimension(*count) : Dimension();
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
               Dimension(call.attrs.integer("windowSize")));
    call.setShape(0, std::move(out));
    return {};
}

Lowered slideWindows(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    ASSIGN_OR_RETURN(const std::size_t axis, onnx::axisOf(op.attrs().integer("axis"), x.rank()));
    const std::int64_t length = op.attrs().integer("windowSize");
    const std::int64_t step = op.attrs().integer("step");
    if (length > mostParts) {
        return makeError("not-supported", "windows of {} elements, expected {} at most", length,
                         mostParts);
    }
    const std::int64_t count = op.outDims()[axis];
    std::vector<Operand> parts;
    for (std::int64_t i = 0; i < length; ++i) {
        parts.push_back(op.slice(x, axis, i, i + (count - 1) * step + 1, step));
    }
    return std::vector{stacked(op, parts, axis + 1)};
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmSpread(OpRegistry &ops)
{
    constexpr std::string_view one = "x:T -> y:T";
    constexpr std::string_view two = "x:T like:T -> y:T";
    coreml::addLayout(ops, "reverse", one, "reverseDim:ints=[]", "dimensions from the end on",
                      onnx::sameShape, coreml::reverse);
    coreml::addLayout(ops, "tile", "x:T reps:T? -> y:T", "reps:ints=[]",
                      "each dimension several times", coreml::tiledShape, coreml::tile);
    coreml::addLayout(ops, "broadcastToStatic", one, "targetShape:ints=[]", "stretched to a shape",
                      coreml::stretchedTarget, coreml::stretch);
    coreml::addLayout(ops, "broadcastToLike", two, "", "stretched to the shape of another value",
                      coreml::stretchedLike, coreml::stretch);
    coreml::addLayout(ops, "constantPad", "x:T amounts:T? -> y:T",
                      "value:float=0 padAmounts:ints=[] padToGivenOutputSizeMode:bool=false",
                      "a tensor with more around it", coreml::rankedPaddedShape, coreml::padRanked);
    coreml::addLayout(ops, "slidingWindows", one, "axis:int=0 windowSize:int=0 step:int=0",
                      "windows over a dimension, side by side", coreml::windowedShape,
                      coreml::slideWindows);
}

} // namespace nervure
