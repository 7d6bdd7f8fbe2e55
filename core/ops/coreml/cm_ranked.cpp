// SPDX-License-Identifier: Apache-2.0
// Functions of single elements of tensors of any rank, and of two that are stretched to each other.
#include "core/ops/coreml/cm_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <array>

namespace nervure::coreml {

namespace {

/// A layer that is one of ONNX's operators.
struct Alike {
    std::string_view name;
    std::string_view onnx;
};

void declareFunctions(OpRegistry &ops)
{
    constexpr std::array rows{
        Alike{"copy", "Identity"}, Alike{"ceil", "Ceil"},   Alike{"floor", "Floor"},
        Alike{"sign", "Sign"},     Alike{"round", "Round"}, Alike{"sin", "Sin"},
        Alike{"cos", "Cos"},       Alike{"tan", "Tan"},     Alike{"asin", "Asin"},
        Alike{"acos", "Acos"},     Alike{"atan", "Atan"},   Alike{"sinh", "Sinh"},
        Alike{"cosh", "Cosh"},     Alike{"tanh", "Tanh"},   Alike{"asinh", "Asinh"},
        Alike{"acosh", "Acosh"},   Alike{"atanh", "Atanh"}, Alike{"erf", "Erf"},
    };
    for (const Alike &row : rows) {
        add(ops, {.name = row.name, .category = OpCategory::Elementwise, .as = row.onnx});
    }
}

void declareArithmetic(OpRegistry &ops)
{
    constexpr std::array rows{
        Alike{"addBroadcastable", "Add"},    Alike{"subtractBroadcastable", "Sub"},
        Alike{"divideBroadcastable", "Div"}, Alike{"multiplyBroadcastable", "Mul"},
        Alike{"powBroadcastable", "Pow"},
    };
    for (const Alike &row : rows) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = "a:T b:T -> y:T",
                  .as = row.onnx});
    }
    for (const Alike &row : {Alike{"minBroadcastable", "Min"}, Alike{"maxBroadcastable", "Max"}}) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = "x:T... -> y:T",
                  .as = row.onnx});
    }
}

Operand quotient(const OnnxLowering &op)
{
    return op.unary("floor", op.binary("div", op.in(0), op.in(1)));
}

Lowered floorDivide(const OnnxLowering &op)
{
    return std::vector{quotient(op)};
}

/// What is left of a division that rounds down.
Lowered remainder(const OnnxLowering &op)
{
    return std::vector{op.binary("sub", op.in(0), op.binary("mul", quotient(op), op.in(1)))};
}

Lowered powerOfTwo(const OnnxLowering &op)
{
    return std::vector{op.scalar("rpow", op.in(0), 2)};
}

Lowered clip(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    return std::vector{op.make("clip", {x},
                               attrsOf({{"a_min", attrText(op.attrs().number("minVal"))},
                                        {"a_max", attrText(op.attrs().number("maxVal"))}}),
                               x.dims, x.type)};
}

/// 1 where it holds, else 0; the second operand is alpha where there is one input.
Lowered compare(const OnnxLowering &op, std::string_view way)
{
    const Operand truth = op.has(1) ? op.compare(way, op.in(0), op.in(1))
                                    : op.compare(way, op.in(0), op.attrs().number("alpha"));
    return op.result(truth);
}

Operand isTrue(const OnnxLowering &op, std::size_t input)
{
    return op.compare("not_equal", op.in(input), 0);
}

Lowered logical(const OnnxLowering &op, std::string_view way)
{
    const Operand a = op.cast(isTrue(op, 0), op.in(0).type);
    if (way == "not") {
        return op.result(op.scalar("rsub", a, 1));
    }
    const Operand b = op.cast(isTrue(op, 1), op.in(0).type);
    if (way == "xor") {
        return op.result(op.compare("not_equal", a, b));
    }
    return op.result(op.binary(way, a, b));
}

Lowered choose(const OnnxLowering &op)
{
    return std::vector{op.where(isTrue(op, 0), op.in(1), op.in(2))};
}

struct Named {
    std::string_view name;
    std::string_view way;
    std::string_view summary;
};

void declareTruths(OpRegistry &ops)
{
    static constexpr std::array comparisons{
        Named{"equal", "equal", "1 where elements are equal, else 0"},
        Named{"notEqual", "not_equal", "1 where elements differ, else 0"},
        Named{"lessThan", "less", "1 where the first is less, else 0"},
        Named{"lessEqual", "less_equal", "1 where the first is not more, else 0"},
        Named{"greaterThan", "greater", "1 where the first is more, else 0"},
        Named{"greaterEqual", "greater_equal", "1 where the first is not less, else 0"},
    };
    for (const Named &row : comparisons) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = "a:T b:T? -> y:T",
                  .attributes = "alpha:float=0",
                  .summary = row.summary,
                  .infer = onnx::broadcastShape,
                  .lower = [&row](const OnnxLowering &op) { return compare(op, row.way); }});
    }
    static constexpr std::array logic{
        Named{"logicalAnd", "min", "1 where neither is 0, else 0"},
        Named{"logicalOr", "max", "1 where one is not 0, else 0"},
        Named{"logicalXor", "xor", "1 where one alone is not 0, else 0"},
        Named{"logicalNot", "not", "1 where it is 0, else 0"},
    };
    for (const Named &row : logic) {
        add(ops, {.name = row.name,
                  .category = OpCategory::Elementwise,
                  .signature = row.way == "not" ? "x:T -> y:T" : "a:T b:T -> y:T",
                  .summary = row.summary,
                  .infer = onnx::broadcastShape,
                  .lower = [&row](const OnnxLowering &op) { return logical(op, row.way); }});
    }
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmRanked(OpRegistry &ops)
{
    coreml::declareFunctions(ops);
    coreml::declareArithmetic(ops);
    coreml::declareTruths(ops);
    coreml::addAll(ops, {{.name = "floorDivBroadcastable",
                          .category = OpCategory::Elementwise,
                          .signature = "a:T b:T -> y:T",
                          .summary = "quotients, rounded down",
                          .infer = onnx::broadcastShape,
                          .lower = coreml::floorDivide},
                         {.name = "modBroadcastable",
                          .category = OpCategory::Elementwise,
                          .signature = "a:T b:T -> y:T",
                          .summary = "what is left of a division",
                          .infer = onnx::broadcastShape,
                          .lower = coreml::remainder},
                         {.name = "exp2",
                          .category = OpCategory::Elementwise,
                          .summary = "powers of 2",
                          .infer = onnx::sameShape,
                          .lower = coreml::powerOfTwo},
                         {.name = "clip",
                          .category = OpCategory::Elementwise,
                          .attributes = "minVal:float=0 maxVal:float=0",
                          .summary = "each element, between two bounds",
                          .infer = onnx::sameShape,
                          .lower = coreml::clip},
                         {.name = "whereBroadcastable",
                          .category = OpCategory::Elementwise,
                          .signature = "condition:T a:T b:T -> y:T",
                          .summary = "an element of a where the condition is not 0, else of b",
                          .infer = onnx::broadcastShape,
                          .lower = coreml::choose}});
}

} // namespace nervure
