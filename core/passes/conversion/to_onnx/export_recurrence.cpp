// SPDX-License-Identifier: Apache-2.0
// Our recurrent layers as ONNX's operators, step by step: ONNX's LSTM, GRU and RNN want the data before the
// product with its weights, of which the layer does not know.
#include "core/passes/conversion/to_onnx/export_node.h"

#include <fmt/format.h>
#include <optional>

namespace nervure {

namespace {

/// Writes out the steps of one layer.
class RecurrenceExport {
public:
    explicit RecurrenceExport(ExportNode &node)
        : m_make(node.make),
          m_weight(node.in(1)),
          m_bias(node.in(2)),
          m_state(node.in(3)),
          m_mode(node.text("mode")),
          m_units(m_state.shape[1]),
          m_resetsBefore(node.flag("reset_before"))
    {
        if (m_mode == "lstm") {
            m_cell = node.in(4);
        }
        if (node.flag("use_lengths")) {
            m_lengths = m_make.reshape(node.in(node.inputCount() - 1), {m_state.shape[0], 1});
        }
    }

    /// The states after each step, in the order of the steps, then the last state and cell.
    std::vector<OnnxTensor> run(const OnnxTensor &given, bool isReverse)
    {
        const auto steps = static_cast<std::size_t>(given.shape[0]);
        const std::vector<OnnxTensor> parts = parted(given, 0, IntTuple(steps, 1));
        std::vector<OnnxTensor> states(steps);
        for (std::size_t i = 0; i < steps; ++i) {
            const std::size_t at = isReverse ? steps - 1 - i : i;
            const OnnxTensor before = m_state;
            const OnnxTensor cellBefore = m_cell;
            step(m_make.reshape(parts[at], {given.shape[1], given.shape[2]}));
            OnnxTensor shown = m_state;
            if (m_lengths) {
                const OnnxTensor runs = m_make.comparison(
                    "Greater", *m_lengths, m_make.scalar(static_cast<double>(at), m_lengths->type));
                shown = either(runs, m_state, m_make.filled(before.shape, before.type, 0));
                m_state = either(runs, m_state, before);
                m_cell = m_mode == "lstm" ? either(runs, m_cell, cellBefore) : m_cell;
            }
            states[at] = m_make.reshape(shown, {1, m_state.shape[0], m_units});
        }
        const OnnxTensor all =
            steps == 1 ? states[0]
                       : m_make.add("Concat", states, {{"axis", "0"}},
                                    {given.shape[0], m_state.shape[0], m_units}, given.type);
        std::vector<OnnxTensor> outputs{all, m_state};
        if (m_mode == "lstm") {
            outputs.push_back(m_cell);
        }
        return outputs;
    }

private:
    void step(const OnnxTensor &given)
    {
        if (m_mode == "lstm") {
            lstmStep(given);
        } else if (m_mode == "gru") {
            gruStep(given);
        } else {
            const OnnxTensor sum = plus(given, product(m_state, m_weight, m_bias));
            m_state = m_make.alike(m_mode == "rnn_relu" ? "Relu" : "Tanh", sum);
        }
    }

    void lstmStep(const OnnxTensor &given)
    {
        const auto gates = gatesOf(plus(given, product(m_state, m_weight, m_bias)), 4);
        m_cell = plus(times(sigmoid(gates[1]), m_cell),
                      times(sigmoid(gates[0]), m_make.alike("Tanh", gates[2])));
        m_state = times(sigmoid(gates[3]), m_make.alike("Tanh", m_cell));
    }

    void gruStep(const OnnxTensor &given)
    {
        const auto data = gatesOf(given, 3);
        OnnxTensor update;
        OnnxTensor kept;
        if (m_resetsBefore) {
            const IntTuple sizes{2 * m_units, m_units};
            const auto weights = parted(m_weight, 0, sizes);
            const auto biases = parted(m_bias, 0, sizes);
            const auto own = gatesOf(product(m_state, weights[0], biases[0]), 2);
            update = sigmoid(plus(data[1], own[1]));
            kept = product(times(sigmoid(plus(data[0], own[0])), m_state), weights[1], biases[1]);
        } else {
            const auto own = gatesOf(product(m_state, m_weight, m_bias), 3);
            update = sigmoid(plus(data[1], own[1]));
            kept = times(sigmoid(plus(data[0], own[0])), own[2]);
        }
        const OnnxTensor fresh = m_make.alike("Tanh", plus(data[2], kept));
        const OnnxTensor rest = m_make.arithmetic("Sub", m_make.scalar(1, update.type), update);
        m_state = plus(times(rest, fresh), times(update, m_state));
    }

    /// weight * state + bias, for each sequence.
    OnnxTensor product(const OnnxTensor &state, const OnnxTensor &weight, const OnnxTensor &bias)
    {
        return m_make.add("Gemm", {state, weight, bias}, {{"transB", "1"}},
                          {state.shape[0], weight.shape[0]}, state.type);
    }

    std::vector<OnnxTensor> gatesOf(const OnnxTensor &sums, std::size_t count)
    {
        return parted(sums, 1, IntTuple(count, m_units));
    }

    std::vector<OnnxTensor> parted(const OnnxTensor &x, std::size_t axis, const IntTuple &sizes)
    {
        return sizes.size() == 1 ? std::vector<OnnxTensor>{x} : m_make.split(x, axis, sizes);
    }

    OnnxTensor either(const OnnxTensor &condition, const OnnxTensor &x, const OnnxTensor &y)
    {
        return m_make.add("Where", {condition, x, y}, {}, x.shape, x.type);
    }

    OnnxTensor plus(const OnnxTensor &a, const OnnxTensor &b)
    {
        return m_make.arithmetic("Add", a, b);
    }
    OnnxTensor times(const OnnxTensor &a, const OnnxTensor &b)
    {
        return m_make.arithmetic("Mul", a, b);
    }
    OnnxTensor sigmoid(const OnnxTensor &x) { return m_make.alike("Sigmoid", x); }

    OnnxBuilder &m_make;
    OnnxTensor m_weight;
    OnnxTensor m_bias;
    OnnxTensor m_state;                  ///< after the last step that was written
    OnnxTensor m_cell;                   ///< the same; LSTM's
    std::optional<OnnxTensor> m_lengths; ///< (sequences, 1): they end before the last step
    std::string m_mode;
    std::int64_t m_units;
    bool m_resetsBefore;
};

Exported exportRecurrence(ExportNode &node)
{
    constexpr std::int64_t mostSteps = 4096;
    const std::int64_t steps = node.inShape(0)[0];
    if (steps < 1 || steps > mostSteps) {
        return notExported(fmt::format("it has {} steps, expected 1 to {}: each becomes operators "
                                       "of its own",
                                       steps, mostSteps));
    }
    return {RecurrenceExport(node).run(node.in(0), node.flag("reverse")), {}};
}

} // namespace

void addRecurrenceExports(ExportRules &rules)
{
    rules["recurrence"] = exportRecurrence;
}

} // namespace nervure
