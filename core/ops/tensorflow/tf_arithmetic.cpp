// SPDX-License-Identifier: Apache-2.0
// Arithmetic of two tensors, comparisons and choices.
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <array>

namespace nervure::tensorflow {

namespace {

constexpr std::string_view pairTypes = "T = number bf16 str c64 c128";

/// An operator that has TensorFlow's name and is one of ONNX's.
struct AlikePair {
    std::string_view name;
    std::string_view onnx;
};

void declareArithmetic(OpRegistry &ops)
{
    constexpr std::array rows{
        AlikePair{"Add", "Add"},         AlikePair{"AddV2", "Add"},   AlikePair{"Sub", "Sub"},
        AlikePair{"Mul", "Mul"},         AlikePair{"RealDiv", "Div"}, AlikePair{"Div", "Div"},
        AlikePair{"TruncateDiv", "Div"}, AlikePair{"Pow", "Pow"},     AlikePair{"Maximum", "Max"},
        AlikePair{"Minimum", "Min"},     AlikePair{"FloorMod", "Mod"}};
    for (const AlikePair &row : rows) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = "x:T y:T -> z:T",
                  .types = pairTypes,
                  .as = row.onnx});
    }
    constexpr std::array comparisons{
        AlikePair{"Less", "Less"}, AlikePair{"LessEqual", "LessOrEqual"},
        AlikePair{"Greater", "Greater"}, AlikePair{"GreaterEqual", "GreaterOrEqual"}};
    for (const AlikePair &row : comparisons) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = "x:T y:T -> z:bool",
                  .types = "T = number bf16",
                  .as = row.onnx});
    }
    constexpr std::array logic{AlikePair{"LogicalAnd", "And"}, AlikePair{"LogicalOr", "Or"}};
    for (const AlikePair &row : logic) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = "x:bool y:bool -> z:bool",
                  .types = {},
                  .as = row.onnx});
    }
}

Lowered notEqual(const OnnxLowering &op)
{
    return std::vector{op.compare("not_equal", op.in(0), op.in(1))};
}

Lowered floorOfQuotient(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Operand &y = op.in(1);
    if (isFloat(x.type)) {
        return std::vector{op.unary("floor", op.binary("div", x, y))};
    }
    // Whole "T = number bf16" are divided toward 0: one less where there is a rest and the signs differ.
    const Operand quotient = op.binary("div", x, y);
    const Operand rest = op.binary("sub", x, op.binary("mul", quotient, y));
    const Operand differ =
        op.compare("not_equal", op.compare("less", rest, 0), op.compare("less", y, 0));
    const Operand isLess = op.binary("mul", differ, op.compare("not_equal", rest, 0));
    return std::vector{op.binary("sub", quotient, op.cast(isLess, x.type))};
}

Lowered squaredDifference(const OnnxLowering &op)
{
    const Operand difference = op.binary("sub", op.in(0), op.in(1));
    return std::vector{op.binary("mul", difference, difference)};
}

/// Where the divisor is 0, the quotient is 0.
Lowered quotientOrZero(const OnnxLowering &op)
{
    const Operand &y = op.in(1);
    const Operand isZero = op.compare("equal", y, 0);
    const Operand quotient = op.binary("div", op.in(0), y);
    return std::vector{op.where(isZero, op.full(0, Shape::scalar(), quotient.type), quotient)};
}

std::optional<OnnxForm> truncatedRest(const AtNode &)
{
    OnnxForm form{{}, {0, 1}};
    form.attrs.set("fmod", std::int64_t{1});
    return form;
}

/// A bias of one element a channel, which is the last dimension but for NCHW.
Lowered biasAdded(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const Operand &bias = op.in(1);
    if (op.attrs().text("data_format") != "NCHW" || x.rank() < 2) {
        return std::vector{op.binary("add", x, bias)};
    }
    onnx::Numbers dims(x.rank(), 1);
    dims[1] = bias.count();
    return std::vector{op.binary("add", x, op.reshape(bias, Shape(dims)))};
}

Status biasShape(ValueCall &call)
{
    RETURN_IF_FAILED(onnx::checkRank(call, 1, 1));
    const auto &value = call.shape(0);
    if (value && call.shape(1)) {
        if (value->size() < 2) {
            return makeError("infer-shape", "input value has {} dimensions, expected 2 at least",
                             value->size());
        }
        const std::size_t axis = call.attrs.text("data_format") == "NCHW" ? 1 : value->size() - 1;
        ASSIGN_OR_RETURN([[maybe_unused]] const Dimension length,
                         onnx::same((*value)[axis], call.shape(1)->front(), "channels and biases"));
    }
    return onnx::sameShape(call);
}

/// Rows by a vector of conditions, else elements.
Lowered selected(const OnnxLowering &op)
{
    Operand condition = op.in(0);
    const Operand &x = op.in(1);
    if (condition.rank() == 1 && x.rank() > 1) {
        Shape dims(x.rank(), 1);
        dims[0] = condition.dims[0];
        condition = op.reshape(condition, dims);
    }
    return std::vector{op.where(condition, x, op.in(2))};
}

Status selectedShape(ValueCall &call)
{
    const auto &a = call.shape(1);
    const auto &b = call.shape(2);
    if (!a || !b) {
        call.setShape(0, a ? a : b);
        return {};
    }
    if (a->size() != b->size()) {
        return makeError("infer-shape", "both have to be of one shape, found {} and {}",
                         dimensionsText(*a), dimensionsText(*b));
    }
    Dimensions shape;
    for (std::size_t i = 0; i < a->size(); ++i) {
        ASSIGN_OR_RETURN(const Dimension size, onnx::same((*a)[i], (*b)[i], "sizes"));
        shape.push_back(size);
    }
    call.setShape(0, std::move(shape));
    return {};
}

void declareComparedPairs(OpRegistry &ops)
{
    const auto category = OpCategory::Elementwise;
    addAll(ops, {{.name = "Equal",
                  .category = category,
                  .signature = "x:T y:T -> z:bool",
                  .types = "T = number bf16 bool str c64 c128",
                  .attributes = "incompatible_shape_error:bool=true",
                  .as = "Equal"},
                 {.name = "NotEqual",
                  .category = category,
                  .signature = "x:T y:T -> z:bool",
                  .types = "T = number bf16 bool str c64 c128",
                  .attributes = "incompatible_shape_error:bool=true",
                  .summary = "whether each two elements differ",
                  .infer = onnx::broadcastShape,
                  .lower = notEqual},
                 {.name = "FloorDiv",
                  .category = category,
                  .signature = "x:T y:T -> z:T",
                  .types = pairTypes,
                  .summary = "x / y, rounded down",
                  .infer = onnx::broadcastShape,
                  .lower = floorOfQuotient},
                 {.name = "Mod",
                  .category = category,
                  .signature = "x:T y:T -> z:T",
                  .types = "T = number bf16",
                  .as = "Mod",
                  .translate = truncatedRest},
                 {.name = "TruncateMod",
                  .category = category,
                  .signature = "x:T y:T -> z:T",
                  .types = "T = number bf16",
                  .as = "Mod",
                  .translate = truncatedRest},
                 {.name = "SquaredDifference",
                  .category = category,
                  .signature = "x:T y:T -> z:T",
                  .types = pairTypes,
                  .summary = "(x - y) * (x - y)",
                  .infer = onnx::broadcastShape,
                  .lower = squaredDifference}});
}

void declareSumsAndChoices(OpRegistry &ops)
{
    const auto category = OpCategory::Elementwise;
    addAll(ops, {{.name = "DivNoNan",
                  .category = category,
                  .signature = "x:T y:T -> z:T",
                  .types = "T = float bf16",
                  .summary = "x / y, or 0 where y is 0",
                  .infer = onnx::broadcastShape,
                  .lower = quotientOrZero},
                 {.name = "AddN",
                  .category = category,
                  .signature = "inputs:T... -> sum:T",
                  .types = pairTypes,
                  .attributes = "N:int!",
                  .as = "Sum",
                  .inputCount = "N"},
                 {.name = "BiasAdd",
                  .category = category,
                  .signature = "value:T bias:T -> output:T",
                  .types = pairTypes,
                  .attributes = "data_format:NHWC|NCHW=NHWC",
                  .summary = "one number added to each channel",
                  .infer = biasShape,
                  .lower = biasAdded},
                 {.name = "BiasAddV1",
                  .category = category,
                  .signature = "value:T bias:T -> output:T",
                  .types = pairTypes,
                  .summary = "one number added to each channel",
                  .infer = biasShape,
                  .lower = biasAdded},
                 {.name = "Select",
                  .category = category,
                  .signature = "condition:bool t:T e:T -> output:T",
                  .types = "T = any bf16",
                  .summary = "elements, or rows, of one or the other",
                  .infer = selectedShape,
                  .lower = selected},
                 {.name = "SelectV2",
                  .category = category,
                  .signature = "condition:bool t:T e:T -> output:T",
                  .types = "T = any bf16",
                  .as = "Where"}});
}

void declareAllArithmetic(OpRegistry &ops)
{
    declareArithmetic(ops);
    declareComparedPairs(ops);
    declareSumsAndChoices(ops);
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfArithmetic(OpRegistry &ops)
{
    tensorflow::declareAllArithmetic(ops);
}

} // namespace nervure
