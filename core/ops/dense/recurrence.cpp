// SPDX-License-Identifier: Apache-2.0
#include "core/ops/dense/recurrence.h"

#include "core/graph/op/op_builder.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace nervure {

namespace {

std::vector<std::string> recurrenceInputs(const RecurrenceAttrs &attrs)
{
    std::vector<std::string> names{"data", "weight", "bias", "state"};
    if (attrs.isLstm()) {
        names.emplace_back("cell");
    }
    if (attrs.usesLengths) {
        names.emplace_back("lengths");
    }
    return names;
}

std::vector<std::string> recurrenceOutputs(const RecurrenceAttrs &attrs)
{
    return attrs.isLstm() ? std::vector<std::string>{"output", "state", "cell"}
                          : std::vector<std::string>{"output", "state"};
}

/// data (steps, sequences, gates * units), weight (gates * units, units), bias (gates * units),
/// state and cell (sequences, units), lengths (sequences).
Status recurrenceShape(const RecurrenceAttrs &attrs, Shapes &in, Shapes &out)
{
    const std::size_t states = attrs.isLstm() ? 2 : 1;
    RETURN_IF_FAILED(
        checkCounts(in.size(), out.size(), 3 + states + (attrs.usesLengths ? 1 : 0), 1 + states));
    if (isUnknown(in[0])) {
        return {};
    }
    if (in[0].size() != 3 || in[0][2] % attrs.gates() != 0) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected (steps, sequences, {} * units)",
                         shapeText(in[0]), attrs.gates());
    }
    const std::int64_t rows = in[0][2];
    const std::int64_t units = rows / attrs.gates();
    const Shape state{in[0][1], units};
    RETURN_IF_FAILED(assignInput(in, 1, "weight", {rows, units}));
    RETURN_IF_FAILED(assignInput(in, 2, "bias", {rows}));
    for (std::size_t i = 3; i < 3 + states; ++i) {
        RETURN_IF_FAILED(assignInput(in, i, i == 3 ? "state" : "cell", state));
    }
    if (attrs.usesLengths) {
        RETURN_IF_FAILED(assignInput(in, in.size() - 1, "lengths", {in[0][1]}));
    }
    RETURN_IF_FAILED(assignOutput(out, 0, {in[0][0], in[0][1], units}));
    for (std::size_t i = 1; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, state));
    }
    return {};
}

/// All have the type of the data but the lengths, which are int32.
Status recurrenceType(const RuleContext &context, DTypes &in, DTypes &out)
{
    if (!context.attrs.as<RecurrenceAttrs>().usesLengths) {
        return mergeAllTypes(in, out);
    }
    DTypes values(in.begin(), in.end() - 1);
    RETURN_IF_FAILED(mergeAllTypes(values, out));
    std::copy(values.begin(), values.end(), in.begin());
    if (in.back() == DType::Unknown) {
        in.back() = DType::Int32;
    }
    return in.back() == DType::Int32
               ? Status()
               : makeError("infer-type", "input {} (lengths) is {}, expected int32", in.size() - 1,
                           dtypeName(in.back()));
}

double sigmoidOf(double x)
{
    return 1 / (1 + std::exp(-x));
}

/// One sequence of a recurrence, step by step.
template <typename T>
class SequenceRun {
public:
    SequenceRun(const RecurrenceAttrs &attrs, const ReferenceCall &call, std::int64_t sequence)
        : m_attrs(attrs),
          m_call(call),
          m_sequence(sequence),
          m_sequences(call.out[0].shape[1]),
          m_units(call.out[0].shape[2]),
          m_state(static_cast<std::size_t>(m_units)),
          m_cell(static_cast<std::size_t>(m_units)),
          m_own(static_cast<std::size_t>(attrs.gates() * m_units))
    {
        for (std::int64_t j = 0; j < m_units; ++j) {
            m_state[at(j)] = startOf(3, j);
            m_cell[at(j)] = attrs.isLstm() ? startOf(4, j) : 0;
        }
    }

    void step(std::int64_t time)
    {
        const T *given =
            m_call.in[0].as<T>() + (time * m_sequences + m_sequence) * m_attrs.gates() * m_units;
        addOwn(given);
        T *output = m_call.out[0].as<T>() + (time * m_sequences + m_sequence) * m_units;
        for (std::int64_t j = 0; j < m_units; ++j) {
            output[j] = static_cast<T>(next(given, j));
            m_state[at(j)] = static_cast<double>(output[j]);
        }
    }

    /// What is shown of a sequence that has ended.
    void showNothing(std::int64_t time)
    {
        T *output = m_call.out[0].as<T>() + (time * m_sequences + m_sequence) * m_units;
        std::fill_n(output, m_units, static_cast<T>(0));
    }

    void storeState() const
    {
        for (std::int64_t j = 0; j < m_units; ++j) {
            m_call.out[1].as<T>()[m_sequence * m_units + j] = static_cast<T>(m_state[at(j)]);
            if (m_attrs.isLstm()) {
                m_call.out[2].as<T>()[m_sequence * m_units + j] = static_cast<T>(m_cell[at(j)]);
            }
        }
    }

private:
    static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

    [[nodiscard]] double startOf(std::size_t input, std::int64_t unit) const
    {
        return static_cast<double>(m_call.in[input].as<T>()[m_sequence * m_units + unit]);
    }

    /// What the last state adds to each gate: weight * state + bias.
    void addOwn(const T *given)
    {
        const std::int64_t rows = m_attrs.gates() * m_units;
        const std::int64_t first = m_attrs.hasTwoProducts() ? 2 * m_units : rows;
        addProducts(0, first, m_state);
        std::vector<double> kept(m_state);
        for (std::int64_t j = 0; first < rows && j < m_units; ++j) {
            kept[at(j)] *= sigmoidOf(static_cast<double>(given[j]) + m_own[at(j)]);
        }
        addProducts(first, rows, kept);
    }

    void addProducts(std::int64_t begin, std::int64_t end, const std::vector<double> &state)
    {
        const T *weight = m_call.in[1].as<T>();
        for (std::int64_t row = begin; row < end; ++row) {
            double sum = static_cast<double>(m_call.in[2].as<T>()[row]);
            for (std::int64_t k = 0; k < m_units; ++k) {
                sum += static_cast<double>(weight[row * m_units + k]) * state[at(k)];
            }
            m_own[at(row)] = sum;
        }
    }

    /// The state of unit `j` after this step.
    double next(const T *given, std::int64_t j)
    {
        const auto own = [&](std::int64_t gate) { return m_own[at(gate * m_units + j)]; };
        const auto input = [&](std::int64_t gate) {
            return static_cast<double>(given[gate * m_units + j]);
        };
        const auto sum = [&](std::int64_t gate) { return input(gate) + own(gate); };
        if (m_attrs.isLstm()) {
            double &cell = m_cell[at(j)];
            cell = sigmoidOf(sum(1)) * cell + sigmoidOf(sum(0)) * std::tanh(sum(2));
            return sigmoidOf(sum(3)) * std::tanh(cell);
        }
        if (m_attrs.isGru()) {
            const double update = sigmoidOf(sum(1));
            const double reset = m_attrs.resetsBefore ? 1 : sigmoidOf(sum(0));
            const double candidate = std::tanh(input(2) + reset * own(2));
            return (1 - update) * candidate + update * m_state[at(j)];
        }
        return m_attrs.mode == "rnn_relu" ? std::max(sum(0), 0.0) : std::tanh(sum(0));
    }

    const RecurrenceAttrs &m_attrs;
    const ReferenceCall &m_call;
    std::int64_t m_sequence;
    std::int64_t m_sequences;
    std::int64_t m_units;
    std::vector<double> m_state;
    std::vector<double> m_cell;
    std::vector<double> m_own; ///< by gate and unit
};

std::int64_t lengthOf(const RecurrenceAttrs &attrs, const ReferenceCall &call,
                      std::int64_t sequence)
{
    const std::int64_t steps = call.out[0].shape[0];
    return attrs.usesLengths
               ? std::clamp<std::int64_t>(call.in.back().as<std::int32_t>()[sequence], 0, steps)
               : steps;
}

Status recurrenceReference(const RecurrenceAttrs &attrs, const ReferenceCall &call)
{
    ReferenceCall values = call;
    if (attrs.usesLengths) {
        values.in = call.in.first(call.in.size() - 1);
    }
    RETURN_IF_FAILED(requireOneType(values));
    Shapes in;
    for (const ConstTensorView &view : call.in) {
        in.push_back(shapeOf(view));
    }
    Shapes out;
    for (const TensorView &view : call.out) {
        out.push_back(shapeOf(view));
    }
    RETURN_IF_FAILED(recurrenceShape(attrs, in, out));
    return withFloatType(call.out[0].type, [&](auto zero) -> Status {
        const std::int64_t steps = call.out[0].shape[0];
        for (std::int64_t sequence = 0; sequence < call.out[0].shape[1]; ++sequence) {
            SequenceRun<decltype(zero)> run(attrs, call, sequence);
            const std::int64_t length = lengthOf(attrs, call, sequence);
            for (std::int64_t i = 0; i < length; ++i) {
                if (isCanceled(call.cancel)) {
                    return canceledError();
                }
                run.step(attrs.isReverse ? length - 1 - i : i);
            }
            for (std::int64_t i = length; i < steps; ++i) {
                run.showNothing(i);
            }
            run.storeState();
        }
        return {};
    });
}

/// Each step multiplies the weights with the state of each sequence.
std::optional<std::int64_t> recurrenceMacs(const RecurrenceAttrs &, std::span<const Shape> in,
                                           std::span<const Shape> out)
{
    if (in.empty() || out.empty() || isUnknown(in[0]) || isUnknown(out[0])) {
        return std::nullopt;
    }
    const auto count = elementCount(in[0]);
    return count ? checkedMultiply(*count, out[0].back()) : std::nullopt;
}

} // namespace

void registerRecurrence(OpRegistry &ops)
{
    using A = RecurrenceAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "recurrence")
                .summary("a layer of a recurrent network in one direction; what the data adds to "
                         "each gate was computed before")
                .category(OpCategory::Convolution)
                .attr(field("mode", &A::mode,
                            "lstm: gates i, f, g, o; gru: r, z, n; rnn_relu and rnn_tanh: one")
                          .required()
                          .oneOf({"rnn_relu", "rnn_tanh", "lstm", "gru"}))
                .attr(field("reverse", &A::isReverse,
                            "whether it goes from the last step to the first"))
                .attr(field("reset_before", &A::resetsBefore,
                            "gru: whether the state is reset before its product with the weights"))
                .attr(field("use_lengths", &A::usesLengths,
                            "whether sequences end before the last step: they keep their state and "
                            "show 0"))
                .inputs(recurrenceInputs)
                .outputs(recurrenceOutputs)
                .parameters({1, 2})
                .shape(recurrenceShape)
                .type(recurrenceType)
                .pattern(OpPattern::Opaque)
                .macs(recurrenceMacs)
                .reference(recurrenceReference)
                .kernel(recurrenceKernel)
                .build());
}

} // namespace nervure
