// SPDX-License-Identifier: Apache-2.0
// What gives tensors another shape or order.
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_window.h"

#include <algorithm>

namespace nervure::tensorflow {

namespace {

/// A size of 0 is none that stays as it is.
std::optional<OnnxForm> toShape(const AtNode &)
{
    OnnxForm form{{}, {0, 1}};
    form.attrs.set("allowzero", std::int64_t{1});
    return form;
}

std::optional<OnnxForm> withoutDims(const AtNode &node)
{
    OnnxForm form{{}, {0}};
    if (!node.attrs.integers("squeeze_dims").empty()) {
        form.attrs.set("axes", node.attrs.integers("squeeze_dims"));
    }
    return form;
}

std::optional<OnnxForm> withNewDim(const AtNode &node)
{
    const auto axis = node.numbers(1);
    if (!axis) {
        return std::nullopt;
    }
    OnnxForm form{{}, {0}};
    form.attrs.set("axes", *axis);
    return form;
}

std::optional<OnnxForm> inOrder(const AtNode &node)
{
    const auto order = node.numbers(1);
    if (!order) {
        return std::nullopt;
    }
    OnnxForm form{{}, {0}};
    form.attrs.set("perm", *order);
    return form;
}

Lowered asInferred(const OnnxLowering &op)
{
    return std::vector{op.reshape(op.in(0), op.outDims())};
}

/// [n, 2] numbers: what comes in front of and behind each dimension.
std::optional<std::pair<Numbers, Numbers>> paddingsOf(const AtNode &node)
{
    const auto numbers = node.numbers(1);
    if (!numbers || numbers->size() % 2 != 0) {
        return std::nullopt;
    }
    std::pair<Numbers, Numbers> paddings;
    for (std::size_t i = 0; i < numbers->size(); i += 2) {
        paddings.first.push_back((*numbers)[i]);
        paddings.second.push_back((*numbers)[i + 1]);
    }
    return paddings;
}

Status paddedShape(ValueCall &call)
{
    const auto paddings = paddingsOf({call.attrs, call.inputs});
    if (!call.shape(0)) {
        return {};
    }
    Dimensions shape = *call.shape(0);
    if (paddings && paddings->first.size() != shape.size()) {
        return makeError("infer-shape", "pads {} dimensions, expected {}", paddings->first.size(),
                         shape.size());
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (paddings && (paddings->first[i] < 0 || paddings->second[i] < 0)) {
            return makeError("infer-shape",
                             "paddings of dimension {} are {} and {}, expected none "
                             "below 0",
                             i, paddings->first[i], paddings->second[i]);
        }
        shape[i] = paddings
                       ? shape[i] + Dimension(paddings->first[i]) + Dimension(paddings->second[i])
                       : Dimension();
    }
    call.setShape(0, std::move(shape));
    return {};
}

Lowered padded(const OnnxLowering &op)
{
    const auto paddings = paddingsOf({op.attrs(), op.inValues()});
    if (!paddings) {
        return makeError("not-supported", "paddings are computed when the model runs, expected a "
                                          "constant");
    }
    double value = 0;
    if (op.has(2)) {
        ASSIGN_OR_RETURN(const std::vector<double> values, op.reals(2, "constant_values"));
        value = values.at(0);
    }
    return std::vector{op.pad(op.in(0), paddings->first, paddings->second, value)};
}

/// The border, REFLECT without the outermost element, SYMMETRIC with it.
Lowered mirrored(const OnnxLowering &op)
{
    const auto paddings = paddingsOf({op.attrs(), op.inValues()});
    if (!paddings) {
        return makeError("not-supported", "paddings are computed when the model runs, expected a "
                                          "constant");
    }
    const bool repeats = op.attrs().text("mode") == "SYMMETRIC";
    Operand x = op.in(0);
    for (std::size_t axis = 0; axis < x.rank(); ++axis) {
        const std::int64_t size = x.dims[axis];
        const std::int64_t skipped = repeats ? 0 : 1;
        const std::int64_t before = paddings->first[axis];
        const std::int64_t after = paddings->second[axis];
        if (before > size - skipped || after > size - skipped) {
            return makeError("not-supported", "mirrors {} and {} of {} elements", before, after,
                             size);
        }
        std::vector<Operand> parts;
        if (before > 0) {
            parts.push_back(op.flip(op.slice(x, axis, skipped, skipped + before), axis));
        }
        parts.push_back(x);
        if (after > 0) {
            parts.push_back(
                op.flip(op.slice(x, axis, size - skipped - after, size - skipped), axis));
        }
        x = op.concatenate(parts, axis);
    }
    return std::vector{x};
}

Status broadcastToShape(ValueCall &call)
{
    const auto *sizes = call.whole(1);
    const auto rank = onnx::lengthOf(call.shape(1));
    call.setShape(0, sizes  ? onnx::MaybeShape(*sizes)
                     : rank ? onnx::MaybeShape(onnx::unknownDimensions(*rank))
                            : std::nullopt);
    return {};
}

Lowered stretched(const OnnxLowering &op)
{
    return std::vector{op.broadcastTo(op.in(0), op.outDims())};
}

Lowered reversed(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(Numbers axes, op.numbers(1, "axis"));
    ASSIGN_OR_RETURN(axes, onnx::axesOf(axes, op.in(0).rank()));
    Operand x = op.in(0);
    for (const std::int64_t axis : axes) {
        x = op.flip(x, static_cast<std::size_t>(axis));
    }
    return std::vector{x};
}

Status blockShape(ValueCall &call, bool intoDepth)
{
    const std::int64_t side = call.attrs.integer("block_size");
    constexpr std::int64_t most = 1 << 15;
    if (side < 1 || side > most) {
        return makeError("infer-shape", "block_size is {}, expected 1 to {}", side, most);
    }
    const ImageAxes axes = imageAxes(call.attrs);
    ASSIGN_OR_RETURN(Dimensions shape, onnx::shapeOfRank(call, 0, 4));
    for (const std::size_t axis : {axes.height, axes.width}) {
        if (intoDepth) {
            ASSIGN_OR_RETURN(shape[axis],
                             onnx::wholeShare(shape[axis], side, "heights and widths"));
        } else {
            shape[axis] = shape[axis] * Dimension(side);
        }
    }
    if (intoDepth) {
        shape[axes.channels] = shape[axes.channels] * Dimension(side * side);
    } else {
        ASSIGN_OR_RETURN(shape[axes.channels],
                         onnx::wholeShare(shape[axes.channels], side * side, "channels"));
    }
    call.setShape(0, std::move(shape));
    return {};
}

/// Channels count the places in a block first, then what was in each.
Lowered blocks(const OnnxLowering &op, bool intoDepth)
{
    if (imageAxes(op.attrs()).isChannelsFirst()) {
        return makeError("not-supported", "has channels first, expected them last");
    }
    const std::int64_t side = op.attrs().integer("block_size");
    const Operand &x = op.in(0);
    const Shape out = op.outDims();
    const Operand apart =
        intoDepth ? op.reshape(x, {x.dims[0], out[1], side, out[2], side, x.dims[3]})
                  : op.reshape(x, {x.dims[0], x.dims[1], x.dims[2], side, side, out[3]});
    return std::vector{op.reshape(op.transpose(apart, {0, 1, 3, 2, 4, 5}), out)};
}

Lowered spaceToDepth(const OnnxLowering &op)
{
    return blocks(op, true);
}

Lowered depthToSpace(const OnnxLowering &op)
{
    return blocks(op, false);
}

void declareBlocks(OpRegistry &ops)
{
    constexpr std::string_view attributes = "block_size:int! data_format:NHWC|NCHW=NHWC";
    addAll(ops, {{.name = "SpaceToDepth",
                  .category = OpCategory::Layout,
                  .signature = "input:T -> output:T",
                  .types = "T = any bf16",
                  .attributes = attributes,
                  .as = "SpaceToDepth",
                  .infer = [](ValueCall &call) { return blockShape(call, true); },
                  .lower = spaceToDepth},
                 {.name = "DepthToSpace",
                  .category = OpCategory::Layout,
                  .signature = "input:T -> output:T",
                  .types = "T = any bf16",
                  .attributes = attributes,
                  .as = "DepthToSpace",
                  .infer = [](ValueCall &call) { return blockShape(call, false); },
                  .lower = depthToSpace}});
}

void declareReshaped(OpRegistry &ops)
{
    const auto category = OpCategory::Layout;
    addAll(ops, {{.name = "Reshape",
                  .category = category,
                  .signature = "tensor:T shape:Tshape -> output:T",
                  .types = "T = any bf16; Tshape = i32 i64",
                  .as = "Reshape",
                  .translate = toShape,
                  .lower = asInferred,
                  .numberInputs = inputBits(1)},
                 {.name = "Squeeze",
                  .category = category,
                  .signature = "input:T -> output:T",
                  .types = "T = any bf16",
                  .attributes = "squeeze_dims:ints=[]",
                  .as = "Squeeze",
                  .translate = withoutDims,
                  .lower = asInferred},
                 {.name = "ExpandDims",
                  .category = category,
                  .signature = "input:T dim:Tdim -> output:T",
                  .types = "T = any bf16; Tdim = i32 i64",
                  .as = "Unsqueeze",
                  .translate = withNewDim,
                  .lower = asInferred,
                  .numberInputs = inputBits(1)},
                 {.name = "Transpose",
                  .category = category,
                  .signature = "x:T perm:Tperm -> y:T",
                  .types = "T = any bf16; Tperm = i32 i64",
                  .as = "Transpose",
                  .translate = inOrder,
                  .numberInputs = inputBits(1)}});
}

void declareBorders(OpRegistry &ops)
{
    constexpr std::string_view paddingTypes = "T = any bf16; Tpaddings = i32 i64";
    const auto category = OpCategory::Layout;
    addAll(ops, {{.name = "Pad",
                  .category = category,
                  .signature = "input:T paddings:Tpaddings -> output:T",
                  .types = paddingTypes,
                  .summary = "zeros around the elements",
                  .infer = paddedShape,
                  .lower = padded,
                  .numberInputs = inputBits(1)},
                 {.name = "PadV2",
                  .category = category,
                  .signature = "input:T paddings:Tpaddings constant_values:T -> output:T",
                  .types = paddingTypes,
                  .summary = "a number around the elements",
                  .infer = paddedShape,
                  .lower = padded,
                  .numberInputs = inputBits(1, 2)},
                 {.name = "MirrorPad",
                  .category = category,
                  .signature = "input:T paddings:Tpaddings -> output:T",
                  .types = paddingTypes,
                  .attributes = "mode:REFLECT|SYMMETRIC!",
                  .summary = "the elements at the border, mirrored, around them",
                  .infer = paddedShape,
                  .lower = mirrored,
                  .numberInputs = inputBits(1)}});
}

void declareRepeated(OpRegistry &ops)
{
    const auto category = OpCategory::Layout;
    addAll(ops, {{.name = "BroadcastTo",
                  .category = category,
                  .signature = "input:T shape:Tidx -> output:T",
                  .types = "T = any bf16; Tidx = i32 i64",
                  .summary = "repeated along dimensions of size 1",
                  .infer = broadcastToShape,
                  .lower = stretched,
                  .numberInputs = inputBits(1)},
                 {.name = "Tile",
                  .category = category,
                  .signature = "input:T multiples:Tmultiples -> output:T",
                  .types = "T = any bf16; Tmultiples = i32 i64",
                  .as = "Tile",
                  .numberInputs = inputBits(1)},
                 {.name = "ReverseV2",
                  .category = category,
                  .signature = "tensor:T axis:Tidx -> output:T",
                  .types = "T = any bf16; Tidx = i32 i64",
                  .summary = "dimensions from their ends on",
                  .infer = onnx::sameShape,
                  .lower = reversed,
                  .numberInputs = inputBits(1)}});
}

void declareAllLayout(OpRegistry &ops)
{
    declareReshaped(ops);
    declareBorders(ops);
    declareRepeated(ops);
    declareBlocks(ops);
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfLayout(OpRegistry &ops)
{
    tensorflow::declareAllLayout(ops);
}

} // namespace nervure
