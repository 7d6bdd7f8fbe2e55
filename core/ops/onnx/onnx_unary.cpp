// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <cmath>
#include <cstdlib>

namespace nervure {

namespace {

using namespace onnx;

constexpr std::string_view xToY = "X:T -> Y:T";
constexpr std::string_view inputToOutput = "input:T -> output:T";

using RealUnary = double (*)(double);

ValueRule mapping(RealUnary real, WholeFunction whole = {})
{
    return [real, whole = std::move(whole)](ValueCall &call) -> Status {
        RETURN_IF_FAILED(sameShape(call));
        computeElements(call, whole, [real](std::span<const std::optional<double>> in) {
            return in[0] ? std::optional(real(*in[0])) : std::nullopt;
        });
        return {};
    };
}

/// Of the first set: floats alone, and told which inputs it may overwrite.
struct FirstSet {
    std::string_view name;
    std::string_view summary;
    std::string_view signature;
    RealUnary real;
};

void addOfFirstSet(OpRegistry &ops, const FirstSet &row)
{
    add(ops, OpCategory::Elementwise, row.name, row.summary,
        {{1, row.signature, "T = float", std::vector{consumedInputs()}, mapping(row.real)},
         {6, {}, {}, std::vector<Attribute>{}},
         {13, {}, "T += bf16"}});
}

/// Trigonometric functions came with sets 7 and 9.
struct Later {
    std::uint16_t since;
    std::string_view name;
    std::string_view summary;
};

void addTrigonometric(OpRegistry &ops, const Later &row)
{
    add(ops, OpCategory::Elementwise, row.name, row.summary,
        {{row.since, inputToOutput, "T = float", std::vector<Attribute>{}, sameShape},
         {22, {}, "T += bf16"}});
}

void declareSigned(OpRegistry &ops)
{
    const ValueRule absolute =
        mapping([](double x) { return std::abs(x); },
                [](std::span<const Dimension> in) {
                    return in[0].isNumber() ? Dimension(std::abs(*in[0].number())) : in[0];
                });
    add(ops, OpCategory::Elementwise, "Abs", "absolute value",
        {{1, xToY, "T = float", std::vector{consumedInputs()}, absolute},
         {6, {}, "T += number", std::vector<Attribute>{}},
         {13, {}, "T += bf16"}});
    const ValueRule negative =
        mapping([](double x) { return -x; },
                [](std::span<const Dimension> in) { return Dimension(0) - in[0]; });
    add(ops, OpCategory::Elementwise, "Neg", "the value with the other sign",
        {{1, xToY, "T = float", std::vector{consumedInputs()}, negative},
         {6, {}, "T += int", std::vector<Attribute>{}},
         {13, {}, "T += bf16"}});
    add(ops, OpCategory::Elementwise, "Sign", "-1, 0 or 1, by the sign of the value",
        {{9, inputToOutput, "T = number", std::vector<Attribute>{}, sameShape},
         {13, {}, "T += bf16"}});
    add(ops, OpCategory::Elementwise, "Round", "nearest whole number, halves to the even one",
        {{11, xToY, "T = float", std::vector<Attribute>{},
          mapping([](double x) { return std::nearbyint(x); })},
         {22, {}, "T += bf16"}});
}

void declareTests(OpRegistry &ops)
{
    add(ops, OpCategory::Elementwise, "IsNaN", "whether the value is no number",
        {{9, "X:T1 -> Y:T2", "T1 = float; T2 = bool", std::vector<Attribute>{}, sameShape},
         {13, {}, "T1 += bf16"},
         {20, {}, "T1 += f8"}});
    add(ops, OpCategory::Elementwise, "IsInf", "whether the value is infinite",
        {{10, "X:T1 -> Y:T2", "T1 = f32 f64; T2 = bool",
          std::vector{flag("detect_negative", true, "whether negative infinity counts"),
                      flag("detect_positive", true, "whether positive infinity counts")},
          sameShape},
         {20, {}, "T1 += f16 bf16 f8"}});
    const auto inverted = [](std::span<const Dimension> in) {
        return in[0].isNumber() ? Dimension(in[0].is(0) ? 1 : 0) : Dimension();
    };
    add(ops, OpCategory::Elementwise, "Not", "whether the value is false",
        {{1, xToY, "T = bool", std::vector<Attribute>{}, [inverted](ValueCall &call) -> Status {
              RETURN_IF_FAILED(sameShape(call));
              computeElements(call, inverted, {});
              return {};
          }}});
    add(ops, OpCategory::Elementwise, "BitwiseNot", "every bit inverted",
        {{18, xToY, "T = int uint", std::vector<Attribute>{}, sameShape}});
}

} // namespace

void registerOnnxUnary(OpRegistry &ops)
{
    add(ops, OpCategory::Elementwise, "ai.onnx.ml:Binarizer", "1 above a threshold, else 0",
        {{1, "X:T -> Y:T", "T = f32 f64 i32 i64",
          std::vector{number("threshold", 0, "what elements are compared with")}, sameShape}});
    for (const FirstSet &row : {
             FirstSet{"Ceil", "the next whole number up", xToY,
                      [](double x) { return std::ceil(x); }},
             FirstSet{"Exp", "e to the power of the value", inputToOutput,
                      [](double x) { return std::exp(x); }},
             FirstSet{"Floor", "the next whole number down", xToY,
                      [](double x) { return std::floor(x); }},
             FirstSet{"Log", "natural logarithm", inputToOutput,
                      [](double x) { return std::log(x); }},
             FirstSet{"Reciprocal", "1 divided by the value", xToY, [](double x) { return 1 / x; }},
             FirstSet{"Sqrt", "square root", xToY, [](double x) { return std::sqrt(x); }},
         }) {
        addOfFirstSet(ops, row);
    }
    for (const Later &row : {
             Later{7, "Acos", "arc cosine"},
             Later{9, "Acosh", "inverse hyperbolic cosine"},
             Later{7, "Asin", "arc sine"},
             Later{9, "Asinh", "inverse hyperbolic sine"},
             Later{7, "Atan", "arc tangent"},
             Later{9, "Atanh", "inverse hyperbolic tangent"},
             Later{7, "Cos", "cosine"},
             Later{9, "Cosh", "hyperbolic cosine"},
             Later{7, "Sin", "sine"},
             Later{9, "Sinh", "hyperbolic sine"},
             Later{7, "Tan", "tangent"},
         }) {
        addTrigonometric(ops, row);
    }
    declareSigned(ops);
    declareTests(ops);
    add(ops, OpCategory::Elementwise, "Erf", "Gauss's error function",
        {{9, inputToOutput, "T = number", std::vector<Attribute>{}, sameShape},
         {13, {}, "T = float bf16"}});
}

} // namespace nervure
