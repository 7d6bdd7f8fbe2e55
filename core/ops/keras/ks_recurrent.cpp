// SPDX-License-Identifier: Apache-2.0
// Recurrent layers. Those with the usual activations become `recurrence`, each step of others operators of
// its own; a state that is not given begins with 0.
#include "core/ops/keras/keras_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/support/text.h"

#include <optional>

namespace nervure::keras {

namespace {

struct KerasRecurrentAttrs {
    std::int64_t units = 1;
    std::string activation = "tanh";
    std::string recurrentActivation = "sigmoid";
    bool useBias = true;
    bool returnSequences = false;
    bool returnState = false;
    bool goBackwards = false;
    bool stateful = false;
    bool resetAfter = false;
    bool masked = false;
};

using Recurrent = KerasRecurrentAttrs;

enum class Cell { Simple, Lstm, Gru };

std::int64_t gatesOf(Cell cell)
{
    return cell == Cell::Simple ? 1 : cell == Cell::Lstm ? 4 : 3;
}

std::size_t statesOf(Cell cell)
{
    return cell == Cell::Lstm ? 2 : 1;
}

std::size_t arraysOf(const Recurrent &attrs)
{
    return attrs.useBias ? 3 : 2;
}

/// Data and arrays; the states that it begins with may follow.
std::vector<std::string> recurrentInputs(const RuleContext &rule, Cell cell)
{
    std::vector<std::string> names{"data"};
    for (std::string &array : kerasArrayNames(rule.node.op, rule.node.attrs)) {
        names.push_back(std::move(array));
    }
    if (rule.node.inputs.size() > names.size()) {
        names.emplace_back("initial_state");
        if (cell == Cell::Lstm) {
            names.emplace_back("initial_cell");
        }
    }
    return names;
}

std::vector<std::string> recurrentOutputs(const Recurrent &attrs, Cell cell)
{
    std::vector<std::string> names{"output"};
    if (attrs.returnState) {
        names.emplace_back("state");
        if (cell == Cell::Lstm) {
            names.emplace_back("cell");
        }
    }
    return names;
}

Status assignStates(const Recurrent &attrs, Cell cell, Shapes &in, Shapes &out)
{
    const Shape state{in[0][0], attrs.units};
    for (std::size_t i = 0; i < statesOf(cell); ++i) {
        if (1 + arraysOf(attrs) + i < in.size()) {
            RETURN_IF_FAILED(assignInput(in, 1 + arraysOf(attrs) + i, "initial_state", state));
        }
        if (1 + i < out.size()) {
            RETURN_IF_FAILED(assignOutput(out, 1 + i, state));
        }
    }
    return {};
}

OpSpec::ShapeRule recurrentShape(Cell cell)
{
    return [cell](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<Recurrent>();
        const std::size_t least = 1 + arraysOf(attrs);
        if (in.size() != least && in.size() != least + statesOf(cell)) {
            return makeError("infer-shape", "has {} inputs, expected {} or {}", in.size(), least,
                             least + statesOf(cell));
        }
        RETURN_IF_FAILED(checkKerasRank(in[0], 3));
        ASSIGN_OR_RETURN(const std::int64_t rows, kerasProduct(gatesOf(cell), attrs.units));
        RETURN_IF_FAILED(assignInput(in, 2, "recurrent_kernel", {attrs.units, rows}));
        if (attrs.useBias) {
            RETURN_IF_FAILED(
                assignInput(in, 3, "bias",
                            cell == Cell::Gru && attrs.resetAfter ? Shape{2, rows} : Shape{rows}));
        }
        if (!in[0].hasRank()) {
            return {};
        }
        RETURN_IF_FAILED(assignInput(in, 1, "kernel", {in[0][2], rows}));
        RETURN_IF_FAILED(assignStates(attrs, cell, in, out));
        return assignOutput(out, 0,
                            attrs.returnSequences ? Shape{in[0][0], in[0][1], attrs.units}
                                                  : Shape{in[0][0], attrs.units});
    };
}

/// Of layers whose steps become operators of their own.
constexpr std::int64_t mostSteps = 4096;

/// The mode of `recurrence` that computes a layer with these activations; empty: none does.
std::string recurrenceMode(const Recurrent &attrs, Cell cell, DType type)
{
    if (type != DType::Float32) {
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
        if (m_attrs.masked) {
            return maskRefused();
        }
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
            RETURN_IF_FAILED(step(m_attrs.goBackwards ? steps - 1 - i : i));
            outputs.push_back(m_op.reshape(m_state, {m_batch, 1, m_units}));
        }
        std::vector<Entry> all{m_attrs.returnSequences ? joined(m_op, std::move(outputs), 1)
                                                       : m_op.make("copy", {m_state})};
        if (m_attrs.returnState) {
            all.push_back(m_state);
            if (m_cell == Cell::Lstm) {
                all.push_back(m_memory);
            }
        }
        return all;
    }

private:
    /// What the data add to all gates of all steps, and the states that there are before.
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
            return states + i < m_op.inputCount() ? m_op.in(states + i)
                                                  : m_op.full(0, {m_batch, m_units}, m_op.type(0));
        };
        m_state = begin(0);
        if (m_cell == Cell::Lstm) {
            m_memory = begin(1);
        }
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

    /// Of a GRU that resets behind the product there are two.
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

    /// What a state adds to gates `first` to `end`.
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
};

std::optional<std::int64_t> recurrentMacs(const Recurrent &, std::span<const Shape> in,
                                          std::span<const Shape>)
{
    if (in.size() < 3 || in[0].size() != 3 || isUnknown(in[0])) {
        return std::nullopt;
    }
    const auto each = elementCount(in[1]);
    const auto own = elementCount(in[2]);
    return each && own ? checkedMultiply(in[0][0] * in[0][1], *each + *own) : std::nullopt;
}

template <Cell cell>
OpBuilder<Recurrent> recurrentLayer(const char *name, const char *summary)
{
    OpBuilder<Recurrent> layer = kerasLayer<Recurrent>(name, summary, OpCategory::Convolution);
    layer.inputsNamedBy([](const RuleContext &rule) { return recurrentInputs(rule, cell); })
        .outputs(+[](const Recurrent &attrs) { return recurrentOutputs(attrs, cell); })
        .parameters({1, 2}) // without a bias a state is the third
        .attr(field("units", &Recurrent::units, "numbers of the state")
                  .required()
                  .atLeast(1)
                  .atMost(kerasMost))
        .attr(kerasActivationField<Recurrent>())
        .attr(field("use_bias", &Recurrent::useBias, "whether a number is added to each sum"))
        .attr(field("return_sequences", &Recurrent::returnSequences,
                    "whether the result has all steps, or the last alone"))
        .attr(field("return_state", &Recurrent::returnState,
                    "whether the last state is a result, too"))
        .attr(field("go_backwards", &Recurrent::goBackwards,
                    "whether it goes from the last step to the first"))
        .attr(maskedField<Recurrent>())
        .attr(field("stateful", &Recurrent::stateful,
                    "whether the next run begins with the last state; ours begin with 0"))
        .shape(recurrentShape(cell))
        .macs(recurrentMacs)
        .lower(lowerTo(std::function<Result<std::vector<Entry>>(const Lowering &)>(
            [](const Lowering &op) { return Steps(op, cell).run(); })));
    if (cell != Cell::Simple) {
        layer.attr(field("recurrent_activation", &Recurrent::recurrentActivation,
                         "function of each gate"));
    }
    return layer;
}

void addAllRecurrent(OpRegistry &ops)
{
    ops.add(recurrentLayer<Cell::Simple>("SimpleRNN", "recurrent layer without gates").build());
    ops.add(recurrentLayer<Cell::Lstm>("LSTM", "long short-term memory").build());
    OpBuilder<Recurrent> gru = recurrentLayer<Cell::Gru>("GRU", "gated recurrent unit");
    ops.add(gru.attr(field("reset_after", &Recurrent::resetAfter,
                           "whether the state is reset behind its product with the weights"))
                .build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsRecurrent(OpRegistry &ops)
{
    keras::addAllRecurrent(ops);
}

} // namespace nervure
