// SPDX-License-Identifier: Apache-2.0
// Recurrent layers.
#include "core/ops/keras/keras_recurrent.h"

namespace nervure::keras {

namespace {

using Recurrent = KerasRecurrentAttrs;
using Cell = KerasCell;

/// Data and arrays; the states that it begins with may follow, and which steps count.
std::vector<std::string> recurrentInputs(const RuleContext &rule, Cell cell)
{
    std::vector<std::string> names{"data"};
    for (std::string &array : kerasArrayNames(rule.node.op, rule.node.attrs)) {
        names.push_back(std::move(array));
    }
    const bool isMasked = rule.attrs.as<Recurrent>().masked;
    if (rule.node.inputs.size() > names.size() + (isMasked ? 1 : 0)) {
        names.emplace_back("initial_state");
        if (cell == Cell::Lstm) {
            names.emplace_back("initial_cell");
        }
    }
    if (isMasked) {
        names.emplace_back("mask");
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
        if (1 + arraysOf(attrs) + i + attrs.masks() < in.size()) {
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
        const std::size_t least = 1 + arraysOf(attrs) + attrs.masks();
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
        if (attrs.masked) {
            RETURN_IF_FAILED(assignInput(in, in.size() - 1, "mask", {in[0][0], in[0][1]}));
        }
        RETURN_IF_FAILED(assignStates(attrs, cell, in, out));
        return assignOutput(out, 0,
                            attrs.returnSequences ? Shape{in[0][0], in[0][1], attrs.units}
                                                  : Shape{in[0][0], attrs.units});
    };
}

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
        .type(OpSpec::TypeRule(maskedTypes<Recurrent>))
        .attr(maskedField<Recurrent>())
        .attr(
            field("zero_output_for_mask", &Recurrent::zeroOutputForMask,
                  "whether the result is 0 at steps that do not count, or that of the step before"))
        .attr(field("stateful", &Recurrent::stateful,
                    "whether the next run begins with the last state; ours begin with 0"))
        .shape(recurrentShape(cell))
        .macs(recurrentMacs)
        .lower(lowerTo(std::function<Result<std::vector<Entry>>(const Lowering &)>(
            [](const Lowering &op) { return lowerRecurrent(op, cell); })));
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
