// SPDX-License-Identifier: Apache-2.0
// Functions of single elements, and what passes values on.
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <array>
#include <string>

namespace nervure::tensorflow {

namespace {

constexpr std::string_view realTypes = "T = float bf16";
constexpr std::string_view numberTypes = "T = number bf16";
constexpr std::string_view arithmeticTypes = "T = number bf16 str c64 c128";

/// An operator that has TensorFlow's name and is one of ONNX's.
struct Alike {
    std::string_view name;
    std::string_view onnx;
};

void declareFunctions(OpRegistry &ops)
{
    constexpr std::array floats{
        Alike{"Acos", "Acos"},      Alike{"Acosh", "Acosh"}, Alike{"Asin", "Asin"},
        Alike{"Asinh", "Asinh"},    Alike{"Atan", "Atan"},   Alike{"Atanh", "Atanh"},
        Alike{"Ceil", "Ceil"},      Alike{"Cos", "Cos"},     Alike{"Cosh", "Cosh"},
        Alike{"Erf", "Erf"},        Alike{"Exp", "Exp"},     Alike{"Floor", "Floor"},
        Alike{"Inv", "Reciprocal"}, Alike{"Log", "Log"},     Alike{"Reciprocal", "Reciprocal"},
        Alike{"Rint", "Round"},     Alike{"Sin", "Sin"},     Alike{"Sinh", "Sinh"},
        Alike{"Sqrt", "Sqrt"},      Alike{"Tan", "Tan"},
    };
    for (const Alike &row : floats) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = "x:T -> y:T",
                  .types = "T = float bf16 c64 c128",
                  .as = row.onnx});
    }
    constexpr std::array whole{Alike{"Abs", "Abs"}, Alike{"Neg", "Neg"}, Alike{"Sign", "Sign"},
                               Alike{"Round", "Round"}};
    for (const Alike &row : whole) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = "x:T -> y:T",
                  .types = "T = number bf16 c64 c128",
                  .as = row.onnx});
    }
    constexpr std::array activations{Alike{"Relu", "Relu"}, Alike{"Softsign", "Softsign"},
                                     Alike{"Softplus", "Softplus"}};
    for (const Alike &row : activations) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Activation,
                  .signature = "features:T -> activations:T",
                  .types = numberTypes,
                  .as = row.onnx});
    }
    constexpr std::array curves{Alike{"Sigmoid", "Sigmoid"}, Alike{"Tanh", "Tanh"}};
    for (const Alike &row : curves) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Activation,
                  .signature = "x:T -> y:T",
                  .types = "T = float bf16 c64 c128",
                  .as = row.onnx});
    }
}

Lowered squared(const OnnxLowering &op)
{
    return std::vector{op.binary("mul", op.in(0), op.in(0))};
}

Lowered inverseRoot(const OnnxLowering &op)
{
    return std::vector{op.scalar("rdiv", op.unary("sqrt", op.in(0)), 1)};
}

Lowered relu6(const OnnxLowering &op)
{
    return std::vector{op.make("clip", {op.in(0)}, attrsOf({{"a_min", "0"}, {"a_max", "6"}}),
                               op.in(0).dims, op.in(0).type)};
}

Lowered lessOne(const OnnxLowering &op)
{
    return std::vector{op.scalar("sub", op.unary("exp", op.in(0)), 1)};
}

Lowered logOfOneMore(const OnnxLowering &op)
{
    return std::vector{op.unary("log", op.scalar("add", op.in(0), 1))};
}

Lowered one(const OnnxLowering &op)
{
    return std::vector{op.full(1, op.outDims(), op.outType())};
}

Lowered zero(const OnnxLowering &op)
{
    return std::vector{op.full(0, op.outDims(), op.outType())};
}

Lowered isFiniteNumber(const OnnxLowering &op)
{
    // What is subtracted from itself is 0 only where it is finite.
    const Operand &x = op.in(0);
    return std::vector{op.compare("equal", op.binary("sub", x, x), 0)};
}

std::optional<OnnxForm> withSlope(const AtNode &node)
{
    OnnxForm form{{}, {0}};
    form.attrs.set("alpha", node.attrs.number("alpha", 0.2));
    return form;
}

std::optional<OnnxForm> withOne(const AtNode &)
{
    OnnxForm form{{}, {0}};
    form.attrs.set("alpha", 1.0);
    return form;
}

std::optional<OnnxForm> seluConstants(const AtNode &)
{
    OnnxForm form{{}, {0}};
    form.attrs.set("alpha", 1.6732632423543772);
    form.attrs.set("gamma", 1.0507009873554805);
    return form;
}

void declareRoots(OpRegistry &ops)
{
    const auto function = OpCategory::Elementwise;
    addAll(ops, {{.name = "Square",
                  .category = function,
                  .signature = "x:T -> y:T",
                  .types = arithmeticTypes,
                  .summary = "x * x",
                  .infer = onnx::sameShape,
                  .lower = squared},
                 {.name = "Rsqrt",
                  .category = function,
                  .signature = "x:T -> y:T",
                  .types = realTypes,
                  .summary = "1 / sqrt(x)",
                  .infer = onnx::sameShape,
                  .lower = inverseRoot},
                 {.name = "Expm1",
                  .category = function,
                  .signature = "x:T -> y:T",
                  .types = realTypes,
                  .summary = "exp(x) - 1",
                  .infer = onnx::sameShape,
                  .lower = lessOne},
                 {.name = "Log1p",
                  .category = function,
                  .signature = "x:T -> y:T",
                  .types = realTypes,
                  .summary = "log(1 + x)",
                  .infer = onnx::sameShape,
                  .lower = logOfOneMore},
                 {.name = "IsFinite",
                  .category = function,
                  .signature = "x:T -> y:bool",
                  .types = realTypes,
                  .summary = "whether each element is neither infinite nor not a number",
                  .infer = onnx::sameShape,
                  .lower = isFiniteNumber}});
}

void declareChecks(OpRegistry &ops)
{
    const auto function = OpCategory::Elementwise;
    addAll(ops, {{.name = "IsInf",
                  .category = function,
                  .signature = "x:T -> y:bool",
                  .types = realTypes,
                  .as = "IsInf",
                  .translate =
                      [](const AtNode &) {
                          OnnxForm form{{}, {0}};
                          form.attrs.set("detect_positive", std::int64_t{1});
                          form.attrs.set("detect_negative", std::int64_t{1});
                          return std::optional(std::move(form));
                      }},
                 {.name = "IsNan",
                  .category = function,
                  .signature = "x:T -> y:bool",
                  .types = realTypes,
                  .as = "IsNaN"},
                 {.name = "LogicalNot",
                  .category = function,
                  .signature = "x:bool -> y:bool",
                  .types = {},
                  .as = "Not"},
                 {.name = "OnesLike",
                  .category = OpCategory::Data,
                  .signature = "x:T -> y:T",
                  .types = arithmeticTypes,
                  .summary = "1 in the shape of x",
                  .infer = onnx::sameShape,
                  .lower = one},
                 {.name = "ZerosLike",
                  .category = OpCategory::Data,
                  .signature = "x:T -> y:T",
                  .types = arithmeticTypes,
                  .summary = "0 in the shape of x",
                  .infer = onnx::sameShape,
                  .lower = zero}});
}

void declareBentFunctions(OpRegistry &ops)
{
    const auto activation = OpCategory::Activation;
    addAll(ops, {{.name = "Relu6",
                  .category = activation,
                  .signature = "features:T -> activations:T",
                  .types = numberTypes,
                  .summary = "min(max(x, 0), 6)",
                  .infer = onnx::sameShape,
                  .lower = relu6},
                 {.name = "LeakyRelu",
                  .category = activation,
                  .signature = "features:T -> activations:T",
                  .types = realTypes,
                  .attributes = "alpha:float=0.2",
                  .as = "LeakyRelu",
                  .translate = withSlope},
                 {.name = "Elu",
                  .category = activation,
                  .signature = "features:T -> activations:T",
                  .types = realTypes,
                  .as = "Elu",
                  .translate = withOne},
                 {.name = "Selu",
                  .category = activation,
                  .signature = "features:T -> activations:T",
                  .types = realTypes,
                  .as = "Selu",
                  .translate = seluConstants}});
}

Status castType(ValueCall &call)
{
    const ElementType type = typeAttribute(call.attrs, "DstT");
    call.setElement(0, type);
    call.setShape(0, call.shape(0));
    if (!call.outputs.empty() && hasWholeElements(call.in(0).element) && hasWholeElements(type)
        && type != ElementType::Bool) {
        call.outputs[0].elements = call.in(0).elements;
    }
    return {};
}

/// A fraction is cut off; of truth values anything but 0 is true.
Lowered castTo(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    if (op.outElement() == ElementType::Bool && !op.isBool(0)) {
        return std::vector{op.compare("not_equal", x, 0)};
    }
    return std::vector{op.cast(x, op.outType())};
}

Lowered passedOn(const OnnxLowering &op)
{
    return std::vector{op.in(0)};
}

void declarePassing(OpRegistry &ops)
{
    const auto category = OpCategory::Other;
    constexpr std::string_view any = "T = any bf16";
    addAll(ops, {{.name = "Cast",
                  .category = OpCategory::Elementwise,
                  .signature = "x:SrcT -> y:DstT",
                  .types = "SrcT = any bf16; DstT = any bf16",
                  .attributes = "DstT:type! Truncate:bool=false",
                  .summary = "elements in another type",
                  .infer = castType,
                  .lower = castTo},
                 {.name = "Identity",
                  .category = category,
                  .signature = "input:T -> output:T",
                  .types = any,
                  .as = "Identity"},
                 {.name = "Snapshot",
                  .category = category,
                  .signature = "input:T -> output:T",
                  .types = any,
                  .as = "Identity"},
                 {.name = "StopGradient",
                  .category = category,
                  .signature = "input:T -> output:T",
                  .types = any,
                  .as = "Identity"},
                 {.name = "PreventGradient",
                  .category = category,
                  .signature = "input:T -> output:T",
                  .types = any,
                  .attributes = "message:string=",
                  .as = "Identity"},
                 {.name = "CheckNumerics",
                  .category = category,
                  .signature = "tensor:T -> output:T",
                  .types = realTypes,
                  .attributes = "message:string=",
                  .summary = "passes values on; TensorFlow stops where one is not finite",
                  .infer = onnx::sameShape,
                  .lower = passedOn},
                 {.name = "PlaceholderWithDefault",
                  .category = OpCategory::Data,
                  .signature = "input:dtype -> output:dtype",
                  .types = "dtype = any bf16",
                  .attributes = "shape:shape",
                  .summary = "an input that has values where none are given",
                  .infer = onnx::sameShape,
                  .lower = passedOn}});
}

void declareAllElements(OpRegistry &ops)
{
    declareFunctions(ops);
    declareRoots(ops);
    declareChecks(ops);
    declareBentFunctions(ops);
    declarePassing(ops);
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfElements(OpRegistry &ops)
{
    tensorflow::declareAllElements(ops);
}

} // namespace nervure
