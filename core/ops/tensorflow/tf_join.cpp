// SPDX-License-Identifier: Apache-2.0
// What joins tensors and takes them apart.
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <numeric>

namespace nervure::tensorflow {

namespace {

/// All inputs but that of the axis.
std::optional<OnnxForm> joinedAlong(const AtNode &node, std::size_t axisInput, std::size_t first)
{
    const auto axis = node.number(axisInput);
    if (!axis || node.in.size() < 2) {
        return std::nullopt;
    }
    OnnxForm form;
    form.attrs.set("axis", *axis);
    form.inputs.resize(node.in.size() - 1);
    std::iota(form.inputs.begin(), form.inputs.end(), first);
    return form;
}

std::optional<OnnxForm> axisFirst(const AtNode &node)
{
    return joinedAlong(node, 0, 1);
}

std::optional<OnnxForm> axisLast(const AtNode &node)
{
    return joinedAlong(node, node.in.empty() ? 0 : node.in.size() - 1, 0);
}

/// Where among the dimensions of the result the new one is.
Result<std::size_t> newAxis(const OnnxAttrs &attrs, std::size_t rank)
{
    return onnx::axisOf(attrs.integer("axis"), rank + 1);
}

Status packedShape(ValueCall &call)
{
    onnx::MaybeShape parts;
    for (const ValueType &value : call.inputs) {
        if (!value.shape) {
            continue;
        }
        if (parts && parts->size() != value.shape->size()) {
            return makeError("infer-shape", "parts have shapes {} and {}, expected the same",
                             dimensionsText(*parts), dimensionsText(*value.shape));
        }
        for (std::size_t i = 0; parts && i < parts->size(); ++i) {
            ASSIGN_OR_RETURN((*parts)[i], onnx::same((*parts)[i], (*value.shape)[i], "sizes"));
        }
        parts = parts ? parts : value.shape;
    }
    if (!parts) {
        return {};
    }
    const bool isScalars = parts->empty();
    ASSIGN_OR_RETURN(const std::size_t axis, newAxis(call.attrs, parts->size()));
    parts->insert(parts->begin() + static_cast<std::ptrdiff_t>(axis),
                  Dimension(static_cast<std::int64_t>(call.inputs.size())));
    call.setShape(0, std::move(parts));
    if (!isScalars || !hasWholeElements(call.in(0).element)) {
        return {};
    }
    KnownElements elements;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        elements.whole.push_back(onnx::wholeElement(call, i));
    }
    onnx::setElements(call, 0, std::move(elements));
    return {};
}

Lowered packed(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis, newAxis(op.attrs(), op.in(0).rank()));
    std::vector<Operand> parts;
    for (const Operand &input : op.allInputs()) {
        Shape dims = input.dims;
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), 1);
        parts.push_back(op.reshape(input, dims));
    }
    return std::vector{op.concatenate(parts, axis)};
}

Status unpackedShape(ValueCall &call)
{
    if (!call.shape(0)) {
        return {};
    }
    Dimensions shape = *call.shape(0);
    ASSIGN_OR_RETURN(const std::size_t axis,
                     onnx::axisOf(call.attrs.integer("axis"), shape.size()));
    const std::int64_t parts = call.attrs.integer("num");
    if (shape[axis].isNumber() && *shape[axis].number() != parts) {
        return makeError("infer-shape", "dimension {} has {} elements, expected num = {}", axis,
                         shape[axis].text(), parts);
    }
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    const auto *elements = call.whole(0);
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        call.setShape(i, shape);
        if (shape.empty() && elements && i < elements->size()) {
            onnx::setElements(call, i, {{(*elements)[i]}, {}});
        }
    }
    return {};
}

/// Pieces of these lengths along an axis, in the shapes of the outputs.
Lowered cut(const OnnxLowering &op, const Operand &x, std::size_t axis, const Numbers &lengths)
{
    std::vector<Operand> parts;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < op.outputCount() && i < lengths.size(); ++i) {
        const bool isEmpty = lengths[i] < 1;
        parts.push_back(
            isEmpty ? Operand()
                    : op.reshape(op.slice(x, axis, first, first + lengths[i]), op.outDims(i)));
        first += lengths[i];
    }
    return parts;
}

Lowered unpacked(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::size_t axis,
                     onnx::axisOf(op.attrs().integer("axis"), op.in(0).rank()));
    return cut(op, op.in(0), axis, Numbers(op.outputCount(), 1));
}

Status splitShape(ValueCall &call)
{
    const auto axis = AtNode{call.attrs, call.inputs}.number(0);
    if (!call.shape(1)) {
        return {};
    }
    Dimensions shape = axis ? *call.shape(1) : onnx::unknownDimensions(call.shape(1)->size());
    if (axis) {
        ASSIGN_OR_RETURN(const std::size_t place, onnx::axisOf(*axis, shape.size()));
        ASSIGN_OR_RETURN(
            shape[place],
            onnx::wholeShare(shape[place], call.attrs.integer("num_split"), "elements to split"));
    }
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        call.setShape(i, shape);
    }
    return {};
}

Lowered splitEvenly(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Numbers axis, op.numbers(0, "split_dim"));
    ASSIGN_OR_RETURN(const std::size_t place, onnx::axisOf(axis.at(0), op.in(1).rank()));
    const std::int64_t length =
        op.in(1).dims[place]
        / static_cast<std::int64_t>(std::max<std::size_t>(op.outputCount(), 1));
    return cut(op, op.in(1), place, Numbers(op.outputCount(), length));
}

/// The lengths of the pieces, of which one may be -1: what is left.
Result<Dimensions> lengthsOf(const Numbers &given, const Dimension &all)
{
    Dimensions lengths(given.begin(), given.end());
    Dimension sum = 0;
    std::optional<std::size_t> left;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i] >= 0) {
            sum = sum + Dimension(given[i]);
        } else if (given[i] == -1 && !left) {
            left = i;
        } else {
            return makeError("infer-shape", "size_splits[{}] is {}, expected a size, or -1 once", i,
                             given[i]);
        }
    }
    if (left) {
        lengths[*left] = all - sum;
    }
    const bool fits = left ? !lengths[*left].isNumber() || *lengths[*left].number() >= 0
                           : !all.isNumber() || !sum.isNumber() || all == sum;
    return fits ? Result<Dimensions>(std::move(lengths))
                : makeError("infer-shape", "pieces of {} elements, expected {}", sum.text(),
                            all.text());
}

Status splitVShape(ValueCall &call)
{
    const AtNode node{call.attrs, call.inputs};
    const auto axis = node.number(2);
    const auto sizes = node.numbers(1);
    if (!call.shape(0)) {
        return {};
    }
    Dimensions shape = axis ? *call.shape(0) : onnx::unknownDimensions(call.shape(0)->size());
    Dimensions lengths(call.outputs.size());
    std::size_t place = 0;
    if (axis) {
        ASSIGN_OR_RETURN(place, onnx::axisOf(*axis, shape.size()));
        if (sizes) {
            ASSIGN_OR_RETURN(lengths, lengthsOf(*sizes, shape[place]));
        }
    }
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        if (axis) {
            shape[place] = i < lengths.size() ? lengths[i] : Dimension();
        }
        call.setShape(i, shape);
    }
    return {};
}

Lowered splitBySizes(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Numbers axis, op.numbers(2, "split_dim"));
    ASSIGN_OR_RETURN(const std::size_t place, onnx::axisOf(axis.at(0), op.in(0).rank()));
    Numbers lengths;
    for (std::size_t i = 0; i < op.outputCount(); ++i) {
        lengths.push_back(op.outDims(i)[place]);
    }
    return cut(op, op.in(0), place, lengths);
}

void declareJoined(OpRegistry &ops)
{
    const auto category = OpCategory::Layout;
    constexpr std::string_view any = "T = any bf16";
    addAll(ops, {{.name = "Concat",
                  .category = category,
                  .signature = "concat_dim:i32 values:T... -> output:T",
                  .types = any,
                  .attributes = "N:int!",
                  .as = "Concat",
                  .translate = axisFirst,
                  .numberInputs = inputBits(0),
                  .inputCount = "N"},
                 {.name = "ConcatV2",
                  .category = category,
                  .signature = "values:T...~ -> output:T",
                  .types = "T = any bf16; Tidx = i32 i64",
                  .attributes = "N:int!",
                  .as = "Concat",
                  .translate = axisLast,
                  .inputCount = "N",
                  .lastInput = "axis"},
                 {.name = "Pack",
                  .category = category,
                  .signature = "values:T... -> output:T",
                  .types = any,
                  .attributes = "N:int! axis:int=0",
                  .summary = "tensors of one shape joined along a new dimension",
                  .infer = packedShape,
                  .lower = packed,
                  .inputCount = "N"}});
}

void declareParts(OpRegistry &ops)
{
    const auto category = OpCategory::Layout;
    constexpr std::string_view any = "T = any bf16";
    addAll(ops, {{.name = "Unpack",
                  .category = category,
                  .signature = "value:T -> output:T...",
                  .types = any,
                  .attributes = "num:int! axis:int=0",
                  .summary = "the slices along a dimension, each by itself",
                  .infer = unpackedShape,
                  .lower = unpacked,
                  .outputCount = "num"},
                 {.name = "Split",
                  .category = category,
                  .signature = "split_dim:i32 value:T -> output:T...",
                  .types = any,
                  .attributes = "num_split:int!",
                  .summary = "equal parts along a dimension",
                  .infer = splitShape,
                  .lower = splitEvenly,
                  .numberInputs = inputBits(0),
                  .outputCount = "num_split"},
                 {.name = "SplitV",
                  .category = category,
                  .signature = "value:T size_splits:Tlen split_dim:i32 -> output:T...",
                  .types = "T = any bf16; Tlen = i32 i64",
                  .attributes = "num_split:int!",
                  .summary = "parts of given lengths along a dimension",
                  .infer = splitVShape,
                  .lower = splitBySizes,
                  .numberInputs = inputBits(1, 2),
                  .outputCount = "num_split"}});
}

void declareAllJoin(OpRegistry &ops)
{
    declareJoined(ops);
    declareParts(ops);
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfJoin(OpRegistry &ops)
{
    tensorflow::declareAllJoin(ops);
}

} // namespace nervure
