// SPDX-License-Identifier: Apache-2.0
// Control flow, of TensorFlow 1 by operators that pass values on or hold them back, of TensorFlow 2 by functions.
#include "core/ops/onnx/onnx_shapes.h"
#include "core/ops/tensorflow/tf_operator.h"

#include <algorithm>

namespace nervure::tensorflow {

namespace {

/// The types of what a node's body gives, that an attribute holds.
Result<std::vector<ValueType>> bodyOutputs(const ValueCall &call, std::string_view attribute,
                                           std::vector<ValueType> inputs)
{
    const auto body = std::find(call.bodies.begin(), call.bodies.end(), attribute);
    if (body == call.bodies.end() || !call.inferBody) {
        return std::vector<ValueType>();
    }
    return call.inferBody(static_cast<std::size_t>(body - call.bodies.begin()), std::move(inputs));
}

std::vector<ValueType> inputsFrom(const ValueCall &call, std::size_t first)
{
    return {call.inputs.begin() + static_cast<std::ptrdiff_t>(std::min(first, call.inputs.size())),
            call.inputs.end()};
}

void setTypes(ValueCall &call, const std::vector<ValueType> &types)
{
    for (std::size_t i = 0; i < types.size() && i < call.outputs.size(); ++i) {
        call.setType(i, types[i]);
    }
}

Status branches(ValueCall &call)
{
    ASSIGN_OR_RETURN(std::vector<ValueType> types,
                     bodyOutputs(call, "then_branch", inputsFrom(call, 1)));
    ASSIGN_OR_RETURN(const std::vector<ValueType> others,
                     bodyOutputs(call, "else_branch", inputsFrom(call, 1)));
    for (std::size_t i = 0; i < types.size() && i < others.size(); ++i) {
        types[i] = common(types[i], others[i]);
    }
    setTypes(call, types);
    return {};
}

Status loop(ValueCall &call)
{
    std::vector<ValueType> states = call.inputs;
    for (ValueType &state : states) {
        state.elements.reset();
    }
    ASSIGN_OR_RETURN(const std::vector<ValueType> next, bodyOutputs(call, "body", states));
    for (std::size_t i = 0; i < states.size() && i < next.size(); ++i) {
        states[i] = common(states[i], next[i]);
    }
    setTypes(call, states);
    return {};
}

Status called(ValueCall &call)
{
    ASSIGN_OR_RETURN(const std::vector<ValueType> types, bodyOutputs(call, "f", call.inputs));
    setTypes(call, types);
    return {};
}

Status switched(ValueCall &call)
{
    call.setShape(0, call.shape(0));
    call.setShape(1, call.shape(0));
    return {};
}

Status mergedShape(ValueCall &call)
{
    ValueType type = call.in(0);
    for (std::size_t i = 1; i < call.inputs.size(); ++i) {
        type = common(type, call.in(i));
    }
    type.elements.reset();
    call.setType(0, std::move(type));
    call.setShape(1, Dimensions());
    return {};
}

void declareFunctionCalls(OpRegistry &ops)
{
    const auto category = OpCategory::Other;
    for (const std::string_view name : {"If", "StatelessIf"}) {
        add(ops, {.name = name,
                  .category = category,
                  .signature = "cond:Tcond input:Tin...~0 -> output:Tout...~",
                  .types = "Tcond = any; Tin = any bf16; Tout = any bf16",
                  .attributes = "Tin:types Tout:types then_branch:func! else_branch:func!",
                  .summary = "one of two functions, by a condition",
                  .infer = branches,
                  .outputCount = "Tout"});
    }
    for (const std::string_view name : {"While", "StatelessWhile"}) {
        add(ops, {.name = name,
                  .category = category,
                  .signature = "input:T...~0 -> output:T...~",
                  .types = "T = any bf16",
                  .attributes = "T:types cond:func! body:func!",
                  .summary = "a function again and again, as long as a condition holds",
                  .infer = loop,
                  .outputCount = "T"});
    }
    for (const std::string_view name : {"PartitionedCall", "StatefulPartitionedCall"}) {
        add(ops, {.name = name,
                  .category = category,
                  .signature = "args:Tin...~0 -> output:Tout...~",
                  .types = "Tin = any bf16; Tout = any bf16",
                  .attributes = "Tin:types Tout:types f:func!",
                  .summary = "a function of the model's own",
                  .infer = called,
                  .outputCount = "Tout"});
    }
}

void declarePasses(OpRegistry &ops)
{
    const auto category = OpCategory::Other;
    for (const std::string_view name : {"Switch", "RefSwitch"}) {
        add(ops, {.name = name,
                  .category = category,
                  .signature = "data:T pred:bool -> output_false:T output_true:T",
                  .types = "T = any bf16",
                  .summary = "a value on the way that a condition says",
                  .infer = switched});
    }
    for (const std::string_view name : {"Merge", "RefMerge"}) {
        add(ops, {.name = name,
                  .category = category,
                  .signature = "inputs:T... -> output:T value_index:i32",
                  .types = "T = any bf16",
                  .attributes = "N:int! next_iteration:string",
                  .summary = "the value that comes, of several ways",
                  .infer = mergedShape});
    }
    const auto addPass = [&](std::string_view name, std::string_view summary,
                             std::string_view attributes = {}) {
        add(ops, {.name = name,
                  .category = category,
                  .signature = "data:T -> output:T",
                  .types = "T = any bf16",
                  .attributes = attributes,
                  .summary = summary,
                  .infer = onnx::sameShape});
    };
    for (const std::string_view name : {"Enter", "RefEnter"}) {
        addPass(name, "a value on its way into a loop",
                "frame_name:string! is_constant:bool=false parallel_iterations:int=10");
    }
    for (const std::string_view name : {"Exit", "RefExit"}) {
        addPass(name, "a value on its way out of a loop");
    }
    for (const std::string_view name : {"NextIteration", "RefNextIteration"}) {
        addPass(name, "a value on its way to the next step of a loop");
    }
    add(ops, {.name = "LoopCond",
              .category = category,
              .signature = "input:bool -> output:bool",
              .types = {},
              .summary = "whether a loop goes on",
              .infer = onnx::sameShape});
    add(ops, {.name = "NoOp",
              .category = category,
              .signature = " -> nothing:bool...0",
              .types = {},
              .summary = "nothing, once what it depends on is done"});
}

void declareAllFlow(OpRegistry &ops)
{
    declareFunctionCalls(ops);
    declarePasses(ops);
}

} // namespace

} // namespace nervure::tensorflow

namespace nervure {

void registerTfFlow(OpRegistry &ops)
{
    tensorflow::declareAllFlow(ops);
}

} // namespace nervure
