// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/plain_recurrence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace nervure::onnx {

namespace {

/// An activation of a recurrent layer with its parameters.
struct Activation {
    std::string name;
    double alpha = 0;
    double beta = 0;
};

Result<Operand> activated(const OnnxLowering &op, const Activation &how, const Operand &x)
{
    struct Plain {
        std::string_view onnx;
        std::string_view ours;
    };
    constexpr std::array plain{Plain{"Sigmoid", "sigmoid"}, Plain{"Tanh", "tanh"},
                               Plain{"Relu", "relu"}};
    for (const Plain &same : plain) {
        if (how.name == same.onnx) {
            return op.unary(same.ours, x);
        }
    }
    if (how.name == "Affine") {
        return op.scalar("add", op.scalar("mul", x, how.alpha), how.beta);
    }
    if (how.name == "LeakyRelu") {
        return op.make("leaky_relu", {x}, attrsOf({{"alpha", attrText(how.alpha)}}), x.dims,
                       x.type);
    }
    if (how.name == "HardSigmoid") {
        const Operand line = op.scalar("add", op.scalar("mul", x, how.alpha), how.beta);
        return op.make("clip", {line}, attrsOf({{"a_min", "0"}, {"a_max", "1"}}), x.dims, x.type);
    }
    if (how.name == "ScaledTanh") {
        return op.scalar("mul", op.unary("tanh", op.scalar("mul", x, how.beta)), how.alpha);
    }
    if (how.name == "Softsign") {
        return op.binary("div", x, op.scalar("add", op.unary("abs", x), 1));
    }
    return makeError("not-supported",
                     "computes with {}, expected Sigmoid, Tanh, Relu, Affine, "
                     "LeakyRelu, HardSigmoid, ScaledTanh or Softsign",
                     how.name);
}

/// A layer in one direction.
struct Layer {
    Operand weight;                       ///< (inputs, gates * units)
    Operand recurrent;                    ///< (units, gates * units)
    std::optional<Operand> inputBias;     ///< (gates * units)
    std::optional<Operand> recurrentBias; ///< the same
    std::optional<Operand> peepholes;     ///< (3 * units): i, o, f
    std::vector<Activation> activations;
    std::int64_t units = 0;
    double clip = 0; ///< the bound of what activations get; 0: none
    bool isReverse = false;
};

/// State after a step; the cell is LSTM's.
struct State {
    Operand hidden; ///< (batch, units)
    Operand cell;
};

Operand gate(const OnnxLowering &op, const Layer &layer, const Operand &all, std::int64_t which)
{
    return op.slice(all, all.rank() - 1, which * layer.units, (which + 1) * layer.units);
}

Result<Operand> bounded(const OnnxLowering &op, const Layer &layer, std::size_t which, Operand x)
{
    if (layer.clip > 0) {
        x = op.make("clip", {x},
                    attrsOf({{"a_min", attrText(-layer.clip)}, {"a_max", attrText(layer.clip)}}),
                    x.dims, x.type);
    }
    return activated(op, layer.activations[which], x);
}

Operand plus(const OnnxLowering &op, const Operand &x, const std::optional<Operand> &bias)
{
    return bias ? op.binary("add", x, *bias) : x;
}

/// What one step makes of the products of its inputs, biases in them.
using Step = Result<State> (*)(const OnnxLowering &, const Layer &, const Operand &, const State &);

Result<State> stepRnn(const OnnxLowering &op, const Layer &layer, const Operand &inputs,
                      const State &before)
{
    const Operand sum = op.binary(
        "add", inputs, plus(op, op.matmul(before.hidden, layer.recurrent), layer.recurrentBias));
    ASSIGN_OR_RETURN(const Operand hidden, bounded(op, layer, 0, sum));
    return State{hidden, {}};
}

/// Gates i, o, f, c.
Result<State> stepLstm(const OnnxLowering &op, const Layer &layer, const Operand &inputs,
                       const State &before)
{
    const Operand sums = op.binary(
        "add", inputs, plus(op, op.matmul(before.hidden, layer.recurrent), layer.recurrentBias));
    const auto sum = [&](std::int64_t which, std::int64_t peephole, const Operand &cell) {
        const Operand plain = gate(op, layer, sums, which);
        return layer.peepholes && peephole >= 0
                   ? op.binary("add", plain,
                               op.binary("mul", gate(op, layer, *layer.peepholes, peephole), cell))
                   : plain;
    };
    ASSIGN_OR_RETURN(const Operand in, bounded(op, layer, 0, sum(0, 0, before.cell)));
    ASSIGN_OR_RETURN(Operand forget, bounded(op, layer, 0, sum(2, 2, before.cell)));
    if (op.attrs().integer("input_forget") != 0) {
        forget = op.scalar("rsub", in, 1);
    }
    ASSIGN_OR_RETURN(const Operand candidate, bounded(op, layer, 1, sum(3, -1, before.cell)));
    Operand cell =
        op.binary("add", op.binary("mul", forget, before.cell), op.binary("mul", in, candidate));
    if (const double most = op.attrs().number("cell_clip");
        most > 0) { // not ONNX's, but others' say it
        cell = op.make("clip", {cell},
                       attrsOf({{"a_min", attrText(-most)}, {"a_max", attrText(most)}}), cell.dims,
                       cell.type);
    }
    ASSIGN_OR_RETURN(const Operand out, bounded(op, layer, 0, sum(1, 1, cell)));
    ASSIGN_OR_RETURN(const Operand shown, activated(op, layer.activations[2], cell));
    return State{op.binary("mul", out, shown), cell};
}

/// Gates z, r, h.
Result<State> stepGru(const OnnxLowering &op, const Layer &layer, const Operand &inputs,
                      const State &before)
{
    const auto part = [&](const Operand &all, std::int64_t which) {
        return gate(op, layer, all, which);
    };
    const Operand products =
        plus(op, op.matmul(before.hidden, layer.recurrent), layer.recurrentBias);
    ASSIGN_OR_RETURN(const Operand update,
                     bounded(op, layer, 0, op.binary("add", part(inputs, 0), part(products, 0))));
    ASSIGN_OR_RETURN(const Operand reset,
                     bounded(op, layer, 0, op.binary("add", part(inputs, 1), part(products, 1))));
    Operand recalled;
    if (op.attrs().integer("linear_before_reset") != 0) {
        recalled = op.binary("mul", reset, part(products, 2));
    } else {
        const Operand kept = op.binary("mul", reset, before.hidden);
        recalled = op.matmul(kept, gate(op, layer, layer.recurrent, 2));
        if (layer.recurrentBias) {
            recalled = op.binary("add", recalled, part(*layer.recurrentBias, 2));
        }
    }
    ASSIGN_OR_RETURN(const Operand candidate,
                     bounded(op, layer, 1, op.binary("add", part(inputs, 2), recalled)));
    const Operand fresh = op.binary("mul", op.scalar("rsub", update, 1), candidate);
    return State{op.binary("add", fresh, op.binary("mul", update, before.hidden)), {}};
}

/// What the three operators differ in.
struct Kind {
    std::string_view op;
    std::string_view mode; ///< of `recurrence` with these activations
    Step step;
    std::vector<std::string> activations;
};

const Kind &kindOf(std::string_view op)
{
    static const std::array<Kind, 3> kinds{
        {{"RNN", "rnn_tanh", stepRnn, {"Tanh"}},
         {"GRU", "gru", stepGru, {"Sigmoid", "Tanh"}},
         {"LSTM", "lstm", stepLstm, {"Sigmoid", "Tanh", "Tanh"}}}};
    return *std::find_if(kinds.begin(), kinds.end(),
                         [op](const Kind &kind) { return kind.op == op; });
}

/// The activations of one direction, parameters as ONNX has them where none are given.
std::vector<Activation> activationsOf(const OnnxLowering &op, const Kind &kind, std::size_t which)
{
    const auto &names = op.attrs().texts("activations");
    const auto &alphas = op.attrs().numbers("activation_alpha");
    const auto &betas = op.attrs().numbers("activation_beta");
    const std::size_t count = kind.activations.size();
    std::vector<Activation> all;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place = which * count + i;
        Activation how{place < names.size() ? names[place] : kind.activations[i]};
        const bool isHard = how.name == "HardSigmoid";
        how.alpha = place < alphas.size()     ? alphas[place]
                    : isHard                  ? 0.2
                    : how.name == "LeakyRelu" ? 0.01
                                              : 1;
        how.beta = place < betas.size()       ? betas[place]
                   : isHard                   ? 0.5
                   : how.name == "ScaledTanh" ? 1
                                              : 0;
        all.push_back(std::move(how));
    }
    return all;
}

/// One direction's part of an input whose first dimension are directions.
Operand ofDirection(const OnnxLowering &op, std::size_t input, std::int64_t which)
{
    const Operand &all = op.in(input);
    const Operand part = op.slice(all, 0, which, which + 1);
    return op.reshape(part, all.dims.from(1));
}

bool isReverse(const OnnxLowering &op, std::int64_t which)
{
    return which == 1 || op.attrs().text("direction") == "reverse";
}

Layer layerOf(const OnnxLowering &op, const Kind &kind, std::int64_t which)
{
    Layer layer;
    layer.units = op.in(2).dims[2];
    layer.weight = op.transposeLast(ofDirection(op, 1, which));
    layer.recurrent = op.transposeLast(ofDirection(op, 2, which));
    if (op.has(3)) {
        const Operand both = ofDirection(op, 3, which);
        const std::int64_t half = both.dims[0] / 2;
        layer.inputBias = op.slice(both, 0, 0, half);
        layer.recurrentBias = op.slice(both, 0, half, 2 * half);
    }
    if (op.has(7)) {
        layer.peepholes = ofDirection(op, 7, which);
    }
    layer.activations = activationsOf(op, kind, static_cast<std::size_t>(which));
    layer.clip = op.attrs().number("clip");
    layer.isReverse = isReverse(op, which);
    return layer;
}

/// The first state: given by direction (layout 1: by batch), or 0.
Operand firstState(const OnnxLowering &op, std::size_t input, std::int64_t which, const Shape &dims,
                   DType type)
{
    if (!op.has(input)) {
        return op.full(0, dims, type);
    }
    if (op.attrs().integer("layout") == 0) {
        return ofDirection(op, input, which);
    }
    return op.reshape(op.slice(op.in(input), 1, which, which + 1), dims);
}

/// The mode of `recurrence` that computes one direction, as nearly all are; empty: none does.
std::string_view modeOf(const OnnxLowering &op, const Kind &kind, std::int64_t which, DType type)
{
    const bool hasMore = op.has(7) || type != DType::Float32 || op.attrs().number("clip") > 0
                         || op.attrs().number("cell_clip") > 0
                         || op.attrs().integer("input_forget") != 0;
    if (hasMore) {
        return {};
    }
    const std::vector<Activation> given = activationsOf(op, kind, static_cast<std::size_t>(which));
    const auto computes = [&](const std::vector<std::string> &names) {
        return std::equal(
            names.begin(), names.end(), given.begin(),
            [](const std::string &name, const Activation &how) { return name == how.name; });
    };
    if (computes(kind.activations)) {
        return kind.mode;
    }
    return kind.op == "RNN" && computes({"Relu"}) ? "rnn_relu" : std::string_view();
}

RecurrenceResults runPlain(const OnnxLowering &op, std::string_view mode, const Operand &x,
                           std::int64_t which, const State &first)
{
    PlainRecurrence plain;
    plain.mode = mode;
    plain.weight = ofDirection(op, 1, which);
    plain.recurrent = ofDirection(op, 2, which);
    if (op.has(3)) {
        plain.bias = ofDirection(op, 3, which);
    }
    if (op.has(4)) {
        plain.lengths = op.cast(op.in(4), DType::Int32);
    }
    plain.state = first.hidden;
    plain.cell = first.cell;
    plain.isReverse = isReverse(op, which);
    plain.resetsBefore = mode == "gru" && op.attrs().integer("linear_before_reset") == 0;
    return lowerPlainRecurrence(op, x, plain);
}

/// Operators of its own for each step: of layers that `recurrence` does not compute.
Result<RecurrenceResults> runStepByStep(const OnnxLowering &op, const Kind &kind,
                                        const Layer &layer, const Operand &x, const State &first)
{
    constexpr std::int64_t mostSteps = 4096;
    const std::int64_t steps = x.dims[0];
    const std::int64_t batch = x.dims[1];
    if (steps > mostSteps) {
        return makeError("not-supported", "has {} steps, expected {} at most", steps, mostSteps);
    }
    State state = first;
    const Operand inputs = plus(op, op.matmul(x, layer.weight), layer.inputBias);
    std::vector<Operand> hidden(static_cast<std::size_t>(steps));
    for (std::int64_t i = 0; i < steps; ++i) {
        const std::int64_t at = layer.isReverse ? steps - 1 - i : i;
        const Operand now = op.reshape(op.slice(inputs, 0, at, at + 1), {batch, inputs.dims[2]});
        ASSIGN_OR_RETURN(State next, kind.step(op, layer, now, state));
        Operand shown = next.hidden;
        if (op.has(4)) { // a sequence that has ended keeps its state and shows 0
            const Operand runs =
                op.compare("greater", op.reshape(op.in(4), {batch, 1}), static_cast<double>(at));
            shown = op.where(runs, next.hidden, op.full(0, Shape::scalar(), x.type));
            next.hidden = op.where(runs, next.hidden, state.hidden);
            if (kind.op == "LSTM") {
                next.cell = op.where(runs, next.cell, state.cell);
            }
        }
        hidden[static_cast<std::size_t>(at)] = op.reshape(shown, {1, batch, layer.units});
        state = next;
    }
    return RecurrenceResults{op.concatenate(hidden, 0), state.hidden, state.cell};
}

Result<RecurrenceResults> runLayer(const OnnxLowering &op, const Kind &kind, const Operand &x,
                                   std::int64_t which)
{
    const Shape dims{x.dims[1], op.in(2).dims[2]};
    const State first{firstState(op, 5, which, dims, x.type),
                      kind.op == "LSTM" ? firstState(op, 6, which, dims, x.type) : Operand()};
    const std::string_view mode = modeOf(op, kind, which, x.type);
    return mode.empty() ? runStepByStep(op, kind, layerOf(op, kind, which), x, first)
                        : runPlain(op, mode, x, which, first);
}

/// (directions, batch, units), or by batch first.
Operand lastOf(const OnnxLowering &op, const std::vector<Operand> &states, bool isByBatch)
{
    std::vector<Operand> parts;
    for (const Operand &state : states) {
        parts.push_back(op.reshape(state, {1, state.dims[0], state.dims[1]}));
    }
    const Operand all = op.concatenate(parts, 0);
    return isByBatch ? op.transpose(all, {1, 0, 2}) : all;
}

Lowered recurrent(const OnnxLowering &op)
{
    const Kind &kind = kindOf(op.ours());
    const bool isByBatch = op.attrs().integer("layout") != 0;
    const Operand x = isByBatch ? op.transpose(op.in(0), {1, 0, 2}) : op.in(0);
    std::vector<Operand> hidden;
    std::vector<Operand> states;
    std::vector<Operand> cells;
    requireUnrolled(op.in(1).dims[0]);
    for (std::int64_t which = 0; which < op.in(1).dims[0]; ++which) {
        ASSIGN_OR_RETURN(RecurrenceResults results, runLayer(op, kind, x, which));
        const OperandDims &dims = results.hidden.dims;
        hidden.push_back(op.reshape(results.hidden, {dims[0], 1, dims[1], dims[2]}));
        states.push_back(results.state);
        cells.push_back(results.cell);
    }
    const Operand all = op.concatenate(hidden, 1);
    std::vector<Operand> outputs{isByBatch ? op.transpose(all, {2, 0, 1, 3}) : all,
                                 lastOf(op, states, isByBatch)};
    if (kind.op == "LSTM") {
        outputs.push_back(lastOf(op, cells, isByBatch));
    }
    outputs.resize(std::min(outputs.size(), op.outputCount()));
    return outputs;
}

} // namespace

std::span<const LoweringRule> recurrenceRules()
{
    static constexpr std::array rules{
        LoweringRule{"RNN", recurrent, "RNN"},
        LoweringRule{"GRU", recurrent, "GRU"},
        LoweringRule{"LSTM", recurrent, "LSTM"},
    };
    return rules;
}

} // namespace nervure::onnx
