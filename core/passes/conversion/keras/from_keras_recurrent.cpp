// SPDX-License-Identifier: Apache-2.0
// Recurrent layers as nnvm.frontend.from_keras converts them: one step, but for LSTM.
#include "core/graph/nnvm_shape.h"
#include "core/passes/conversion/keras/from_keras_layers.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure::keras {

namespace {

std::string shapeAsTuple(const Shape &shape)
{
    std::vector<std::string> items;
    for (const std::int64_t size : shape) {
        items.push_back(std::to_string(nnvmSize(size)));
    }
    return pythonTuple(items);
}

std::int64_t unitsOf(const KerasCall &call)
{
    constexpr std::int64_t most = 1 << 30;
    return std::clamp<std::int64_t>(parseInteger(call.text("units")).value_or(1), 1, most);
}

/// The states that the layer begins with: those given, or constants of 0.
std::vector<Entry> statesOf(const KerasCall &call, std::size_t count)
{
    std::vector<Entry> states(call.inputs.begin() + 1, call.inputs.end());
    if (states.empty()) {
        for (std::size_t i = 0; i < count; ++i) {
            states.push_back(call.constants.addZeros({1, unitsOf(call)}));
        }
    }
    states.resize(count, call.inputs[0]);
    return states;
}

/// Kernel, recurrent kernel and bias.
Result<std::vector<Entry>> weightsOf(const KerasCall &call)
{
    ASSIGN_OR_RETURN(const Entry kernel, call.weight(0, {1, 0}));
    ASSIGN_OR_RETURN(const Entry recurrent, call.weight(1, {1, 0}));
    ASSIGN_OR_RETURN(const Entry bias, call.weight(2));
    return std::vector{kernel, recurrent, bias};
}

Result<Entry> dense(const KerasCall &call, std::vector<Entry> inputs, std::int64_t units)
{
    const bool hasBias = inputs.size() > 2;
    return call.make("dense", std::move(inputs),
                     {{"units", std::to_string(units)}, {"use_bias", pythonBool(hasBias)}});
}

Result<NnvmSymbol> splitOf(const KerasCall &call, Entry x, const std::string &sections, int axis)
{
    return call.nnvm.call("split", NnvmSymbol{x},
                          {{"axis", std::to_string(axis)}, {"indices_or_sections", sections}});
}

Result<Entry> gateOf(const KerasCall &call, Entry x)
{
    return importedActivation(call, x, call.text("recurrent_activation", "hard_sigmoid"));
}

Result<Entry> inShape(const KerasCall &call, Entry x)
{
    return call.make("reshape", {x}, {{"shape", shapeAsTuple(call.outputShape)}});
}

} // namespace

Result<NnvmSymbol> convertSimpleRnn(const KerasCall &call)
{
    const Entry state = statesOf(call, 1)[0];
    ASSIGN_OR_RETURN(const auto weights, weightsOf(call));
    const std::int64_t units = unitsOf(call);
    ASSIGN_OR_RETURN(const Entry data, call.make("flatten", {call.inputs[0]}));
    ASSIGN_OR_RETURN(const Entry given, dense(call, {data, weights[0], weights[2]}, units));
    ASSIGN_OR_RETURN(const Entry before, call.make("flatten", {state}));
    ASSIGN_OR_RETURN(const Entry own, dense(call, {before, weights[1]}, units));
    ASSIGN_OR_RETURN(const Entry sum, call.make("__add_symbol__", {given, own}));
    ASSIGN_OR_RETURN(const Entry active, importedLayerActivation(call, sum));
    ASSIGN_OR_RETURN(const Entry out, inShape(call, active));
    return NnvmSymbol{out, out};
}

Result<NnvmSymbol> convertLstm(const KerasCall &call)
{
    // The cell's constant comes first.
    std::vector<Entry> states = statesOf(call, 2);
    if (call.inputs.size() < 2) {
        std::swap(states[0], states[1]);
    }
    Entry hidden = states[0];
    Entry cell = states[1];
    ASSIGN_OR_RETURN(const auto weights, weightsOf(call));
    const std::int64_t rows = 4 * unitsOf(call);
    const Shape &shape = call.inputShapes[0];
    const std::int64_t steps = shape.size() > 1 ? nnvmSize(shape[1]) : 1;
    constexpr std::int64_t mostSteps = 1 << 14;
    if (steps > mostSteps) {
        return makeError("never-returns", "{} time steps become operators of their own", steps);
    }
    ASSIGN_OR_RETURN(const Entry data, call.make("squeeze", {call.inputs[0]}, {{"axis", "0"}}));
    ASSIGN_OR_RETURN(const NnvmSymbol parts, splitOf(call, data, std::to_string(steps), 0));
    for (const Entry &part : parts) {
        ASSIGN_OR_RETURN(const Entry given, dense(call, {part, weights[0]}, rows));
        ASSIGN_OR_RETURN(const Entry own, dense(call, {hidden, weights[1], weights[2]}, rows));
        ASSIGN_OR_RETURN(const Entry sum, call.make("__add_symbol__", {given, own}));
        ASSIGN_OR_RETURN(const NnvmSymbol gates, splitOf(call, sum, "4", 1));
        ASSIGN_OR_RETURN(const Entry input, gateOf(call, gates[0]));
        ASSIGN_OR_RETURN(const Entry forget, gateOf(call, gates[1]));
        ASSIGN_OR_RETURN(const Entry kept, call.make("__mul_symbol__", {forget, cell}));
        ASSIGN_OR_RETURN(const Entry fresh, importedLayerActivation(call, gates[2]));
        ASSIGN_OR_RETURN(const Entry added, call.make("__mul_symbol__", {input, fresh}));
        ASSIGN_OR_RETURN(cell, call.make("__add_symbol__", {kept, added}));
        ASSIGN_OR_RETURN(const Entry output, gateOf(call, gates[3]));
        ASSIGN_OR_RETURN(const Entry shown, importedLayerActivation(call, cell));
        ASSIGN_OR_RETURN(hidden, call.make("__mul_symbol__", {output, shown}));
    }
    ASSIGN_OR_RETURN(const Entry out, inShape(call, hidden));
    return NnvmSymbol{out, hidden, cell};
}

Result<NnvmSymbol> convertGru(const KerasCall &call)
{
    const Entry state = statesOf(call, 1)[0];
    ASSIGN_OR_RETURN(const auto weights, weightsOf(call));
    const std::int64_t units = unitsOf(call);
    const std::string two = std::to_string(2 * units);
    const std::string one = std::to_string(units);
    ASSIGN_OR_RETURN(const Entry data, call.make("flatten", {call.inputs[0]}));
    ASSIGN_OR_RETURN(const Entry all, dense(call, {data, weights[0], weights[2]}, 3 * units));
    ASSIGN_OR_RETURN(const NnvmSymbol given, splitOf(call, all, pythonList({one, two}), 1));
    ASSIGN_OR_RETURN(const NnvmSymbol recurrent, splitOf(call, weights[1], pythonList({two}), 0));
    ASSIGN_OR_RETURN(const Entry before, call.make("flatten", {state}));
    ASSIGN_OR_RETURN(const Entry inner, dense(call, {before, recurrent[0]}, 2 * units));
    ASSIGN_OR_RETURN(const NnvmSymbol own, splitOf(call, inner, pythonList({one}), 1));
    ASSIGN_OR_RETURN(const Entry updateSum, call.make("__add_symbol__", {given[0], own[0]}));
    ASSIGN_OR_RETURN(const Entry update, gateOf(call, updateSum));
    ASSIGN_OR_RETURN(const Entry resetSum, call.make("__add_symbol__", {given[1], own[1]}));
    ASSIGN_OR_RETURN(const Entry reset, gateOf(call, resetSum));
    ASSIGN_OR_RETURN(const Entry left, call.make("__mul_symbol__", {reset, before}));
    ASSIGN_OR_RETURN(const Entry kept, dense(call, {left, recurrent[1]}, units));
    ASSIGN_OR_RETURN(const Entry sum, call.make("__add_symbol__", {given[2], kept}));
    ASSIGN_OR_RETURN(const Entry fresh, importedLayerActivation(call, sum));
    ASSIGN_OR_RETURN(const Entry old, call.make("__mul_symbol__", {update, before}));
    ASSIGN_OR_RETURN(const Entry rest, call.make("__rsub_scalar__", {update}, {{"scalar", "1"}}));
    ASSIGN_OR_RETURN(const Entry added, call.make("__mul_symbol__", {rest, fresh}));
    ASSIGN_OR_RETURN(const Entry blended, call.make("__add_symbol__", {old, added}));
    ASSIGN_OR_RETURN(const Entry out, inShape(call, blended));
    return NnvmSymbol{out, out};
}

} // namespace nervure::keras
