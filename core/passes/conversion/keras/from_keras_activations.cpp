// SPDX-License-Identifier: Apache-2.0
// Activations as nnvm.frontend.from_keras converts them: functions of other layers, and layers of their own.
#include "core/passes/conversion/keras/from_keras_layers.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <cstdio>
#include <cstdlib>

namespace nervure::keras {

namespace {

/// -alpha * relu(1 - exp(x)) + relu(x).
Result<Entry> eluOf(const KerasCall &call, Entry x, const std::string &minusAlpha)
{
    ASSIGN_OR_RETURN(const Entry risen, call.make("exp", {x}));
    ASSIGN_OR_RETURN(const Entry below, call.make("__rsub_scalar__", {risen}, {{"scalar", "1"}}));
    ASSIGN_OR_RETURN(const Entry cut, call.make("relu", {below}));
    ASSIGN_OR_RETURN(const Entry scaled,
                     call.make("__mul_scalar__", {cut}, {{"scalar", minusAlpha}}));
    ASSIGN_OR_RETURN(const Entry above, call.make("relu", {x}));
    return call.make("__add_symbol__", {scaled, above});
}

Result<Entry> softsignOf(const KerasCall &call, Entry x)
{
    ASSIGN_OR_RETURN(const Entry above, call.make("relu", {x}));
    ASSIGN_OR_RETURN(const Entry turned, call.make("negative", {x}));
    ASSIGN_OR_RETURN(const Entry below, call.make("relu", {turned}));
    ASSIGN_OR_RETURN(const Entry size, call.make("__add_symbol__", {above, below}));
    ASSIGN_OR_RETURN(const Entry rest, call.make("__add_scalar__", {size}, {{"scalar", "1"}}));
    return call.make("__div_symbol__", {x, rest});
}

/// str() of the float32 that Keras makes of a number: the fewest digits that tell it from others.
std::string floatText(const std::string &text)
{
    const auto number = parseNumber(text);
    const float value = static_cast<float>(number.value_or(0));
    std::string digits = formatNumber(static_cast<double>(value));
    for (int precision = 1; precision < 10; ++precision) {
        char written[64];
        std::snprintf(written, sizeof written, "%.*g", precision, static_cast<double>(value));
        if (std::strtof(written, nullptr) == value) {
            digits = written;
            break;
        }
    }
    return pythonRepr(std::strtod(digits.c_str(), nullptr));
}

/// repr() of the float64 that the same float32 is.
std::string doubleText(const std::string &text, bool isNegated)
{
    const double value = static_cast<double>(static_cast<float>(parseNumber(text).value_or(0)));
    return pythonRepr(isNegated ? -value : value);
}

Result<NnvmSymbol> onlyOutput(const Result<Entry> &entry)
{
    RETURN_IF_FAILED(entry);
    return NnvmSymbol{*entry};
}

} // namespace

Result<Entry> importedActivation(const KerasCall &call, Entry x, const std::string &name)
{
    if (name == "linear") {
        return x;
    }
    if (name == "softmax") {
        return call.make("softmax", {x}, {{"axis", "1"}});
    }
    if (name == "sigmoid" || name == "tanh" || name == "relu") {
        return call.make(name, {x});
    }
    if (name == "softplus") {
        ASSIGN_OR_RETURN(const Entry risen, call.make("exp", {x}));
        ASSIGN_OR_RETURN(const Entry more, call.make("__add_scalar__", {risen}, {{"scalar", "1"}}));
        return call.make("log", {more});
    }
    if (name == "elu") {
        return eluOf(call, x, "-1");
    }
    if (name == "selu") {
        ASSIGN_OR_RETURN(const Entry elu, eluOf(call, x, "-1.6732632423543772"));
        return call.make("__mul_scalar__", {elu}, {{"scalar", "1.0507009873554805"}});
    }
    if (name == "relu6") {
        return call.make("clip", {x}, {{"a_max", "6"}, {"a_min", "0"}});
    }
    if (name == "softsign") {
        return softsignOf(call, x);
    }
    if (name == "hard_sigmoid") {
        ASSIGN_OR_RETURN(const Entry part, call.make("__mul_scalar__", {x}, {{"scalar", "0.2"}}));
        ASSIGN_OR_RETURN(const Entry moved,
                         call.make("__add_scalar__", {part}, {{"scalar", "0.5"}}));
        return call.make("clip", {moved}, {{"a_max", "1"}, {"a_min", "0"}});
    }
    return makeError("TypeError", "Unsupported activation type : {}", name);
}

Result<Entry> importedLayerActivation(const KerasCall &call, Entry x)
{
    const std::string name = call.text("activation", "linear");
    if (name != "linear") {
        return importedActivation(call, x, name);
    }
    ASSIGN_OR_RETURN(const Entry scaled, call.make("__mul_scalar__", {x}, {{"scalar", "1"}}));
    return call.make("__add_scalar__", {scaled}, {{"scalar", "0"}});
}

Result<NnvmSymbol> convertRelu(const KerasCall &call)
{
    const std::string most = call.text("max_value", "None");
    const auto number = parseNumber(most);
    return onlyOutput(number && *number != 0 ? call.make(
                          "clip", {call.inputs[0]}, {{"a_max", floatText(most)}, {"a_min", "0"}})
                                             : call.make("relu", {call.inputs[0]}));
}

Result<NnvmSymbol> convertLeaky(const KerasCall &call)
{
    return onlyOutput(call.make("leaky_relu", {call.inputs[0]},
                                {{"alpha", floatText(call.text("alpha", "0.3"))}}));
}

Result<NnvmSymbol> convertElu(const KerasCall &call)
{
    return onlyOutput(eluOf(call, call.inputs[0], doubleText(call.text("alpha", "1.0"), true)));
}

Result<NnvmSymbol> convertThresholded(const KerasCall &call)
{
    const Entry x = call.inputs[0];
    ASSIGN_OR_RETURN(const Entry threshold,
                     call.make("full_like", {x},
                               {{"fill_value", doubleText(call.text("theta", "1.0"), false)}}));
    ASSIGN_OR_RETURN(const Entry beyond,
                     call.make("greater", {x, threshold}, {{"out_type", "float32"}}));
    return onlyOutput(call.make("elemwise_mul", {x, beyond}));
}

Result<NnvmSymbol> convertPrelu(const KerasCall &call)
{
    const std::size_t rank = call.arrayShapes.empty() ? 0 : call.arrayShapes[0].size();
    IntTuple axes; // the last is the first
    for (std::size_t i = 0; i < rank; ++i) {
        axes.push_back(static_cast<std::int64_t>((i + rank - 1) % rank));
    }
    ASSIGN_OR_RETURN(const Entry alpha, call.weight(0, axes));
    const AttrDict minusOne{{"scalar", "-1.0"}};
    ASSIGN_OR_RETURN(const Entry turned, call.make("__mul_scalar__", {alpha}, minusOne));
    ASSIGN_OR_RETURN(const Entry negative, call.make("__mul_scalar__", {call.inputs[0]}, minusOne));
    ASSIGN_OR_RETURN(const Entry below, call.make("relu", {negative}));
    ASSIGN_OR_RETURN(const Entry product, call.make("__mul_symbol__", {turned, below}));
    ASSIGN_OR_RETURN(const Entry above, call.make("relu", {call.inputs[0]}));
    return onlyOutput(call.make("__add_symbol__", {product, above}));
}

Result<NnvmSymbol> convertActivation(const KerasCall &call)
{
    return onlyOutput(importedLayerActivation(call, call.inputs[0]));
}

} // namespace nervure::keras
