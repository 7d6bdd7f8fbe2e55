// SPDX-License-Identifier: Apache-2.0
// Functions of single elements, and of those of several values.
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure::coreml {

namespace {

/// What all inputs are stretched to, dimension by dimension.
Status stretchedShape(ValueCall &call)
{
    Blob all;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const Blob one, blobAt(call, i));
        if (!one.isKnown()) {
            return {};
        }
        if (!all.isKnown()) {
            all = one;
            continue;
        }
        for (const auto size :
             {&Blob::sequence, &Blob::batch, &Blob::channels, &Blob::height, &Blob::width}) {
            ASSIGN_OR_RETURN(all.*size, onnx::broadcast(all.*size, one.*size));
        }
        all.rank = std::max(all.rank, one.rank);
    }
    setBlob(call, 0, all);
    return {};
}

/// The inputs, such that their dimensions lie on each other.
std::vector<Operand> aligned(const OnnxLowering &op)
{
    std::vector<Operand> inputs = op.allInputs();
    const bool isAlike = std::all_of(inputs.begin(), inputs.end(), [&](const Operand &one) {
        return one.rank() == inputs.front().rank();
    });
    for (Operand &input : inputs) {
        input = isAlike ? input : asBlob(op, input);
    }
    return inputs;
}

Operand overAll(const OnnxLowering &op, std::string_view way)
{
    const std::vector<Operand> inputs = aligned(op);
    Operand result = inputs.front();
    for (std::size_t i = 1; i < inputs.size(); ++i) {
        result = op.binary(way, result, inputs[i]);
    }
    return result;
}

/// A single input is taken with a number.
Lowered addAllInputs(const OnnxLowering &op)
{
    return shaped(op, op.inputCount() == 1 ? op.scalar("add", op.in(0), op.attrs().number("alpha"))
                                           : overAll(op, "add"));
}
Lowered multiplyAllInputs(const OnnxLowering &op)
{
    return shaped(op, op.inputCount() == 1 ? op.scalar("mul", op.in(0), op.attrs().number("alpha"))
                                           : overAll(op, "mul"));
}
Lowered meanOfInputs(const OnnxLowering &op)
{
    return shaped(op, op.scalar("div", overAll(op, "add"), static_cast<double>(op.inputCount())));
}
Lowered greatestOfInputs(const OnnxLowering &op)
{
    return shaped(op, overAll(op, "max"));
}
Lowered leastOfInputs(const OnnxLowering &op)
{
    return shaped(op, overAll(op, "min"));
}

/// A function of scale × x + shift.
Lowered unaryFunction(const OnnxLowering &op)
{
    const OnnxAttrs &attrs = op.attrs();
    const double scale = attrs.number("scale") == 0 ? 1 : attrs.number("scale");
    const double epsilon = attrs.number("epsilon") == 0 ? 1e-6 : attrs.number("epsilon");
    Operand x = op.in(0);
    x = scale == 1 ? x : op.scalar("mul", x, scale);
    x = attrs.number("shift") == 0 ? x : op.scalar("add", x, attrs.number("shift"));
    const std::string_view type = attrs.text("type");
    const auto one = [&](const Operand &y) -> Lowered { return std::vector{y}; };
    if (type == "RSQRT") {
        return one(op.scalar("rdiv", op.unary("sqrt", op.scalar("add", x, epsilon)), 1));
    }
    if (type == "INVERSE") {
        return one(op.scalar("rdiv", op.scalar("add", x, epsilon), 1));
    }
    if (type == "POWER") {
        return one(op.scalar("pow", x, attrs.number("alpha")));
    }
    if (type == "THRESHOLD") {
        return one(op.binary("max", x, op.full(attrs.number("alpha"), Shape::scalar(), x.type)));
    }
    return one(op.unary(type == "SQRT"  ? "sqrt"
                        : type == "EXP" ? "exp"
                        : type == "LOG" ? "log"
                                        : "abs",
                        x));
}

/// Weights of a shape [C], [1], [1, H, W] or [C, H, W] beside images.
Operand besideImages(const OnnxLowering &op, std::size_t input)
{
    const Operand value = weights(op, input);
    Shape dims = value.dims;
    dims.resize(std::max<std::size_t>(dims.size(), 3), 1);
    dims.insert(dims.begin(), 1);
    return op.reshape(value, dims);
}

Status besideShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Blob blob, blobAt(call, 0));
    for (std::size_t input = 1; blob.isKnown() && input < 3; ++input) {
        const auto &shape = call.shape(input);
        if (!call.has(input) || !shape) {
            continue;
        }
        const Dimensions sizes{blob.channels, blob.height, blob.width};
        bool fits = shape->size() == 1 || shape->size() == 3;
        for (std::size_t i = 0; fits && i < shape->size(); ++i) {
            const Dimension &size = (*shape)[i];
            fits = size.is(1) || !size.isNumber() || !sizes[i].isNumber() || size == sizes[i];
        }
        if (!fits) {
            return makeError("infer-shape", "weights of the shape {} for an image of {}",
                             dimensionsText(*shape), dimensionsText(sizes));
        }
    }
    return onnx::sameShape(call);
}

Lowered scaleImages(const OnnxLowering &op)
{
    Operand y = op.binary("mul", asImages(op, op.in(0)), besideImages(op, 1));
    if (op.has(2)) {
        y = op.binary("add", y, besideImages(op, 2));
    }
    return shaped(op, y);
}

Lowered addToImages(const OnnxLowering &op)
{
    return shaped(op, op.binary("add", asImages(op, op.in(0)), besideImages(op, 1)));
}

void declareJoined(OpRegistry &ops)
{
    const auto declare = [&ops](std::string_view name, std::string_view attributes,
                                std::string_view summary, auto lower) {
        add(ops, {.name = name,
                  .category = OpCategory::Elementwise,
                  .signature = "x:T... -> y:T",
                  .attributes = attributes,
                  .summary = summary,
                  .infer = stretchedShape,
                  .lower = lower});
    };
    declare("add", "alpha:float=0", "the sum of the inputs; of a single one, with alpha",
            addAllInputs);
    declare("multiply", "alpha:float=0", "the product of the inputs; of a single one, with alpha",
            multiplyAllInputs);
    declare("average", "", "the mean of the inputs", meanOfInputs);
    declare("max", "", "the largest of the inputs, element by element", greatestOfInputs);
    declare("min", "", "the smallest of the inputs, element by element", leastOfInputs);
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmArithmetic(OpRegistry &ops)
{
    coreml::declareJoined(ops);
    coreml::addAll(ops,
                   {{.name = "unary",
                     .category = OpCategory::Elementwise,
                     .attributes = "type:SQRT|RSQRT|INVERSE|POWER|EXP|LOG|ABS|THRESHOLD=SQRT "
                                   "alpha:float=0 epsilon:float=1e-06 shift:float=0 scale:float=1",
                     .summary = "a function of scale × x + shift",
                     .infer = onnx::sameShape,
                     .lower = coreml::unaryFunction},
                    {.name = "scale",
                     .category = OpCategory::Elementwise,
                     .signature = "x:T scale:W bias:W? -> y:T",
                     .attributes = "shapeScale:ints=[] hasBias:bool=false shapeBias:ints=[]",
                     .summary = "the product with weights, plus others",
                     .infer = coreml::besideShape,
                     .lower = coreml::scaleImages},
                    {.name = "bias",
                     .category = OpCategory::Elementwise,
                     .signature = "x:T bias:W -> y:T",
                     .attributes = "shape:ints=[]",
                     .summary = "the sum with weights",
                     .infer = coreml::besideShape,
                     .lower = coreml::addToImages}});
}

} // namespace nervure
