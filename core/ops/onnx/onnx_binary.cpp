// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace nervure {

namespace {

using namespace onnx;

constexpr std::string_view oneType = "A:T B:T -> C:T";
constexpr std::string_view comparing = "A:T B:T -> C:T1";

/// The first sets broadcast where an attribute says so, B to dimensions of A from `axis` on.
std::vector<Attribute> firstBroadcast()
{
    return {integer("axis", "the dimension of A that the first one of B stands for; the last ones"),
            flag("broadcast", false, "whether B is repeated along dimensions that it lacks")};
}

std::vector<Attribute> firstArithmetic()
{
    std::vector<Attribute> attributes = firstBroadcast();
    attributes.push_back(consumedInputs());
    return attributes;
}

/// Without broadcasting, and with that of the first sets, the result has the shape of A.
Status shapeOfFirst(ValueCall &call)
{
    if (call.attrs.integer("broadcast") == 0) {
        ASSIGN_OR_RETURN(const MaybeShape checked, broadcast(call.shape(0), call.shape(1)));
    }
    return sameShape(call);
}

WholeFunction wholePair(Dimension (*function)(const Dimension &, const Dimension &))
{
    return [function](std::span<const Dimension> in) { return function(in[0], in[1]); };
}

RealFunction realPair(double (*function)(double, double))
{
    return [function](std::span<const std::optional<double>> in) -> std::optional<double> {
        return in[0] && in[1] ? std::optional(function(*in[0], *in[1])) : std::nullopt;
    };
}

/// Broadcasts, and follows elements where functions for them are given.
ValueRule broadcasting(WholeFunction whole = {}, RealFunction real = {})
{
    return [whole = std::move(whole), real = std::move(real)](ValueCall &call) -> Status {
        RETURN_IF_FAILED(broadcastShape(call));
        computeElements(call, whole, real);
        return {};
    };
}

/// Of whole numbers, as the standard divides them: toward zero.
Dimension quotient(const Dimension &a, const Dimension &b)
{
    if (a.isNumber() && b.isNumber()) {
        return b.is(0) || b.is(-1) ? Dimension() : Dimension(*a.number() / *b.number());
    }
    return b.isNumber() && *b.number() > 0 ? a.floorOf(*b.number()) : a.dividedBy(b);
}

ValueRule arithmetic(std::string_view name)
{
    if (name == "Add") {
        return broadcasting(wholePair([](const Dimension &a, const Dimension &b) { return a + b; }),
                            realPair([](double a, double b) { return a + b; }));
    }
    if (name == "Sub") {
        return broadcasting(wholePair([](const Dimension &a, const Dimension &b) { return a - b; }),
                            realPair([](double a, double b) { return a - b; }));
    }
    if (name == "Mul") {
        return broadcasting(wholePair([](const Dimension &a, const Dimension &b) { return a * b; }),
                            realPair([](double a, double b) { return a * b; }));
    }
    return broadcasting(wholePair(quotient), realPair([](double a, double b) { return a / b; }));
}

void addArithmetic(OpRegistry &ops, std::string_view name, std::string_view summary)
{
    add(ops, OpCategory::Elementwise, name, summary,
        {{1, oneType, "T = float", firstArithmetic(), shapeOfFirst},
         {6, {}, "T += i32 i64 u32 u64", firstBroadcast()},
         {7, {}, {}, std::vector<Attribute>{}, arithmetic(name), "broadcasts as NumPy does"},
         {13, {}, "T += bf16"},
         {14, {}, "T += i8 i16 u8 u16"}});
}

/// The result of a comparison of whole numbers; unknown where names decide.
template <typename Compare>
ValueRule comparison(Compare compare)
{
    return broadcasting([compare](std::span<const Dimension> in) {
        if (in[0].isNumber() && in[1].isNumber()) {
            return Dimension(compare(*in[0].number(), *in[1].number()) ? 1 : 0);
        }
        return in[0].equals(in[1]) ? Dimension(compare(0, 0) ? 1 : 0) : Dimension();
    });
}

void addOrdering(OpRegistry &ops, std::string_view name, std::string_view summary,
                 const ValueRule &rule)
{
    add(ops, OpCategory::Elementwise, name, summary,
        {{1, comparing, "T = float; T1 = bool", firstBroadcast(), shapeOfFirst},
         {7, {}, {}, std::vector<Attribute>{}, rule, "broadcasts as NumPy does"},
         {9, {}, "T += number"},
         {13, {}, "T += bf16"}});
}

void addOrderingOrEqual(OpRegistry &ops, std::string_view name, std::string_view summary,
                        const ValueRule &rule)
{
    add(ops, OpCategory::Elementwise, name, summary,
        {{12, comparing, "T = number; T1 = bool", std::vector<Attribute>{}, rule},
         {16, {}, "T += bf16"}});
}

void addLogical(OpRegistry &ops, std::string_view name, std::string_view summary,
                const ValueRule &rule)
{
    add(ops, OpCategory::Elementwise, name, summary,
        {{1, comparing, "T = bool; T1 = bool", firstBroadcast(), shapeOfFirst},
         {7, {}, {}, std::vector<Attribute>{}, rule, "broadcasts as NumPy does"}});
}

void addBitwise(OpRegistry &ops, std::string_view name, std::string_view summary)
{
    add(ops, OpCategory::Elementwise, name, summary,
        {{18, oneType, "T = int uint", std::vector<Attribute>{}, broadcastShape}});
}

WholeFunction truth(bool (*function)(bool, bool))
{
    return [function](std::span<const Dimension> in) {
        return in[0].isNumber() && in[1].isNumber()
                   ? Dimension(function(!in[0].is(0), !in[1].is(0)) ? 1 : 0)
                   : Dimension();
    };
}

/// The remainder with the sign of the divisor, or with `fmod` that of the dividend.
Status modulo(ValueCall &call)
{
    const bool isFmod = call.attrs.integer("fmod") != 0;
    const auto whole = [isFmod](std::span<const Dimension> in) {
        if (!in[0].isNumber() || !in[1].isNumber() || in[1].is(0) || in[1].is(-1)) {
            return Dimension();
        }
        const std::int64_t divisor = *in[1].number();
        const std::int64_t rest = *in[0].number() % divisor;
        const bool isOther = !isFmod && rest != 0 && (rest < 0) != (divisor < 0);
        return Dimension(isOther ? rest + divisor : rest);
    };
    return broadcasting(whole)(call);
}

void addVariadic(OpRegistry &ops, std::string_view name, std::string_view summary,
                 std::string_view signature, const ValueRule &rule, bool takesIntegers)
{
    const std::vector<Attribute> none;
    if (takesIntegers) {
        add(ops, OpCategory::Elementwise, name, summary,
            {{1, signature, "T = float", std::vector<Attribute>{consumedInputs()}, broadcastShape},
             {6, {}, {}, none},
             {8, {}, {}, {}, rule, "broadcasts as NumPy does"},
             {12, {}, "T += number"},
             {13, {}, "T += bf16"}});
        return;
    }
    add(ops, OpCategory::Elementwise, name, summary,
        {{1, signature, "T = float", std::vector<Attribute>{consumedInputs()}, broadcastShape},
         {6, {}, {}, none},
         {8, {}, {}, {}, rule, "broadcasts as NumPy does"},
         {13, {}, "T += bf16"}});
}

WholeFunction extreme(bool isLargest)
{
    return [isLargest](std::span<const Dimension> in) { return extremeOf(in, isLargest); };
}

void declareLogic(OpRegistry &ops)
{
    addLogical(ops, "And", "whether both are true",
               broadcasting(truth([](bool a, bool b) { return a && b; })));
    addLogical(ops, "Or", "whether at least one is true",
               broadcasting(truth([](bool a, bool b) { return a || b; })));
    addLogical(ops, "Xor", "whether exactly one is true",
               broadcasting(truth([](bool a, bool b) { return a != b; })));
    addBitwise(ops, "BitwiseAnd", "bits that are set in both");
    addBitwise(ops, "BitwiseOr", "bits that are set in at least one");
    addBitwise(ops, "BitwiseXor", "bits that are set in exactly one");
    add(ops, OpCategory::Elementwise, "BitShift", "bits moved to the left or right",
        {{11, "X:T Y:T -> Z:T", "T = uint",
          std::vector{text("direction", "the way the bits go").required().oneOf({"LEFT", "RIGHT"})},
          broadcastShape},
         {28, {}, "T += int"}});
}

void declareComparisons(OpRegistry &ops)
{
    const ValueRule equal = comparison([](std::int64_t a, std::int64_t b) { return a == b; });
    add(ops, OpCategory::Elementwise, "Equal", "whether both are equal",
        {{1, comparing, "T = bool i32 i64; T1 = bool", firstBroadcast(), shapeOfFirst},
         {7, {}, {}, std::vector<Attribute>{}, equal, "broadcasts as NumPy does"},
         {11, {}, "T += number"},
         {13, {}, "T += bf16"},
         {19, {}, "T += str"}});
    addOrdering(ops, "Greater", "whether the first is greater than the second",
                comparison([](std::int64_t a, std::int64_t b) { return a > b; }));
    addOrdering(ops, "Less", "whether the first is less than the second",
                comparison([](std::int64_t a, std::int64_t b) { return a < b; }));
    addOrderingOrEqual(ops, "GreaterOrEqual", "whether the first is at least the second",
                       comparison([](std::int64_t a, std::int64_t b) { return a >= b; }));
    addOrderingOrEqual(ops, "LessOrEqual", "whether the first is at most the second",
                       comparison([](std::int64_t a, std::int64_t b) { return a <= b; }));
}

void declarePowers(OpRegistry &ops)
{
    const ValueRule power =
        broadcasting({}, realPair([](double a, double b) { return std::pow(a, b); }));
    add(ops, OpCategory::Elementwise, "Pow", "the first to the power of the second",
        {{1, "X:T Y:T -> Z:T", "T = float", firstBroadcast(), shapeOfFirst},
         {7, {}, {}, std::vector<Attribute>{}, power, "broadcasts as NumPy does"},
         {12, "X:T Y:T1 -> Z:T", "T = float i32 i64; T1 = number"},
         {13, {}, "T += bf16"},
         {15, {}, "T1 += bf16"}});
    add(ops, OpCategory::Elementwise, "Mod", "the remainder of a division",
        {{10, oneType, "T = number",
          std::vector{flag("fmod", false,
                           "whether the remainder has the sign of the dividend, as C's fmod")},
          modulo},
         {13, {}, "T += bf16"},
         {28}});
}

} // namespace

void registerOnnxBinary(OpRegistry &ops)
{
    addArithmetic(ops, "Add", "sum of two tensors");
    addArithmetic(ops, "Sub", "difference of two tensors");
    addArithmetic(ops, "Mul", "product of two tensors, element by element");
    addArithmetic(ops, "Div", "quotient of two tensors, element by element");
    addVariadic(ops, "Max", "the largest of several tensors, element by element",
                "data_0:T... -> max:T", broadcasting(extreme(true)), true);
    addVariadic(ops, "Min", "the smallest of several tensors, element by element",
                "data_0:T... -> min:T", broadcasting(extreme(false)), true);
    addVariadic(ops, "Sum", "sum of several tensors", "data_0:T... -> sum:T", broadcastShape,
                false);
    addVariadic(ops, "Mean", "mean of several tensors", "data_0:T... -> mean:T", broadcastShape,
                false);
    declarePowers(ops);
    declareLogic(ops);
    declareComparisons(ops);
}

} // namespace nervure
