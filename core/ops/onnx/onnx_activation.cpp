// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace nervure {

namespace {

using namespace onnx;

/// Counts of runs and sizes that may not be negative go through it.
Status rectified(ValueCall &call)
{
    RETURN_IF_FAILED(sameShape(call));
    computeElements(
        call,
        [](std::span<const Dimension> in) {
            return in[0].isNumber() ? Dimension(std::max<std::int64_t>(*in[0].number(), 0))
                                    : Dimension();
        },
        [](std::span<const std::optional<double>> in) {
            return in[0] ? std::optional(std::max(*in[0], 0.0)) : std::nullopt;
        });
    return {};
}

constexpr auto activationCategory = OpCategory::Activation;
constexpr std::string_view activationXToY = "X:T -> Y:T";

Attribute alpha(float defaultValue, std::string help)
{
    return number("alpha", defaultValue, std::move(help));
}

std::vector<Attribute> andConsumedInputs(std::vector<Attribute> attributes)
{
    attributes.push_back(consumedInputs());
    return attributes;
}

/// Of the first set, which could be told inputs to overwrite until set 6.
struct FirstActivation {
    std::string_view name;
    std::string_view summary;
    std::string_view signature;
    std::vector<Attribute> attributes;
    std::uint16_t withBFloat16;
};

void addFirstActivation(OpRegistry &ops, const FirstActivation &row)
{
    add(ops, activationCategory, row.name, row.summary,
        {{1, row.signature, "T = float", andConsumedInputs(row.attributes), sameShape},
         {6, {}, {}, row.attributes},
         {row.withBFloat16, {}, "T += bf16"}});
}

/// Of a later set or without attributes that went away; bfloat16 came with set 22.
struct LaterActivation {
    std::uint16_t since;
    std::string_view name;
    std::string_view summary;
    std::string_view signature;
    std::vector<Attribute> attributes;
};

void addLaterActivation(OpRegistry &ops, const LaterActivation &row)
{
    add(ops, activationCategory, row.name, row.summary,
        {{row.since, row.signature, "T = float", row.attributes, sameShape},
         {22, {}, "T += bf16"}});
}

void declareFirstActivations(OpRegistry &ops)
{
    const std::vector<FirstActivation> rows{
        {"Elu",
         "the value where positive, alpha * (e^x - 1) elsewhere",
         activationXToY,
         {alpha(1, "what negative values go to, with the other sign")},
         22},
        {"HardSigmoid",
         "alpha * x + beta, held between 0 and 1",
         activationXToY,
         {alpha(0.2F, "the slope"), number("beta", 0.5F, "the result for 0")},
         22},
        {"LeakyRelu",
         "the value where positive, alpha times the value elsewhere",
         activationXToY,
         {alpha(0.01F, "the slope of negative values")},
         16},
        {"Sigmoid", "1 / (1 + e^-x)", activationXToY, {}, 13},
        {"Tanh", "hyperbolic tangent", "input:T -> output:T", {}, 13},
    };
    for (const FirstActivation &row : rows) {
        addFirstActivation(ops, row);
    }
    const auto scaled = [](float alphaValue, float gammaValue) {
        return std::vector{alpha(alphaValue, "what negative values go to, before scaling"),
                           number("gamma", gammaValue, "the scale of all values")};
    };
    add(ops, activationCategory, "Selu",
        "gamma times: the value where positive, alpha * (e^x - 1) elsewhere",
        {{1, activationXToY, "T = float", andConsumedInputs(scaled(1.6732F, 1.0507F)), sameShape},
         {6, {}, {}, scaled(1.67326319217681884765625F, 1.05070102214813232421875F)},
         {22, {}, "T += bf16"}});
    add(ops, activationCategory, "Relu", "the value where positive, 0 elsewhere",
        {{1, activationXToY, "T = float", andConsumedInputs({}), rectified},
         {6, {}, {}, std::vector<Attribute>{}},
         {13, {}, "T += bf16"},
         {14, {}, "T += int"}});
}

void declareLaterActivations(OpRegistry &ops)
{
    const std::vector<LaterActivation> rows{
        {14, "HardSwish", "x times x / 6 + 0.5, which is held between 0 and 1", activationXToY, {}},
        {18, "Mish", "x * tanh(log(1 + e^x))", activationXToY, {}},
        {1, "Softplus", "log(1 + e^x)", activationXToY, {}},
        {1, "Softsign", "x / (1 + |x|)", "input:T -> output:T", {}},
        {10,
         "ThresholdedRelu",
         "the value where greater than alpha, 0 elsewhere",
         activationXToY,
         {alpha(1, "values up to this one become 0")}},
    };
    for (const LaterActivation &row : rows) {
        addLaterActivation(ops, row);
    }
    add(ops, activationCategory, "Celu", "max(0, x) + min(0, alpha * (e^(x / alpha) - 1))",
        {{12, activationXToY, "T = f32",
          std::vector{alpha(1, "what negative values go to, with the other sign")}, sameShape},
         {28, {}, "T += bf16 f16 f64"}});
    add(ops, activationCategory, "Gelu",
        "the value times the probability that a normal variable is below it",
        {{20, activationXToY, "T = float bf16",
          std::vector{text("approximate", "none",
                           "none: by the error function; tanh: nearly the "
                           "same by the hyperbolic tangent")
                          .oneOf({"none", "tanh"})},
          sameShape}});
    add(ops, activationCategory, "Swish", "x * sigmoid(alpha * x)",
        {{24, activationXToY, "T = float bf16",
          std::vector{alpha(1, "the factor inside the sigmoid")}, sameShape}});
    add(ops, activationCategory, "Shrink",
        "values moved by bias toward 0, those up to lambd away from 0 become 0",
        {{9, "input:T -> output:T", "T = number",
          std::vector{number("bias", 0.0F, "how far values move toward 0"),
                      number("lambd", 0.5F, "how far from 0 values become 0")},
          sameShape}});
}

/// Both have one shape, and so has the result.
Status gatedShape(ValueCall &call)
{
    const MaybeShape &gate = call.shape(0);
    const MaybeShape &value = call.shape(1);
    if (!gate || !value) {
        call.setShape(0, gate ? gate : value);
        return {};
    }
    RETURN_IF_FAILED(checkRank(call, 1, gate->size()));
    Dimensions shape;
    for (std::size_t i = 0; i < gate->size(); ++i) {
        ASSIGN_OR_RETURN(Dimension size, same((*gate)[i], (*value)[i], "sizes of A and B"));
        shape.push_back(std::move(size));
    }
    call.setShape(0, std::move(shape));
    return {};
}

/// The slope is repeated to the shape of X, which stays.
Status slopedShape(ValueCall &call)
{
    RETURN_IF_FAILED(checkBroadcastTo(call, 1, 0));
    return sameShape(call);
}

/// Not below the one element of input 1 and not above that of input 2, where these are there.
Dimension clippedWhole(const ValueCall &call, Dimension value)
{
    for (const std::size_t input : {1U, 2U}) {
        const auto *bound = call.whole(input);
        if (bound && bound->size() == 1) {
            value = extremeOf(std::array{value, bound->front()}, input == 1);
        } else if (call.has(input)) {
            return {};
        }
    }
    return value;
}

Status clippedShape(ValueCall &call)
{
    RETURN_IF_FAILED(sameShape(call));
    const auto *values = call.whole(0);
    if (!values) {
        return {};
    }
    KnownElements clipped;
    for (const Dimension &value : *values) {
        clipped.whole.push_back(clippedWhole(call, value));
    }
    setElements(call, 0, std::move(clipped));
    return {};
}

void declareClip(OpRegistry &ops)
{
    constexpr float most = std::numeric_limits<float>::max();
    const std::string maximumHelp = "values above become this one";
    const std::string minimumHelp = "values below become this one";
    add(ops, activationCategory, "Clip", "values held between two bounds",
        {{1, "input:T -> output:T", "T = float",
          andConsumedInputs({number("max", maximumHelp), number("min", minimumHelp)}), sameShape},
         {6,
          {},
          {},
          std::vector{number("max", most, maximumHelp), number("min", -most, minimumHelp)}},
         {11, "input:T min:T? max:T? -> output:T", {}, std::vector<Attribute>{}, clippedShape},
         {12, {}, "T += int uint"},
         {13, {}, "T += bf16"}});
}

} // namespace

void registerOnnxActivation(OpRegistry &ops)
{
    declareFirstActivations(ops);
    declareLaterActivations(ops);
    declareClip(ops);
    add(ops, activationCategory, "PRelu",
        "the value where positive, slope times the value elsewhere",
        {{1, "X:T slope:T -> Y:T", "T = float", andConsumedInputs({}), sameShape},
         {6, {}, {}, std::vector<Attribute>{}},
         {7, {}, {}, {}, slopedShape, "the slope is broadcast to X as NumPy does"},
         {9, {}, "T += i32 i64 u32 u64"},
         {16, {}, "T += bf16"}});
    add(ops, activationCategory, "SwiGLU", "A * sigmoid(alpha * A) * B",
        {{28, "A:T B:T -> Y:T", "T = float bf16",
          std::vector{alpha(1, "the factor inside the sigmoid")}, gatedShape}});
}

} // namespace nervure
