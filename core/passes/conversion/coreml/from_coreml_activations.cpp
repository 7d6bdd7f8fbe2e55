// SPDX-License-Identifier: Apache-2.0
#include "core/graph/onnx_variable.h"
#include "core/graph/value/value_type.h"
#include "core/passes/conversion/coreml/from_coreml_layers.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

namespace nervure {

Result<Entry> CoreMlConversions::activation(const CoreMlLayer &layer, const Inputs &inputs)
{
    const std::string_view function = layer.text("function");
    const double alpha = layer.number("alpha");
    if (function == "ReLU" || function == "tanh" || function == "sigmoid") {
        return call(function == "ReLU" ? "relu" : function, inputs);
    }
    if (function == "leakyReLU") {
        return call("leaky_relu", inputs, attrsOfSymbol({{"alpha", pythonRepr(alpha)}}));
    }
    if (function == "PReLU") { // a message as text, which the operator does not take anyway
        return call("prelu", inputs, attrsOfSymbol({{"alpha", ""}}));
    }
    if (function == "thresholdedReLU") {
        ASSIGN_OR_RETURN(
            const Entry limit,
            call("full_like", inputs, attrsOfSymbol({{"fill_value", pythonRepr(alpha)}})));
        ASSIGN_OR_RETURN(const Entry greater, call("greater", {inputs.front(), limit}));
        return call("elemwise_mul", {inputs.front(), greater});
    }
    return composedActivation(layer, inputs);
}

Result<Entry> CoreMlConversions::composedActivation(const CoreMlLayer &layer, const Inputs &inputs)
{
    const std::string_view function = layer.text("function");
    const Entry x = inputs.front();
    const double alpha = layer.number("alpha");
    const double beta = layer.number("beta");
    if (function == "linear" || function == "sigmoidHard") {
        ASSIGN_OR_RETURN(const Entry scaled, scalar("__mul_scalar__", x, alpha));
        ASSIGN_OR_RETURN(const Entry line, scalar("__add_scalar__", scaled, beta));
        return function == "linear"
                   ? Result<Entry>(line)
                   : call("clip", {line}, attrsOfSymbol({{"a_min", "0"}, {"a_max", "1"}}));
    }
    if (function == "scaledTanh") {
        ASSIGN_OR_RETURN(const Entry scaled, scalar("__mul_scalar__", x, beta));
        ASSIGN_OR_RETURN(const Entry curve, call("tanh", {scaled}));
        return scalar("__mul_scalar__", curve, alpha);
    }
    if (function == "ELU" || function == "softplus") {
        ASSIGN_OR_RETURN(const Entry power, call("exp", {x}));
        const bool isElu = function == "ELU";
        ASSIGN_OR_RETURN(const Entry sum, call("__add_scalar__", {power},
                                               attrsOfSymbol({{"scalar", isElu ? "-1" : "1"}})));
        return isElu ? scalar("__mul_scalar__", sum, alpha) : call("log", {sum});
    }
    if (function == "softsign") {
        return softsign(inputs);
    }
    if (function == "parametricSoftplus") {
        return parametricSoftplus(layer, inputs);
    }
    // The message has no function: getattr() gets None.
    return makeError("TypeError", "getattr(): attribute name must be string");
}

Result<Entry> CoreMlConversions::softsign(const Inputs &inputs)
{
    ASSIGN_OR_RETURN(const Entry above, call("relu", inputs));
    ASSIGN_OR_RETURN(const Entry negative, call("negative", inputs));
    ASSIGN_OR_RETURN(const Entry below, call("relu", {negative}));
    ASSIGN_OR_RETURN(const Entry magnitude, call("__add_symbol__", {above, below}));
    ASSIGN_OR_RETURN(const Entry sum,
                     call("__add_scalar__", {magnitude}, attrsOfSymbol({{"scalar", "1"}})));
    return call("__div_symbol__", {inputs.front(), sum});
}

/// Both numbers are read from alpha.
Result<Entry> CoreMlConversions::parametricSoftplus(const CoreMlLayer &layer, const Inputs &inputs)
{
    const Node *alpha = layer.weights("alpha");
    const std::string *shape = alpha ? alpha->attrs.find(onnx_variable::shape) : nullptr;
    const std::string *value = alpha ? alpha->attrs.find(onnx_variable::value) : nullptr;
    ASSIGN_OR_RETURN(const Entry power, call("exp", inputs));
    if (shape && *shape == "[1]" && value) {
        const auto number =
            static_cast<double>(static_cast<float>(parseNumber(*value).value_or(0)));
        ASSIGN_OR_RETURN(const Entry sum, scalar("__add_scalar__", power, number));
        ASSIGN_OR_RETURN(const Entry curve, call("log", {sum}));
        return scalar("__mul_scalar__", curve, number);
    }
    const auto sizes = shape ? dimensionsFromText(*shape) : std::nullopt;
    const std::int64_t count = sizes ? productOf(*sizes).number().value_or(0) : 0;
    ASSIGN_OR_RETURN(const Entry factor, constant(layer, "alpha", {count, 1, 1}));
    ASSIGN_OR_RETURN(const Entry added, constant(layer, "alpha", {count, 1, 1}));
    ASSIGN_OR_RETURN(const Entry sum, call("broadcast_add", {power, added}));
    ASSIGN_OR_RETURN(const Entry curve, call("log", {sum}));
    return call("broadcast_mul", {curve, factor});
}

/// Layers that are one operator of NNVM's, or two.
Result<Entry> CoreMlConversions::plain(const CoreMlLayer &layer, const Inputs &inputs)
{
    if (layer.op() == "softmax") {
        ASSIGN_OR_RETURN(const Entry flat, call("flatten", inputs));
        return call("softmax", {flat});
    }
    if (layer.op() == "permute") {
        return call("transpose", inputs,
                    attrsOfSymbol({{"axes", pythonTuple(numberTexts(layer.integers("axis")))}}));
    }
    if (layer.op() == "l2normalize") {
        return call("l2_normalize", inputs,
                    attrsOfSymbol({{"eps", pythonRepr(layer.number("epsilon"))}, {"axis", "1"}}));
    }
    return call("lrn", inputs,
                attrsOfSymbol({{"size", std::to_string(layer.integer("localSize"))},
                               {"bias", pythonRepr(layer.number("k"))},
                               {"alpha", pythonRepr(layer.number("alpha"))},
                               {"beta", pythonRepr(layer.number("beta"))},
                               {"axis", "1"}}));
}

} // namespace nervure
