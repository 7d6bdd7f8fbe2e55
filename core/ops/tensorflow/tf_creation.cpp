// SPDX-License-Identifier: Apache-2.0
// Tensors that are made from sizes and numbers, and what tells sizes.
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <cmath>

namespace nervure::tensorflow {

namespace {

ElementType numberType(const OnnxAttrs &attrs)
{
    const ElementType type = typeAttribute(attrs, "out_type");
    return type == ElementType::Undefined ? ElementType::Int32 : type;
}

Status shapeOf(ValueCall &call)
{
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        call.setElement(i, numberType(call.attrs));
        const auto &shape = call.shape(i);
        call.setShape(i, Dimensions{shape ? Dimension(static_cast<std::int64_t>(shape->size()))
                                          : Dimension()});
        if (shape && shape->size() <= KnownElements::most) {
            onnx::setElements(call, i, {*shape, {}});
        }
    }
    return {};
}

/// One whole number that follows from a shape.
Status countOfShape(ValueCall &call, Dimension (*count)(const Dimensions &))
{
    call.setElement(0, numberType(call.attrs));
    call.setShape(0, Dimensions());
    if (call.shape(0)) {
        onnx::setElements(call, 0, {{count(*call.shape(0))}, {}});
    }
    return {};
}

Status rankOf(ValueCall &call)
{
    return countOfShape(call, [](const Dimensions &shape) {
        return Dimension(static_cast<std::int64_t>(shape.size()));
    });
}

Status sizeOf(ValueCall &call)
{
    return countOfShape(call, [](const Dimensions &shape) { return productOf(shape); });
}

/// What is not known before the run cannot be: it follows from shapes, which are.
Lowered knownBefore(const OnnxLowering &)
{
    return makeError("not-supported", "tells a shape of too many dimensions");
}

Status filledShape(ValueCall &call)
{
    const auto *sizes = call.whole(0);
    const auto rank = onnx::lengthOf(call.shape(0));
    call.setShape(0, sizes  ? onnx::MaybeShape(*sizes)
                     : rank ? onnx::MaybeShape(onnx::unknownDimensions(*rank))
                            : std::nullopt);
    for (const Dimension &size : sizes ? *sizes : Dimensions()) {
        if (size.isNumber() && *size.number() < 0) {
            return makeError("infer-shape", "dims has {}, expected no size below 0", size.text());
        }
    }
    const auto count = sizes ? productOf(*sizes).number() : std::nullopt;
    const auto *value = call.whole(1);
    if (count && *count <= 64 && value && value->size() == 1) {
        onnx::setElements(call, 0,
                          {Dimensions(static_cast<std::size_t>(*count), value->front()), {}});
    }
    return {};
}

Lowered filled(const OnnxLowering &op)
{
    return std::vector{op.broadcastTo(op.in(1), op.outDims())};
}

Lowered counted(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const std::vector<double> start, op.reals(0, "start"));
    ASSIGN_OR_RETURN(const std::vector<double> delta, op.reals(2, "delta"));
    return std::vector{op.arange(start.at(0), delta.at(0), op.outDims()[0], op.outType())};
}

/// A number at the index, another elsewhere, along a new dimension.
Status oneHotShape(ValueCall &call)
{
    if (!call.shape(0)) {
        return {};
    }
    Dimensions shape = *call.shape(0);
    ASSIGN_OR_RETURN(const std::size_t axis,
                     onnx::axisOf(call.attrs.integer("axis"), shape.size() + 1));
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), onnx::wholeElement(call, 1));
    call.setShape(0, std::move(shape));
    return {};
}

Lowered oneHot(const OnnxLowering &op)
{
    const Operand &indices = op.in(0);
    const Shape out = op.outDims();
    ASSIGN_OR_RETURN(const std::size_t axis, onnx::axisOf(op.attrs().integer("axis"), out.size()));
    Shape spread = indices.dims;
    spread.insert(spread.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    Shape along(out.size(), 1);
    along[axis] = out[axis];
    const Operand places = op.reshape(op.arange(0, 1, out[axis], DType::Int32), along);
    const Operand isThere =
        op.compare("equal", op.reshape(op.cast(indices, DType::Int32), spread), places);
    return std::vector{op.broadcastTo(op.where(isThere, op.in(2), op.in(3)), out)};
}

Status invertedElements(ValueCall &call)
{
    RETURN_IF_FAILED(onnx::checkRank(call, 0, 1));
    RETURN_IF_FAILED(onnx::sameShape(call));
    const auto order = AtNode{call.attrs, call.inputs}.numbers(0);
    if (!order) {
        return {};
    }
    Dimensions inverse(order->size());
    for (std::size_t i = 0; i < order->size(); ++i) {
        const std::int64_t place = (*order)[i];
        if (place < 0 || place >= static_cast<std::int64_t>(order->size())) {
            return makeError("infer-shape", "x[{}] is {}, expected 0 to {}", i, place,
                             order->size() - 1);
        }
        inverse[static_cast<std::size_t>(place)] = Dimension(static_cast<std::int64_t>(i));
    }
    onnx::setElements(call, 0, {std::move(inverse), {}});
    return {};
}

/// The shape is input 0; the type an attribute.
Status randomShape(ValueCall &call)
{
    call.setElement(0, typeAttribute(call.attrs, "dtype"));
    const auto *sizes = call.whole(0);
    const auto rank = onnx::lengthOf(call.shape(0));
    call.setShape(0, sizes  ? onnx::MaybeShape(*sizes)
                     : rank ? onnx::MaybeShape(onnx::unknownDimensions(*rank))
                            : std::nullopt);
    return {};
}

Lowered randomNumbers(const OnnxLowering &)
{
    return makeError("not-supported", "makes random numbers, which are others in each run");
}

void declareRandom(OpRegistry &ops)
{
    for (const std::string_view name :
         {"RandomUniform", "RandomStandardNormal", "TruncatedNormal"}) {
        add(ops, {.name = name,
                  .category = OpCategory::Data,
                  .signature = "shape:T -> output:dtype",
                  .types = "T = i32 i64; dtype = float bf16",
                  .attributes = "seed:int=0 seed2:int=0 dtype:type!",
                  .summary = "random numbers, others in each run",
                  .infer = randomShape,
                  .lower = randomNumbers,
                  .numberInputs = inputBits(0)});
    }
}

void declareSizes(OpRegistry &ops)
{
    constexpr std::string_view countTypes = "T = any bf16; out_type = i32 i64";
    const auto category = OpCategory::Data;
    constexpr std::string_view countAttributes = "out_type:type=int32";
    addAll(ops, {{.name = "Shape",
                  .category = category,
                  .signature = "input:T -> output:out_type",
                  .types = countTypes,
                  .attributes = countAttributes,
                  .as = "Shape",
                  .infer = shapeOf,
                  .lower = knownBefore},
                 {.name = "ShapeN",
                  .category = category,
                  .signature = "input:T... -> output:out_type...",
                  .types = countTypes,
                  .attributes = "N:int! out_type:type=int32",
                  .as = "Shape",
                  .infer = shapeOf,
                  .lower = knownBefore,
                  .inputCount = "N",
                  .outputCount = "N"},
                 {.name = "Rank",
                  .category = category,
                  .signature = "input:T -> output:i32",
                  .types = "T = any bf16",
                  .summary = "how many dimensions there are",
                  .infer = rankOf,
                  .lower = knownBefore},
                 {.name = "Size",
                  .category = category,
                  .signature = "input:T -> output:out_type",
                  .types = countTypes,
                  .attributes = countAttributes,
                  .as = "Size",
                  .infer = sizeOf,
                  .lower = knownBefore}});
}

void declareMade(OpRegistry &ops)
{
    const auto category = OpCategory::Data;
    addAll(ops, {{.name = "Fill",
                  .category = category,
                  .signature = "dims:index_type value:T -> output:T",
                  .types = "T = any bf16; index_type = i32 i64",
                  .summary = "one number in a given shape",
                  .infer = filledShape,
                  .lower = filled,
                  .numberInputs = inputBits(0)},
                 {.name = "Range",
                  .category = category,
                  .signature = "start:Tidx limit:Tidx delta:Tidx -> output:Tidx",
                  .types = "Tidx = number bf16",
                  .as = "Range",
                  .lower = counted,
                  .numberInputs = inputBits(0, 1, 2)},
                 {.name = "OneHot",
                  .category = category,
                  .signature = "indices:TI depth:i32 on_value:T off_value:T -> output:T",
                  .types = "T = any bf16; TI = u8 i8 i32 i64",
                  .attributes = "axis:int=-1",
                  .as = "OneHot",
                  .infer = oneHotShape,
                  .lower = oneHot,
                  .numberInputs = inputBits(1)},
                 {.name = "InvertPermutation",
                  .category = category,
                  .signature = "x:T -> y:T",
                  .types = "T = i32 i64",
                  .summary = "where in an order each place stands",
                  .infer = invertedElements}});
}

void declareAllCreation(OpRegistry &ops)
{
    declareSizes(ops);
    declareMade(ops);
    declareRandom(ops);
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfCreation(OpRegistry &ops)
{
    tensorflow::declareAllCreation(ops);
}

} // namespace nervure
