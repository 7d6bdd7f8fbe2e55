// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

namespace nervure::coreml {

namespace {

constexpr double gateLimit = 50; ///< what functions get is between -50 and 50

/// What the layers differ in: their gates as ONNX has them in a row, and the places of inputs.
struct Kind {
    std::string_view onnx;
    std::size_t states = 1; ///< that come in and go out: the hidden one, and the cell
    std::size_t directions = 1;
    std::vector<std::size_t> gates; ///< place of each gate among the layer's own, in ONNX's order
    std::size_t layerGates = 1;     ///< how many the layer has
    std::vector<std::size_t> peepholes{};

    [[nodiscard]] std::size_t firstWeight() const { return 1 + states * directions; }
    /// Weights of one direction.
    [[nodiscard]] std::size_t weightCount() const { return 3 * layerGates + peepholes.size(); }
};

const Kind &kindOf(std::string_view layer)
{
    // Gates of ours: update, reset, output; input, forget, block input, output. ONNX's: z, r, h; i, o, f, c.
    static const Kind simple{"RNN", 1, 1, {0}, 1};
    static const Kind gru{"GRU", 1, 1, {0, 1, 2}, 3};
    static const Kind lstm{"LSTM", 2, 1, {0, 3, 1, 2}, 4, {0, 2, 1}};
    static const Kind both{"LSTM", 2, 2, {0, 3, 1, 2}, 4, {0, 2, 1}};
    return layer == "RNN" ? simple : layer == "GRU" ? gru : layer == "BiLSTM" ? both : lstm;
}

/// Of all gates: a matrix for what comes in, one for the last step, and vectors.
Status checkGates(const ValueCall &call, const Kind &kind)
{
    const std::int64_t units = call.attrs.integer("outputVectorSize");
    const std::int64_t length = call.attrs.integer("inputVectorSize");
    for (std::size_t which = 0; which < kind.directions; ++which) {
        const std::size_t first = kind.firstWeight() + which * kind.weightCount();
        for (std::size_t i = 0; i < kind.weightCount(); ++i) {
            const bool isMatrix = i < 2 * kind.layerGates;
            const Numbers wanted = i < kind.layerGates ? Numbers{units, length}
                                   : isMatrix          ? Numbers{units, units}
                                                       : Numbers{units};
            RETURN_IF_FAILED(checkWeights(call, first + i, wanted));
        }
    }
    return {};
}

/// States that come in are a vector for each batch.
Status checkStates(const ValueCall &call, const Kind &kind, const Dimension &batch,
                   std::int64_t units)
{
    const Dimension wanted = batch * Dimension(units);
    for (std::size_t i = 1; i < kind.firstWeight(); ++i) {
        const auto &shape = call.shape(i);
        const Dimension count = shape ? productOf(*shape) : Dimension();
        if (count.isNumber() && wanted.isNumber() && count != wanted) {
            return makeError("infer-shape", "a state of {} elements, expected {}", count.text(),
                             wanted.text());
        }
    }
    return {};
}

Status recurrentShape(ValueCall &call, std::string_view layer)
{
    const Kind &kind = kindOf(layer);
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    RETURN_IF_FAILED(checkGates(call, kind));
    if (!blob.isKnown()) {
        return {};
    }
    const Dimension length = blob.channels * blob.height * blob.width;
    const std::int64_t wanted = call.attrs.integer("inputVectorSize");
    if (length.isNumber() && !length.is(wanted)) {
        return makeError("infer-shape", "{} elements in a vector, expected inputVectorSize, {}",
                         length.text(), wanted);
    }
    const std::int64_t units = call.attrs.integer("outputVectorSize");
    const auto directions = static_cast<std::int64_t>(kind.directions);
    RETURN_IF_FAILED(checkStates(call, kind, blob.batch, units));
    blob = vectorOf(call, blob, units * directions);
    if (call.attrs.integer("sequenceOutput") == 0) {
        blob.sequence = 1;
    }
    setBlob(call, 0, blob);
    blob.sequence = 1;
    blob.channels = units;
    for (std::size_t i = 1; i < call.outputs.size(); ++i) {
        setBlob(call, i, blob);
    }
    return {};
}

Result<std::string> functionName(const std::string &name)
{
    struct Row {
        std::string_view ours;
        std::string_view onnx;
    };
    constexpr std::array rows{Row{"sigmoid", "Sigmoid"},
                              Row{"tanh", "Tanh"},
                              Row{"ReLU", "Relu"},
                              Row{"linear", "Affine"},
                              Row{"scaledTanh", "ScaledTanh"},
                              Row{"sigmoidHard", "HardSigmoid"}};
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&name](const Row &one) { return one.ours == name; });
    if (row == rows.end()) {
        return makeError("not-supported",
                         "computes with {}, expected sigmoid, tanh, ReLU, linear, scaledTanh or "
                         "sigmoidHard",
                         name);
    }
    return std::string(row->onnx);
}

/// The functions of the layer, of both directions where it has them, with their numbers.
Status addFunctions(const OnnxLowering &op, const Kind &kind, OnnxAttrs &attrs)
{
    const std::vector<std::string> &given = op.attrs().texts("activations");
    const std::size_t count = kind.onnx == "RNN" ? 1 : kind.onnx == "GRU" ? 2 : 3;
    std::vector<std::string> names;
    std::vector<double> alphas;
    std::vector<double> betas;
    const auto numberAt = [&](std::string_view name, std::size_t i) {
        const auto &numbers = op.attrs().numbers(name);
        return i < numbers.size() ? numbers[i] : 0;
    };
    for (std::size_t i = 0; i < count * kind.directions; ++i) {
        const std::size_t place = i % count;
        const std::string otherwise = kind.onnx == "RNN" || place > 0 ? "tanh" : "sigmoid";
        ASSIGN_OR_RETURN(std::string name,
                         functionName(place < given.size() ? given[place] : otherwise));
        names.push_back(std::move(name));
        alphas.push_back(numberAt("alpha", place));
        betas.push_back(numberAt("beta", place));
    }
    attrs.set("activations", std::move(names));
    attrs.set("activation_alpha", std::move(alphas));
    attrs.set("activation_beta", std::move(betas));
    return {};
}

/// Rows of several weights, one below the other, in the order of ONNX's gates: [1, gates × units, …].
Operand gatesOf(const OnnxLowering &op, const std::vector<std::size_t> &order, std::size_t first)
{
    std::vector<Operand> rows;
    for (const std::size_t gate : order) {
        rows.push_back(weights(op, first + gate));
    }
    const Operand all = op.concatenate(rows, 0);
    Shape dims = all.dims;
    dims.insert(dims.begin(), 1);
    return op.reshape(all, dims);
}

/// Biases of the gates, with none for what recurs.
Operand biasesOf(const OnnxLowering &op, const Kind &kind, std::size_t first)
{
    const std::int64_t units = op.attrs().integer("outputVectorSize");
    const bool forgetsLess = kind.onnx == "LSTM" && op.attrs().integer("forgetBias") != 0;
    std::vector<Operand> rows;
    for (const std::size_t gate : kind.gates) {
        Operand bias =
            op.has(first + gate) ? weights(op, first + gate) : op.full(0, {units}, DType::Float32);
        rows.push_back(forgetsLess && gate == 1 ? op.scalar("add", bias, 1) : bias);
    }
    rows.push_back(
        op.full(0, {units * static_cast<std::int64_t>(kind.gates.size())}, DType::Float32));
    const Operand all = op.concatenate(rows, 0);
    return op.reshape(all, {1, all.count()});
}

/// The same of all directions, one behind the other; nothing where there are no such weights.
template <typename Part>
Input ofDirections(const OnnxLowering &op, const Kind &kind, Part part)
{
    std::vector<Operand> parts;
    for (std::size_t which = 0; which < kind.directions; ++which) {
        parts.push_back(part(kind.firstWeight() + which * kind.weightCount()));
    }
    return {op.concatenate(parts, 0)};
}

/// A state that comes in, [directions, batch, units].
Input stateOf(const OnnxLowering &op, const Kind &kind, std::size_t state, std::int64_t batch)
{
    const std::int64_t units = op.attrs().integer("outputVectorSize");
    std::vector<Operand> parts;
    bool isGiven = false;
    for (std::size_t which = 0; which < kind.directions; ++which) {
        const std::size_t place = 1 + which * kind.states + state;
        isGiven = isGiven || op.has(place);
        parts.push_back(op.has(place) ? op.reshape(op.in(place), {1, batch, units})
                                      : op.full(0, {1, batch, units}, DType::Float32));
    }
    return isGiven ? Input{op.concatenate(parts, 0)} : Input{};
}

/// They are there for all gates that have some.
bool hasPeepholes(const OnnxLowering &op, const Kind &kind)
{
    bool isThere = !kind.peepholes.empty() && op.attrs().integer("hasPeepholeVectors") != 0;
    for (std::size_t which = 0; which < kind.directions; ++which) {
        const std::size_t first =
            kind.firstWeight() + which * kind.weightCount() + 3 * kind.layerGates;
        for (const std::size_t place : kind.peepholes) {
            isThere = isThere && op.has(first + place);
        }
    }
    return isThere;
}

OnnxAttrs howOf(const OnnxLowering &op, const Kind &kind)
{
    OnnxAttrs attrs;
    attrs.set("clip", gateLimit);
    const bool isReverse = op.attrs().integer("reverseInput") != 0;
    attrs.set("direction", std::string(kind.directions > 1 ? "bidirectional"
                                       : isReverse         ? "reverse"
                                                           : "forward"));
    if (kind.onnx == "LSTM") {
        attrs.set("input_forget", op.attrs().integer("coupledInputAndForgetGate"));
        const double clip = op.attrs().number("cellClipThreshold");
        attrs.set("cell_clip", clip == 0 ? gateLimit : clip);
    }
    return attrs;
}

/// (steps, directions, batch, units) or (directions, batch, units) with the directions side by side.
Operand sideBySide(const OnnxLowering &op, const Operand &x)
{
    const std::size_t rank = x.rank();
    Numbers axes = rank == 4 ? Numbers{0, 2, 1, 3} : Numbers{1, 0, 2};
    return op.transpose(x, axes);
}

Lowered recur(const OnnxLowering &op, std::string_view layer)
{
    const Kind &kind = kindOf(layer);
    const Operand blob = asBlob(op, op.in(0));
    const std::int64_t steps = blob.dims[0];
    const std::int64_t batch = blob.dims[1];
    const std::int64_t units = op.attrs().integer("outputVectorSize");
    const auto directions = static_cast<std::int64_t>(kind.directions);
    const std::size_t gates = kind.layerGates;
    std::vector<Input> inputs(8);
    inputs[0] = {op.reshape(blob, {steps, batch, blob.count() / (steps * batch)})};
    inputs[1] =
        ofDirections(op, kind, [&](std::size_t first) { return gatesOf(op, kind.gates, first); });
    inputs[2] = ofDirections(
        op, kind, [&](std::size_t first) { return gatesOf(op, kind.gates, first + gates); });
    inputs[3] = ofDirections(
        op, kind, [&](std::size_t first) { return biasesOf(op, kind, first + 2 * gates); });
    inputs[5] = stateOf(op, kind, 0, batch);
    if (kind.states > 1) {
        inputs[6] = stateOf(op, kind, 1, batch);
    }
    if (hasPeepholes(op, kind)) {
        inputs[7] = ofDirections(op, kind, [&](std::size_t first) {
            return gatesOf(op, kind.peepholes, first + 3 * gates);
        });
    }
    OnnxAttrs attrs = howOf(op, kind);
    RETURN_IF_FAILED(addFunctions(op, kind, attrs));
    ASSIGN_OR_RETURN(const auto results, op.as(kind.onnx, attrs, inputs,
                                               {{steps, directions, batch, units},
                                                {directions, batch, units},
                                                {directions, batch, units}}));
    const bool isSequence = op.attrs().integer("sequenceOutput") != 0;
    std::vector<Operand> outputs{
        op.reshape(sideBySide(op, isSequence ? results[0] : results[1]), op.outDims())};
    for (std::size_t i = 1; i < op.outputCount() && i <= kind.states * kind.directions; ++i) {
        const auto which = static_cast<std::int64_t>((i - 1) / kind.states);
        const Operand &state = results[1 + (i - 1) % kind.states];
        outputs.push_back(op.reshape(op.slice(state, 0, which, which + 1), op.outDims(i)));
    }
    return outputs;
}

/// "inputGateWeightMatrix:W … outputGatePeepholeVector:W?", with a word in front of each.
std::string lstmWeights(std::string_view front)
{
    std::string text;
    constexpr std::array gates{"inputGate", "forgetGate", "blockInput", "outputGate"};
    for (const char *matrix : {"WeightMatrix:W", "RecursionMatrix:W", "BiasVector:W?"}) {
        for (const char *gate : gates) {
            text += fmt::format(" {}{}{}", front, gate, matrix);
        }
    }
    for (const char *gate : {"inputGate", "forgetGate", "outputGate"}) {
        text += fmt::format(" {}{}PeepholeVector:W?", front, gate);
    }
    return text;
}

void declareRecurrent(OpRegistry &ops, std::string_view name, std::string_view signature,
                      const std::string &attributes, std::string_view summary,
                      std::string_view kind)
{
    const std::string all =
        "inputVectorSize:int=0 outputVectorSize:int=0 activations:texts=[] alpha:floats=[] "
        "beta:floats=[] sequenceOutput:bool=false "
        + attributes;
    add(ops, {.name = name,
              .category = OpCategory::Convolution,
              .signature = signature,
              .attributes = all,
              .summary = summary,
              .infer = [kind](ValueCall &call) { return recurrentShape(call, kind); },
              .lower = [kind](const OnnxLowering &op) { return recur(op, kind); }});
}

constexpr const char *lstmAttributes =
    "hasBiasVectors:bool=false forgetBias:bool=false hasPeepholeVectors:bool=false "
    "coupledInputAndForgetGate:bool=false cellClipThreshold:float=50 keepsRank:bool=false ";

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmRecurrence(OpRegistry &ops)
{
    using namespace coreml;
    declareRecurrent(ops, "simpleRecurrent",
                     "x:T state:T? weightMatrix:W recursionMatrix:W biasVector:W? -> y:T last:T?",
                     "hasBiasVector:bool=false reverseInput:bool=false keepsRank:bool=false",
                     "a vector for each step, from the step's own and the last one", "RNN");
    declareRecurrent(
        ops, "gru",
        "x:T state:T? updateGateWeightMatrix:W resetGateWeightMatrix:W outputGateWeightMatrix:W "
        "updateGateRecursionMatrix:W resetGateRecursionMatrix:W outputGateRecursionMatrix:W "
        "updateGateBiasVector:W? resetGateBiasVector:W? outputGateBiasVector:W? -> y:T last:T?",
        "hasBiasVectors:bool=false reverseInput:bool=false keepsRank:bool=false",
        "a vector for each step, with gates that say how much of the last one stays", "GRU");
    const std::string forward = lstmWeights("");
    declareRecurrent(ops, "uniDirectionalLSTM",
                     "x:T state:T? cell:T?" + forward + " -> y:T last:T? lastCell:T?",
                     std::string(lstmAttributes) + "reverseInput:bool=false",
                     "a vector for each step, from a memory with gates", "LSTM");
    declareRecurrent(
        ops, "biDirectionalLSTM",
        "x:T state:T? cell:T? backwardState:T? backwardCell:T?" + forward + lstmWeights("backward_")
            + " -> y:T last:T? lastCell:T? backwardLast:T? backwardLastCell:T?",
        std::string(lstmAttributes)
            + "activationsBackward:texts=[] alphaBackward:floats=[] betaBackward:floats=[]",
        "the vectors of two memories, of which one goes through the steps backward", "BiLSTM");
}

} // namespace nervure
