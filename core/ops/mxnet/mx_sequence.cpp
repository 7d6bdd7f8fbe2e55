// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <string>
#include <vector>

namespace nervure {

namespace {

struct SequenceMaskAttrs {
    bool usesLength = false;
    float value = 0;
    int axis = 0;
};

std::vector<std::string> maskInputs(const SequenceMaskAttrs &attrs)
{
    return attrs.usesLength ? std::vector<std::string>{"data", "sequence_length"}
                            : std::vector<std::string>{"data"};
}

/// Steps and sequences are the first two dimensions, in this order or, with axis 1, the other way
/// round.
Status sequenceMaskShape(const SequenceMaskAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), maskInputs(attrs).size(), 1));
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].size() < 2) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected at least 2 dimensions",
                         shapeText(in[0]));
    }
    if (attrs.usesLength) {
        RETURN_IF_FAILED(assignInput(in, 1, "sequence_length", {in[0][attrs.axis == 0 ? 1 : 0]}));
    }
    return assignOutput(out, 0, in[0]);
}

Status sequenceMaskType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const bool usesLength = context.attrs.as<SequenceMaskAttrs>().usesLength;
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), usesLength ? 2 : 1, 1));
    if (usesLength && in[1] == DType::Unknown) {
        in[1] = in[0];
    }
    return assignOutputType(out, 0, in[0]);
}

Result<Entry> lowerMask(const Lowering &op)
{
    const auto &attrs = op.attrs<SequenceMaskAttrs>();
    if (!attrs.usesLength) {
        return op.make("copy", {op.in(0)});
    }
    const Shape &shape = op.shape(0);
    const bool areStepsFirst = attrs.axis == 0;
    const std::int64_t steps = shape[areStepsFirst ? 0 : 1];
    const std::int64_t sequences = shape[areStepsFirst ? 1 : 0];
    Shape alongSteps(shape.size(), 1);
    Shape alongSequences(shape.size(), 1);
    alongSteps[areStepsFirst ? 0 : 1] = steps;
    alongSequences[areStepsFirst ? 1 : 0] = sequences;
    const Entry numbers = op.make("arange", {},
                                  attrsOf({{"start", "0"},
                                           {"step", "1"},
                                           {"count", attrText(steps)},
                                           {"dtype", attrText(op.type(1))}}));
    const Entry isInside = op.make(
        "broadcast_less", {op.reshape(numbers, alongSteps), op.reshape(op.in(1), alongSequences)});
    const Entry mask = op.make("broadcast_to", {isInside}, attrsOf({{"shape", attrText(shape)}}));
    return op.make("where", {mask, op.in(0), op.full(attrs.value, shape, op.outType())});
}

OpSpec maskSpec()
{
    using A = SequenceMaskAttrs;
    return OpBuilder<A>(Dialect::MXNet, "SequenceMask")
        .summary("one number for all steps behind the end of each sequence")
        .category(OpCategory::Elementwise)
        .attr(field("use_sequence_length", &A::usesLength,
                    "whether lengths are given; else nothing is masked"))
        .attr(field("value", &A::value, "the number"))
        .attr(field("axis", &A::axis, "dimension of the steps").atLeast(0).atMost(1))
        .inputs(maskInputs)
        .shape(sequenceMaskShape)
        .type(sequenceMaskType)
        .lower(lowerTo(lowerMask))
        .build();
}

struct RnnAttrs {
    std::int64_t units = 1;
    std::int64_t layers = 1;
    bool isBidirectional = false;
    std::string mode;
    float dropRate = 0;
    bool givesStates = false;
    OptionalInteger projection;
    OptionalNumber clipMin;
    OptionalNumber clipMax;
    bool clipsNan = false;
    bool usesLength = false;

    [[nodiscard]] bool isLstm() const { return mode == "lstm"; }
    [[nodiscard]] std::int64_t directions() const { return isBidirectional ? 2 : 1; }
    /// Rows of the matrices for each unit.
    [[nodiscard]] std::int64_t gates() const { return isLstm() ? 4 : (mode == "gru" ? 3 : 1); }
    /// Length of what a layer gives for each step and direction.
    [[nodiscard]] std::int64_t resultSize() const { return projection.value_or(units); }
};

std::vector<std::string> rnnInputs(const RnnAttrs &attrs)
{
    std::vector<std::string> names{"data", "parameters", "state"};
    if (attrs.isLstm()) {
        names.emplace_back("state_cell");
    }
    if (attrs.usesLength) {
        names.emplace_back("sequence_length");
    }
    return names;
}

std::vector<std::string> rnnOutputs(const RnnAttrs &attrs)
{
    std::vector<std::string> names{"output"};
    if (attrs.givesStates) {
        names.emplace_back("state_output");
        if (attrs.isLstm()) {
            names.emplace_back("statecell_output");
        }
    }
    return names;
}

/// Numbers in `parameters` for an input of that many numbers a step; nothing on overflow.
std::optional<std::int64_t> rnnParameterCount(const RnnAttrs &attrs, std::int64_t inputSize)
{
    const std::int64_t directions = attrs.directions();
    const auto rows = checkedMultiply(attrs.units * directions, attrs.gates());
    const std::int64_t own = attrs.resultSize() + 2;
    const auto first = rows ? checkedMultiply(*rows, inputSize + own) : std::nullopt;
    const auto later =
        rows ? checkedMultiply(*rows, attrs.resultSize() * directions + own) : std::nullopt;
    const auto others = later ? checkedMultiply(*later, attrs.layers - 1) : std::nullopt;
    if (!first || !others) {
        return std::nullopt;
    }
    const std::int64_t projected =
        attrs.projection ? *attrs.projection * attrs.units * attrs.layers * directions : 0;
    return *first + *others + projected;
}

Status rnnShape(const RnnAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(
        checkCounts(in.size(), out.size(), rnnInputs(attrs).size(), rnnOutputs(attrs).size()));
    if (!in[0].hasRank()) {
        return {};
    }
    if (in[0].size() != 3) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected (steps, sequences, numbers)",
                         shapeText(in[0]));
    }
    const std::int64_t sequences = in[0][1];
    const std::int64_t total = attrs.layers * attrs.directions();
    const Shape state{total, sequences, attrs.resultSize()};
    const Shape cell{total, sequences, attrs.units};
    RETURN_IF_FAILED(assignInput(in, 2, "state", state));
    if (attrs.isLstm()) {
        RETURN_IF_FAILED(assignInput(in, 3, "state_cell", cell));
    }
    if (!isUnknownSize(in[0][2])) {
        const auto count = rnnParameterCount(attrs, in[0][2]);
        if (!count) {
            return makeError("infer-shape", "the sizes of the parameters overflow");
        }
        RETURN_IF_FAILED(assignInput(in, 1, "parameters", {*count}));
    }
    if (attrs.usesLength) {
        RETURN_IF_FAILED(assignInput(in, in.size() - 1, "sequence_length", {sequences}));
    }
    Shape output = in[0];
    output[2] = attrs.directions() * attrs.resultSize();
    RETURN_IF_FAILED(assignOutput(out, 0, output));
    for (std::size_t i = 1; i < out.size(); ++i) {
        RETURN_IF_FAILED(assignOutput(out, i, i == 1 ? state : cell));
    }
    return {};
}

/// All have the type of the data but the lengths.
Status rnnType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const bool usesLength = context.attrs.as<RnnAttrs>().usesLength;
    DTypes values(in.begin(), in.end() - (usesLength ? 1 : 0));
    RETURN_IF_FAILED(mergeAllTypes(values, out));
    std::copy(values.begin(), values.end(), in.begin());
    if (usesLength && in.back() == DType::Unknown) {
        in.back() = in[0];
    }
    return {};
}

/// Takes an RNN apart into its layers: the weights of all of them lie one behind the other in one
/// vector, and all biases behind them.
class RnnLayers {
public:
    explicit RnnLayers(const Lowering &op)
        : m_op(op),
          m_attrs(op.attrs<RnnAttrs>()),
          m_rows(m_attrs.gates() * m_attrs.units),
          m_steps(op.shape(0)[0]),
          m_sequences(op.shape(0)[1])
    {
        const std::int64_t total = m_attrs.layers * m_attrs.directions();
        m_bias = op.shape(1)[0] - total * 2 * m_rows;
    }

    std::vector<Entry> lower()
    {
        Entry data = m_op.in(0);
        std::int64_t size = m_op.shape(0)[2];
        for (std::int64_t layer = 0; layer < m_attrs.layers; ++layer) {
            std::vector<Entry> results;
            for (std::int64_t direction = 0; direction < m_attrs.directions(); ++direction) {
                results.push_back(run(data, size, layer, direction == 1));
            }
            data = joined(std::move(results), 2);
            size = m_attrs.units * m_attrs.directions();
        }
        std::vector<Entry> outputs{data};
        if (m_attrs.givesStates) {
            outputs.push_back(joined(std::move(m_states), 0));
            if (m_attrs.isLstm()) {
                outputs.push_back(joined(std::move(m_cells), 0));
            }
        }
        return outputs;
    }

private:
    /// One direction of one layer; what it gives for each step.
    Entry run(const Entry &data, std::int64_t size, std::int64_t layer, bool isReverse)
    {
        const std::int64_t units = m_attrs.units;
        const Entry rows = m_op.reshape(data, {m_steps * m_sequences, size});
        const Entry inWeight = parameters(m_weight, {m_rows, size});
        const Entry weight = parameters(m_weight, {m_rows, units});
        const Entry inBias = parameters(m_bias, {m_rows});
        const Entry bias = parameters(m_bias, {m_rows});
        const Entry given =
            m_op.make("dense", {rows, inWeight, inBias}, attrsOf({{"units", attrText(m_rows)}}));
        std::vector<Entry> from{m_op.reshape(given, {m_steps, m_sequences, m_rows}), weight, bias,
                                stateOf(2, layer, isReverse)};
        if (m_attrs.isLstm()) {
            from.push_back(stateOf(3, layer, isReverse));
        }
        AttrDict attrs = attrsOf({{"mode", m_attrs.mode}, {"reverse", attrText(isReverse)}});
        if (m_attrs.usesLength) {
            attrs.set("use_lengths", attrText(true));
            from.push_back(
                m_op.make("cast", {m_op.in(m_op.inputCount() - 1)}, attrsOf({{"dtype", "int32"}})));
        }
        const Entry result = m_op.make("recurrence", std::move(from), std::move(attrs));
        const Shape state{1, m_sequences, units};
        m_states.push_back(m_op.reshape({result.node, 1, 0}, state));
        if (m_attrs.isLstm()) {
            m_cells.push_back(m_op.reshape({result.node, 2, 0}, state));
        }
        return result;
    }

    /// The next part of the vector of parameters, from `at` on.
    Entry parameters(std::int64_t &at, const Shape &shape) const
    {
        const std::int64_t end = at + sizeOf(shape);
        const Entry part = m_op.make(
            "strided_slice", {m_op.in(1)},
            attrsOf({{"begin", attrText(IntTuple{at})}, {"end", attrText(IntTuple{end})}}));
        at = end;
        return shape.size() == 1 ? part : m_op.reshape(part, shape);
    }

    [[nodiscard]] Entry stateOf(std::size_t input, std::int64_t layer, bool isReverse) const
    {
        const std::int64_t at = layer * m_attrs.directions() + (isReverse ? 1 : 0);
        const Entry part =
            m_op.make("strided_slice", {m_op.in(input)},
                      attrsOf({{"begin", attrText(IntTuple{at, 0, 0})},
                               {"end", attrText(IntTuple{at + 1, m_sequences, m_attrs.units})}}));
        return m_op.reshape(part, {m_sequences, m_attrs.units});
    }

    [[nodiscard]] Entry joined(std::vector<Entry> parts, int axis) const
    {
        return parts.size() == 1 ? parts[0]
                                 : m_op.make("concatenate", std::move(parts),
                                             attrsOf({{"axis", attrText(axis)}}));
    }

    const Lowering &m_op;
    const RnnAttrs &m_attrs;
    std::int64_t m_rows; ///< of the matrices: gates times units
    std::int64_t m_steps;
    std::int64_t m_sequences;
    std::int64_t m_weight = 0; ///< where the next weights begin
    std::int64_t m_bias = 0;   ///< where the next biases begin
    std::vector<Entry> m_states;
    std::vector<Entry> m_cells;
};

Result<std::vector<Entry>> lowerRnn(const Lowering &op)
{
    const auto &attrs = op.attrs<RnnAttrs>();
    const char *unsupported = nullptr;
    if (attrs.projection) {
        unsupported = "projection_size";
    } else if (attrs.clipMin || attrs.clipMax || attrs.clipsNan) {
        unsupported = "clipping of the states";
    }
    if (unsupported != nullptr) {
        return makeError("not-lowered", "{} is not supported", unsupported);
    }
    constexpr std::int64_t mostLayers = 1 << 10;
    if (attrs.layers > mostLayers) {
        return makeError("not-lowered", "num_layers is {}, expected at most {}", attrs.layers,
                         mostLayers);
    }
    return RnnLayers(op).lower();
}

/// What the matrices multiply: each row with each sequence's step.
std::optional<std::int64_t> rnnMacs(const RnnAttrs &attrs, std::span<const Shape> in,
                                    std::span<const Shape>)
{
    if (in.size() < 2 || in[0].size() != 3 || isUnknown(in[0]) || isUnknown(in[1])) {
        return std::nullopt;
    }
    const std::int64_t biases = 2 * attrs.layers * attrs.directions() * attrs.gates() * attrs.units;
    const auto places = checkedMultiply(in[0][0], in[0][1]);
    return places ? checkedMultiply(*places, in[1][0] - biases) : std::nullopt;
}

OpBuilder<RnnAttrs> declareRnn()
{
    using A = RnnAttrs;
    constexpr double most = 1 << 20;
    OpBuilder<A> builder(Dialect::MXNet, "RNN");
    builder.summary("layers of a recurrent network")
        .category(OpCategory::Convolution)
        .attr(field("state_size", &A::units, "units of a layer").required().atLeast(1).atMost(most))
        .attr(
            field("num_layers", &A::layers, "number of layers").required().atLeast(1).atMost(most))
        .attr(field("bidirectional", &A::isBidirectional,
                    "whether each layer also goes through the steps from the last to the first"))
        .attr(field("mode", &A::mode, "what a unit computes")
                  .required()
                  .oneOf({"rnn_relu", "rnn_tanh", "lstm", "gru"}))
        .attr(
            field("p", &A::dropRate, "training: part of the outputs between layers that is dropped")
                .atLeast(0)
                .atMost(1))
        .attr(field("state_outputs", &A::givesStates, "whether the last states are outputs"))
        .attr(field("projection_size", &A::projection,
                    "lstm: length to which the output of a layer is projected"))
        .attr(field("lstm_state_clip_min", &A::clipMin, "lstm: least value of a state"))
        .attr(field("lstm_state_clip_max", &A::clipMax, "lstm: largest value of a state"))
        .attr(field("lstm_state_clip_nan", &A::clipsNan, "lstm: whether NaN is clipped, too"))
        .attr(field("use_sequence_length", &A::usesLength,
                    "whether the sequences have lengths of their own"));
    return builder;
}

} // namespace

void registerMxSequence(OpRegistry &ops)
{
    ops.add(maskSpec());
    ops.add(declareRnn()
                .inputs(rnnInputs)
                .outputs(rnnOutputs)
                .parameters({1})
                .shape(rnnShape)
                .type(rnnType)
                .macs(rnnMacs)
                .lower(lowerTo(lowerRnn))
                .build());
}

} // namespace nervure
