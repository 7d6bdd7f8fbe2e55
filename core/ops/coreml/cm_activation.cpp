// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <array>

namespace nervure::coreml {

namespace {

constexpr std::size_t alphaInput = 1;
constexpr std::size_t betaInput = 2;

double alpha(const OnnxLowering &op)
{
    return op.attrs().number("alpha");
}
double beta(const OnnxLowering &op)
{
    return op.attrs().number("beta");
}

/// x × alpha + beta.
Operand line(const OnnxLowering &op, const Operand &x)
{
    return op.scalar("add", op.scalar("mul", x, alpha(op)), beta(op));
}

Operand clipped(const OnnxLowering &op, const Operand &x, double least, double most)
{
    return op.make("clip", {x}, attrsOf({{"a_min", attrText(least)}, {"a_max", attrText(most)}}),
                   x.dims, x.type);
}

/// x from alpha on, else 0.
Operand fromAlphaOn(const OnnxLowering &op, const Operand &x)
{
    return op.binary("mul", x, op.cast(op.compare("greater_equal", x, alpha(op)), x.type));
}

/// Below 0 times alpha, which each channel may have one of its own of.
Operand bent(const OnnxLowering &op, const Operand &x)
{
    const Operand factor = weights(op, alphaInput);
    if (factor.count() == x.dims[1]) {
        return op.make("prelu", {x, op.reshape(factor, {factor.count()})}, {}, x.dims, x.type);
    }
    const Operand below = op.unary("relu", op.unary("negative", x));
    return op.binary("sub", op.unary("relu", x),
                     op.binary("mul", below, alongChannels(op, factor)));
}

Result<Operand> alike(const OnnxLowering &op, const Operand &x, std::string_view onnx)
{
    OnnxAttrs attrs;
    attrs.set("alpha", alpha(op));
    ASSIGN_OR_RETURN(const auto values, op.as(onnx, attrs, {{x}}, {x.dims}));
    return values.front();
}

/// alpha × log(1 + exp(beta × x)).
Result<Operand> scaledSoftplus(const OnnxLowering &op, const Operand &x)
{
    const Operand inner = op.binary("mul", x, alongChannels(op, weights(op, betaInput)));
    ASSIGN_OR_RETURN(const Operand plus, alike(op, inner, "Softplus"));
    return op.binary("mul", plus, alongChannels(op, weights(op, alphaInput)));
}

Result<Operand> activated(const OnnxLowering &op, const Operand &x)
{
    const std::string_view function = op.attrs().text("function");
    struct Plain {
        std::string_view name;
        std::string_view ours;
    };
    constexpr std::array plain{Plain{"ReLU", "relu"}, Plain{"tanh", "tanh"},
                               Plain{"sigmoid", "sigmoid"}};
    for (const Plain &one : plain) {
        if (function == one.name) {
            return op.unary(one.ours, x);
        }
    }
    if (function == "linear") {
        return line(op, x);
    }
    if (function == "leakyReLU") {
        return op.make("leaky_relu", {x}, attrsOf({{"alpha", attrText(alpha(op))}}), x.dims,
                       x.type);
    }
    if (function == "thresholdedReLU") {
        return fromAlphaOn(op, x);
    }
    if (function == "PReLU") {
        return bent(op, x);
    }
    if (function == "scaledTanh") {
        return op.scalar("mul", op.unary("tanh", op.scalar("mul", x, beta(op))), alpha(op));
    }
    if (function == "sigmoidHard") {
        return clipped(op, line(op, x), 0, 1);
    }
    if (function == "ELU") {
        return alike(op, x, "Elu");
    }
    if (function == "softsign") {
        return alike(op, x, "Softsign");
    }
    return function == "softplus" ? alike(op, x, "Softplus") : scaledSoftplus(op, x);
}

/// The weights that a function has must be there, for all channels or for each.
Status activationShape(ValueCall &call)
{
    const std::string_view function = call.attrs.text("function");
    ASSIGN_OR_RETURN(const Blob blob, blobAt(call, 0));
    const bool hasAlpha = function == "PReLU" || function == "parametricSoftplus";
    const bool hasBeta = function == "parametricSoftplus";
    for (const std::size_t input : {alphaInput, betaInput}) {
        if (!(input == alphaInput ? hasAlpha : hasBeta)) {
            continue;
        }
        if (!call.has(input)) {
            return makeError("infer-shape", "{} has no weights {}", function,
                             input == alphaInput ? "alpha" : "beta");
        }
        RETURN_IF_FAILED(onnx::checkRank(call, input, 1));
        const auto count = onnx::lengthOf(call.shape(input));
        const auto channels = blob.channels.number();
        if (count && channels && *count != 1 && static_cast<std::int64_t>(*count) != *channels) {
            return makeError("infer-shape", "{} weights for {} channels, expected one for each",
                             *count, *channels);
        }
    }
    call.setShape(0, call.shape(0));
    return {};
}

Lowered activate(const OnnxLowering &op)
{
    ASSIGN_OR_RETURN(const Operand y, activated(op, asImages(op, op.in(0))));
    return shaped(op, y);
}

/// To beta at most from 0 on; below 0 times alpha, to beta at most.
Lowered clampedRelu(const OnnxLowering &op)
{
    const Operand bend =
        op.make("leaky_relu", {op.in(0)}, attrsOf({{"alpha", attrText(alpha(op))}}), op.in(0).dims,
                op.in(0).type);
    return std::vector{op.binary("min", bend, op.full(beta(op), Shape::scalar(), bend.type))};
}

Lowered gelu(const OnnxLowering &op)
{
    const std::string_view mode = op.attrs().text("mode");
    const Operand &x = op.in(0);
    if (mode == "SIGMOID_APPROXIMATION") {
        return std::vector{op.binary("mul", x, op.unary("sigmoid", op.scalar("mul", x, 1.702)))};
    }
    OnnxAttrs attrs;
    attrs.set("approximate", std::string(mode == "EXACT" ? "none" : "tanh"));
    return op.as("Gelu", attrs, {{x}}, {x.dims});
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmActivation(OpRegistry &ops)
{
    coreml::addAll(
        ops, {{.name = "activation",
               .category = OpCategory::Activation,
               .signature = "x:T alpha:W? beta:W? -> y:T",
               .attributes =
                   "function:linear|ReLU|leakyReLU|thresholdedReLU|PReLU|tanh|scaledTanh|sigmoid|"
                   "sigmoidHard|ELU|softsign|softplus|parametricSoftplus! alpha:float=0 "
                   "beta:float=0",
               .summary = "a function of each element",
               .infer = coreml::activationShape,
               .lower = coreml::activate},
              {.name = "clampedReLU",
               .category = OpCategory::Activation,
               .attributes = "alpha:float=0 beta:float=0",
               .summary = "each element, below 0 times alpha, and beta at most",
               .infer = onnx::sameShape,
               .lower = coreml::clampedRelu},
              {.name = "gelu",
               .category = OpCategory::Activation,
               .attributes = "mode:EXACT|TANH_APPROXIMATION|SIGMOID_APPROXIMATION=EXACT",
               .summary = "each element times the normal distribution's share below it",
               .infer = onnx::sameShape,
               .lower = coreml::gelu}});
}

} // namespace nervure
