// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/from_onnx_table.h"
#include "core/passes/conversion/python_text.h"

#include <array>

namespace nervure {

namespace {

// Sums and products of Python's operators on symbols, whose nodes are named after these aliases.

Result<Entry> timesNumber(OnnxCall &call, const Entry &value, std::string number)
{
    return applyTo(call, "__mul_scalar__", value, {{"scalar", std::move(number)}});
}

Result<Entry> plusNumber(OnnxCall &call, const Entry &value, std::string number)
{
    return applyTo(call, "__add_scalar__", value, {{"scalar", std::move(number)}});
}

Result<NnvmSymbol> symbolOf(const Result<Entry> &value)
{
    return value ? Result<NnvmSymbol>(NnvmSymbol{*value}) : value.error();
}

/// Add, Sub, Mul and Div. The right side of a bias behind a convolution gets its dimensions.
Result<NnvmSymbol> fromArithmetic(OnnxCall &call)
{
    if (call.inputs.size() != 2) {
        return makeError("AssertionError", "Math op take 2 inputs, {} given", call.inputs.size());
    }
    std::string suffix(call.op);
    suffix.front() = static_cast<char>(suffix.front() - 'A' + 'a');
    const OnnxValue *broadcast = call.attrs.find("broadcast");
    const bool isBroadcast = broadcast && isTrue(*broadcast);
    ASSIGN_OR_RETURN(const std::int64_t axis, call.attrs.integer("axis", 0));
    const std::string &left = call.nnvm.node(call.inputs[0]).op;
    if (isBroadcast && call.op == "Add" && (left == "conv2d" || left == "conv2d_transpose")) {
        ASSIGN_OR_RETURN(call.inputs[1],
                         applyTo(call, "expand_dims", call.inputs[1],
                                 {{"axis", std::to_string(axis)}, {"num_newaxis", "2"}}));
    }
    return call.nnvm.call((isBroadcast ? "broadcast_" : "elemwise_") + suffix, call.inputs);
}

Result<Entry> absoluteOf(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry above, applyTo(call, "relu", x));
    ASSIGN_OR_RETURN(const Entry negative, applyTo(call, "negative", x));
    ASSIGN_OR_RETURN(const Entry below, applyTo(call, "relu", negative));
    return applyTo(call, "__add_symbol__", above, below);
}

Result<NnvmSymbol> fromAbs(OnnxCall &call)
{
    return symbolOf(absoluteOf(call));
}

Result<NnvmSymbol> fromReciprocal(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    return symbolOf(applyTo(call, "__rdiv_scalar__", x, {{"scalar", "1.0"}}));
}

/// -alpha * relu(1 - exp(x)) + relu(x).
Result<Entry> eluOf(OnnxCall &call, double alpha)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry power, applyTo(call, "exp", x));
    ASSIGN_OR_RETURN(const Entry below, applyTo(call, "__rsub_scalar__", power, {{"scalar", "1"}}));
    ASSIGN_OR_RETURN(const Entry clipped, applyTo(call, "relu", below));
    ASSIGN_OR_RETURN(const Entry scaled, timesNumber(call, clipped, pythonRepr(-alpha)));
    ASSIGN_OR_RETURN(const Entry above, applyTo(call, "relu", x));
    return applyTo(call, "__add_symbol__", scaled, above);
}

Result<NnvmSymbol> fromElu(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const double alpha, call.attrs.number("alpha", 1.0));
    return symbolOf(eluOf(call, alpha));
}

Result<NnvmSymbol> fromSelu(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const double alpha, call.attrs.number("alpha", 1.6732));
    ASSIGN_OR_RETURN(const double gamma, call.attrs.number("gamma", 1.0507));
    ASSIGN_OR_RETURN(const Entry value, eluOf(call, alpha));
    return symbolOf(timesNumber(call, value, pythonRepr(gamma)));
}

Result<NnvmSymbol> fromSoftsign(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry size, absoluteOf(call));
    ASSIGN_OR_RETURN(const Entry below, plusNumber(call, size, "1"));
    return symbolOf(applyTo(call, "__div_symbol__", x, below));
}

/// log(exp(x) + 1).
Result<Entry> softplusOf(OnnxCall &call, const Entry &x)
{
    ASSIGN_OR_RETURN(const Entry power, applyTo(call, "exp", x));
    ASSIGN_OR_RETURN(const Entry above, plusNumber(call, power, "1"));
    return applyTo(call, "log", above);
}

Result<NnvmSymbol> fromSoftPlus(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    return symbolOf(softplusOf(call, x));
}

Result<NnvmSymbol> fromParametricSoftplus(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const double alpha, call.attrs.number("alpha", 1.0));
    ASSIGN_OR_RETURN(const double beta, call.attrs.number("beta", 1.0));
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry scaled, timesNumber(call, x, pythonRepr(beta)));
    ASSIGN_OR_RETURN(const Entry value, softplusOf(call, scaled));
    return symbolOf(timesNumber(call, value, pythonRepr(alpha)));
}

Result<NnvmSymbol> fromScaledTanh(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const double alpha, call.attrs.number("alpha", 1.0));
    ASSIGN_OR_RETURN(const double beta, call.attrs.number("beta", 1.0));
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry scaled, timesNumber(call, x, pythonRepr(beta)));
    ASSIGN_OR_RETURN(const Entry value, applyTo(call, "tanh", scaled));
    return symbolOf(timesNumber(call, value, pythonRepr(alpha)));
}

Result<NnvmSymbol> fromHardSigmoid(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry scaled, timesNumber(call, x, call.attrs.text("alpha", "0.2")));
    ASSIGN_OR_RETURN(const Entry moved, plusNumber(call, scaled, call.attrs.text("beta", "0.5")));
    return symbolOf(applyTo(call, "clip", moved, {{"a_min", "0"}, {"a_max", "1"}}));
}

Result<NnvmSymbol> fromThresholdedRelu(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const double alpha, call.attrs.number("alpha", 1.0));
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry limit,
                     applyTo(call, "full_like", x, {{"fill_value", pythonRepr(alpha)}}));
    ASSIGN_OR_RETURN(const Entry mask, applyTo(call, "greater", x, limit));
    return symbolOf(applyTo(call, "elemwise_mul", x, mask));
}

Result<NnvmSymbol> fromScale(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const double scale, call.attrs.number("scale", 1.0));
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    return symbolOf(timesNumber(call, x, pythonRepr(scale)));
}

/// The bias becomes a constant of a table that is thrown away, so that its value is lost.
Result<NnvmSymbol> fromImageScaler(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const OnnxValue scale, call.attrs.required("scale"));
    ASSIGN_OR_RETURN(const OnnxValue bias, call.attrs.required("bias"));
    const auto *numbers = std::get_if<std::vector<double>>(&bias);
    const auto *integers = std::get_if<std::vector<std::int64_t>>(&bias);
    const std::size_t count = numbers ? numbers->size() : integers ? integers->size() : 1;
    constexpr std::size_t channels = 3;
    if (count != channels) {
        return makeError("ValueError", "cannot reshape array of size {} into shape (3,1,1)", count);
    }
    ASSIGN_OR_RETURN(const Entry x, inputAt(call, 0));
    ASSIGN_OR_RETURN(const Entry value, timesNumber(call, x, pythonStr(scale)));
    Node constant;
    constant.name = "_param_1";
    const NnvmSymbol lost = call.nnvm.variable(std::move(constant));
    return symbolOf(applyTo(call, "broadcast_add", value, lost.front()));
}

Result<NnvmSymbol> fromClip(OnnxCall &call)
{
    return convertAttrs(call, "clip", {{{"min", "a_min"}, {"max", "a_max"}}});
}

/// x * slope, at whatever sign x has.
Result<NnvmSymbol> fromPRelu(OnnxCall &call)
{
    if (call.inputs.size() != 2) {
        return makeError("AssertionError", "Prelu need 2 inputs, {} given", call.inputs.size());
    }
    ASSIGN_OR_RETURN(const Shape slope, call.shapeOf(call.inputs[1]));
    if (slope.size() == 0) {
        return makeError("IndexError", "list index out of range");
    }
    return call.nnvm.call(slope[0] == 1 ? "__mul_symbol__" : "broadcast_mul", call.inputs);
}

/// One after the other by a function of two.
Result<NnvmSymbol> chained(OnnxCall &call, std::string_view function)
{
    ASSIGN_OR_RETURN(Entry value, inputAt(call, 0));
    for (std::size_t i = 1; i < call.inputs.size(); ++i) {
        ASSIGN_OR_RETURN(value, applyTo(call, function, value, call.inputs[i]));
    }
    return NnvmSymbol{value};
}

Result<NnvmSymbol> chainedFromTwo(OnnxCall &call, std::string_view function)
{
    if (call.inputs.size() < 2) {
        return makeError("ValueError", "Expect minimum 2 inputs");
    }
    return chained(call, function);
}

Result<NnvmSymbol> fromMax(OnnxCall &call)
{
    return chainedFromTwo(call, "broadcast_max");
}

Result<NnvmSymbol> fromMin(OnnxCall &call)
{
    return chainedFromTwo(call, "broadcast_min");
}

Result<NnvmSymbol> fromSum(OnnxCall &call)
{
    return chained(call, "broadcast_add");
}

Result<NnvmSymbol> fromMean(OnnxCall &call)
{
    ASSIGN_OR_RETURN(const NnvmSymbol all, chainedFromTwo(call, "broadcast_add"));
    return symbolOf(applyTo(call, "__div_scalar__", all.front(),
                            {{"scalar", std::to_string(call.inputs.size())}}));
}

constexpr std::array elementConversions{
    OnnxConversion{"Abs", 1, fromAbs},
    OnnxConversion{"Add", 1, fromArithmetic},
    OnnxConversion{"Clip", 1, fromClip},
    OnnxConversion{"Div", 1, fromArithmetic},
    OnnxConversion{"Elu", 1, fromElu},
    OnnxConversion{"HardSigmoid", 1, fromHardSigmoid},
    OnnxConversion{"ImageScaler", 1, fromImageScaler},
    OnnxConversion{"Max", 1, fromMax},
    OnnxConversion{"Mean", 1, fromMean},
    OnnxConversion{"Min", 1, fromMin},
    OnnxConversion{"Mul", 1, fromArithmetic},
    OnnxConversion{"PRelu", 1, fromPRelu},
    OnnxConversion{"ParametricSoftplus", 1, fromParametricSoftplus},
    OnnxConversion{"Reciprocal", 1, fromReciprocal},
    OnnxConversion{"Scale", 1, fromScale},
    OnnxConversion{"ScaledTanh", 1, fromScaledTanh},
    OnnxConversion{"Selu", 1, fromSelu},
    OnnxConversion{"SoftPlus", 1, fromSoftPlus},
    OnnxConversion{"Softsign", 1, fromSoftsign},
    OnnxConversion{"Sub", 1, fromArithmetic},
    OnnxConversion{"Sum", 1, fromSum},
    OnnxConversion{"ThresholdedRelu", 1, fromThresholdedRelu}};

} // namespace

std::span<const OnnxConversion> onnxElementConversions()
{
    return elementConversions;
}

} // namespace nervure
