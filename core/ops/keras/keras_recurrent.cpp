// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_recurrent.h"

#include "core/ops/rules/lowered_parts.h"

#include <optional>

// Layers with the usual activations become `recurrence`, each step of others operators of its own; a state that is not
// given begins with 0.
namespace nervure::keras {

std::int64_t gatesOf(KerasCell cell)
{
    return cell == KerasCell::Simple ? 1 : cell == KerasCell::Lstm ? 4 : 3;
}

std::size_t statesOf(KerasCell cell)
{
    return cell == KerasCell::Lstm ? 2 : 1;
}

std::size_t arraysOf(const KerasRecurrentAttrs &attrs)
{
    return attrs.useBias ? 3 : 2;
}

namespace {

using Recurrent = KerasRecurrentAttrs;
using Cell = KerasCell;

/// The limit for layers whose steps become operators of their own.
constexpr std::int64_t mostSteps = 4096;

/// The mode of `recurrence` that computes a layer with these activations; empty: none does.
std::string recurrenceMode(const Recurrent &attrs, Cell cell, DType type)
{
    if (type != DType::Float32 || attrs.masked) {
        return {};
    }
    if (cell == Cell::Simple) {
        const bool isKnown = attrs.activation == "tanh" || attrs.activation == "relu";
        return isKnown ? "rnn_" + attrs.activation : "";
    }
    const bool isUsual = attrs.activation == "tanh" && attrs.recurrentActivation == "sigmoid";
    return !isUsual ? "" : cell == Cell::Lstm ? "lstm" : "gru";
}

/// Makes the operators of a layer's steps.
class Steps {
public:
    Steps(const Lowering &op, Cell cell)
        : m_op(op),
          m_attrs(op.attrs<Recurrent>()),
          m_f(op),
          m_cell(cell),
          m_mode(recurrenceMode(m_attrs, cell, op.type(0))),
          m_units(m_attrs.units),
          m_batch(op.shape(0)[0])
    {}

    Result<std::vector<Entry>> run()
    {
        const std::int64_t steps = m_op.shape(0)[1];
        if (!m_mode.empty()) {
            prepare();
            return runWhole();
        }
        if (steps < 1 || steps > mostSteps) {
            return makeError("not-supported", "{} steps, expected 1 to {}", steps, mostSteps);
        }
        prepare();
        std::vector<Entry> outputs;
        for (std::int64_t i = 0; i < steps; ++i) {
            const std::int64_t place = m_attrs.goBackwards ? steps - 1 - i : i;
            RETURN_IF_FAILED(m_attrs.masked ? maskedStep(place) : step(place));
            m_output = m_attrs.masked ? m_output : m_state;
            outputs.push_back(m_op.reshape(m_output, {m_batch, 1, m_units}));
        }
        std::vector<Entry> all{m_attrs.returnSequences ? joined(m_op, std::move(outputs), 1)
                                                       : m_op.make("copy", {m_output})};
        if (m_attrs.returnState) {
            all.push_back(m_state);
            if (m_cell == Cell::Lstm) {
                all.push_back(m_memory);
            }
        }
        return all;
    }

private:
    /// Adds up what the data give to all gates of all steps, and takes the states that there are before.
    void prepare()
    {
        const Shape &shape = m_op.shape(0);
        const std::int64_t gates = gatesOf(m_cell) * m_units;
        std::vector<Entry> from{m_op.reshape(m_op.in(0), {m_batch * shape[1], shape[2]}),
                                inOrder(m_f.transposed(m_op.in(1), {1, 0}), {gates, shape[2]})};
        if (m_attrs.useBias) {
            from.push_back(inOrder(biasOf(0), {gates}));
        }
        const Entry sums = m_op.make(
            "dense", std::move(from),
            attrsOf({{"units", attrText(gates)}, {"use_bias", attrText(m_attrs.useBias)}}));
        m_given = m_op.reshape(sums, {m_batch, shape[1], gates});
        m_weight = inOrder(m_f.transposed(m_op.in(2), {1, 0}), {gates, m_units});
        const std::size_t states = 1 + arraysOf(m_attrs);
        const auto begin = [&](std::size_t i) {
            return states + i + m_attrs.masks() < m_op.inputCount() ? m_op.in(states + i)
                                                                    : nothing();
        };
        m_state = begin(0);
        m_output = m_attrs.masked ? nothing() : m_state;
        if (m_cell == Cell::Lstm) {
            m_memory = begin(1);
        }
    }

    [[nodiscard]] Entry nothing() const { return m_op.full(0, {m_batch, m_units}, m_op.type(0)); }

    /// A step that counts changes states and output; else the states stay, and the output does or is 0.
    Status maskedStep(std::int64_t place)
    {
        const Entry state = m_state;
        const Entry memory = m_memory;
        RETURN_IF_FAILED(step(place));
        const std::size_t last = m_op.inputCount() - 1;
        const Entry counts = m_op.cast(
            m_op.reshape(sliceOf(m_op, m_op.in(last), m_op.shape(last), 1, place, place + 1),
                         {m_batch}),
            m_op.type(last), m_op.type(0));
        const auto chosen = [&](Entry now, Entry before) {
            return m_op.make("where", {counts, now, before});
        };
        m_output = chosen(m_state, m_attrs.zeroOutputForMask ? nothing() : m_output);
        m_state = chosen(m_state, state);
        if (m_cell == Cell::Lstm) {
            m_memory = chosen(m_memory, memory);
        }
        return {};
    }

    /// Rows as `recurrence` has them, if it computes the layer: the gates of its GRU are r, z, h, Keras's
    /// z, r, h.
    [[nodiscard]] Entry inOrder(Entry rows, const Shape &shape) const
    {
        if (m_mode != "gru") {
            return rows;
        }
        const auto gate = [&](std::int64_t i) {
            return sliceOf(m_op, rows, shape, 0, i * m_units, (i + 1) * m_units);
        };
        return joined(m_op, {gate(1), gate(0), gate(2)}, 0);
    }

    /// All steps in one operator, which has them first. A layer that goes backwards gives the last first.
    std::vector<Entry> runWhole()
    {
        const std::int64_t gates = gatesOf(m_cell) * m_units;
        Entry given = m_f.transposed(m_given, {1, 0, 2});
        if (m_attrs.goBackwards) {
            given = m_op.make("flip", {given}, attrsOf({{"axis", "0"}}));
        }
        const bool hasOwnBias = m_cell == Cell::Gru && m_attrs.resetAfter && m_attrs.useBias;
        std::vector<Entry> from{given, m_weight,
                                hasOwnBias ? inOrder(biasOf(1), {gates})
                                           : m_op.full(0, {gates}, m_op.type(0)),
                                m_state};
        if (m_cell == Cell::Lstm) {
            from.push_back(m_memory);
        }
        AttrDict attrs = attrsOf({{"mode", m_mode}});
        if (m_cell == Cell::Gru && !m_attrs.resetAfter) {
            attrs.set("reset_before", attrText(true));
        }
        const Entry hidden = m_op.make("recurrence", std::move(from), std::move(attrs));
        const Entry last{hidden.node, 1, 0};
        std::vector<Entry> all{m_attrs.returnSequences ? m_f.transposed(hidden, {1, 0, 2})
                                                       : m_op.make("copy", {last})};
        if (m_attrs.returnState) {
            all.push_back(last);
            if (m_cell == Cell::Lstm) {
                all.push_back({hidden.node, 2, 0});
            }
        }
        return all;
    }

    /// The bias; a GRU that resets behind the product has two.
    [[nodiscard]] Entry biasOf(std::int64_t row) const
    {
        if (m_op.shape(3).size() == 1) {
            return m_op.in(3);
        }
        const Entry one = sliceOf(m_op, m_op.in(3), m_op.shape(3), 0, row, row + 1);
        return m_op.reshape(one, {m_op.shape(3)[1]});
    }

    /// Gates `first` to `end` of (batch, gates * units).
    [[nodiscard]] Entry gate(Entry sums, std::int64_t first, std::int64_t end,
                             std::int64_t gates) const
    {
        return sliceOf(m_op, sums, {m_batch, gates * m_units}, 1, first * m_units, end * m_units);
    }

    /// The part that a state adds to gates `first` to `end`.
    [[nodiscard]] Entry own(Entry state, std::int64_t first, std::int64_t end,
                            std::optional<Entry> bias = {}) const
    {
        const std::int64_t all = gatesOf(m_cell);
        const std::int64_t rows = (end - first) * m_units;
        const Entry weight = end - first == all ? m_weight
                                                : sliceOf(m_op, m_weight, {all * m_units, m_units},
                                                          0, first * m_units, end * m_units);
        std::vector<Entry> from{state, weight};
        if (bias) {
            from.push_back(*bias);
        }
        return m_op.make(
            "dense", std::move(from),
            attrsOf({{"units", attrText(rows)}, {"use_bias", attrText(bias.has_value())}}));
    }

    Status step(std::int64_t place)
    {
        const std::int64_t gates = gatesOf(m_cell) * m_units;
        const Shape all{m_batch, m_op.shape(0)[1], gates};
        const Entry given =
            m_op.reshape(sliceOf(m_op, m_given, all, 1, place, place + 1), {m_batch, gates});
        switch (m_cell) {
        case Cell::Simple: return simpleStep(given);
        case Cell::Lstm: return lstmStep(given);
        case Cell::Gru: break;
        }
        return m_attrs.resetAfter ? resetAfterStep(given) : resetBeforeStep(given);
    }

    Status simpleStep(Entry given)
    {
        ASSIGN_OR_RETURN(m_state, activated(m_f.plus(given, own(m_state, 0, 1))));
        return {};
    }

    Status lstmStep(Entry given)
    {
        const Entry sums = m_f.plus(given, own(m_state, 0, 4));
        ASSIGN_OR_RETURN(const Entry input, opened(gate(sums, 0, 1, 4)));
        ASSIGN_OR_RETURN(const Entry forget, opened(gate(sums, 1, 2, 4)));
        ASSIGN_OR_RETURN(const Entry fresh, activated(gate(sums, 2, 3, 4)));
        ASSIGN_OR_RETURN(const Entry output, opened(gate(sums, 3, 4, 4)));
        m_memory = m_f.plus(m_f.times(forget, m_memory), m_f.times(input, fresh));
        ASSIGN_OR_RETURN(const Entry shown, activated(m_memory));
        m_state = m_f.times(output, shown);
        return {};
    }

    Status resetBeforeStep(Entry given)
    {
        const Entry gates = m_f.plus(gate(given, 0, 2, 3), own(m_state, 0, 2));
        ASSIGN_OR_RETURN(const Entry update, opened(gate(gates, 0, 1, 2)));
        ASSIGN_OR_RETURN(const Entry reset, opened(gate(gates, 1, 2, 2)));
        const Entry kept = own(m_f.times(reset, m_state), 2, 3);
        return blend(update, m_f.plus(gate(given, 2, 3, 3), kept));
    }

    Status resetAfterStep(Entry given)
    {
        const auto bias = m_attrs.useBias ? std::optional(biasOf(1)) : std::nullopt;
        const Entry mine = own(m_state, 0, 3, bias);
        ASSIGN_OR_RETURN(const Entry update,
                         opened(m_f.plus(gate(given, 0, 1, 3), gate(mine, 0, 1, 3))));
        ASSIGN_OR_RETURN(const Entry reset,
                         opened(m_f.plus(gate(given, 1, 2, 3), gate(mine, 1, 2, 3))));
        const Entry kept = m_f.times(reset, gate(mine, 2, 3, 3));
        return blend(update, m_f.plus(gate(given, 2, 3, 3), kept));
    }

    /// update * state + (1 - update) * what is new.
    Status blend(Entry update, Entry sums)
    {
        ASSIGN_OR_RETURN(const Entry fresh, activated(sums));
        const Entry rest = m_op.makeScalar("__rsub_scalar__", update, 1);
        m_state = m_f.plus(m_f.times(update, m_state), m_f.times(rest, fresh));
        return {};
    }

    [[nodiscard]] Result<Entry> activated(Entry x) const
    {
        return kerasActivated(m_op, x, m_attrs.activation);
    }
    [[nodiscard]] Result<Entry> opened(Entry x) const
    {
        return kerasActivated(m_op, x, m_attrs.recurrentActivation);
    }

    const Lowering &m_op;
    const Recurrent &m_attrs;
    KerasFormula m_f;
    Cell m_cell;
    std::string m_mode; ///< of `recurrence`; empty: each step becomes operators of its own
    std::int64_t m_units;
    std::int64_t m_batch;
    Entry m_given;
    Entry m_weight;
    Entry m_state;
    Entry m_memory;
    Entry m_output;
};

} // namespace

Result<std::vector<Entry>> lowerRecurrent(const Lowering &op, KerasCell cell)
{
    return Steps(op, cell).run();
}

} // namespace nervure::keras
