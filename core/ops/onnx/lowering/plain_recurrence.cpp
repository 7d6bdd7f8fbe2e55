// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/plain_recurrence.h"

#include <vector>

namespace nervure::onnx {

namespace {

/// Where the gates of `recurrence` stand among ONNX's: LSTM's are i, o, f, c there, GRU's z, r, h.
std::vector<std::int64_t> placesOfGates(std::string_view mode)
{
    if (mode == "lstm") {
        return {0, 2, 3, 1};
    }
    return mode == "gru" ? std::vector<std::int64_t>{1, 0, 2} : std::vector<std::int64_t>{0};
}

/// Rows of weights or of a bias, by gate as `recurrence` has them.
Operand inItsOrder(const OnnxLowering &op, std::string_view mode, const Operand &rows)
{
    const std::vector<std::int64_t> places = placesOfGates(mode);
    if (places.size() == 1) {
        return rows;
    }
    const std::int64_t units = quotient(rows.dims[0], static_cast<std::int64_t>(places.size()));
    std::vector<Operand> gates;
    for (const std::int64_t place : places) {
        gates.push_back(op.slice(rows, 0, place * units, (place + 1) * units));
    }
    return op.concatenate(gates, 0);
}

} // namespace

RecurrenceResults lowerPlainRecurrence(const OnnxLowering &op, const Operand &x,
                                       const PlainRecurrence &layer)
{
    const std::int64_t rows = layer.weight.dims[0];
    Operand given = op.matmul(x, op.transposeLast(inItsOrder(op, layer.mode, layer.weight)));
    Operand bias;
    if (layer.bias) {
        const auto half = [&](std::int64_t first) {
            return inItsOrder(op, layer.mode, op.slice(*layer.bias, 0, first, first + rows));
        };
        given = op.binary("add", given, half(0));
        bias = half(rows);
    } else {
        bias = op.full(0, {rows}, x.type);
    }
    std::vector<Operand> from{given, inItsOrder(op, layer.mode, layer.recurrent), bias,
                              layer.state};
    const bool isLstm = layer.mode == "lstm";
    if (isLstm) {
        from.push_back(layer.cell);
    }
    if (layer.lengths) {
        from.push_back(*layer.lengths);
    }
    AttrDict attrs =
        attrsOf({{"mode", std::string(layer.mode)}, {"reverse", attrText(layer.isReverse)}});
    if (layer.resetsBefore) {
        attrs.set("reset_before", attrText(true));
    }
    if (layer.lengths) {
        attrs.set("use_lengths", attrText(true));
    }
    const OperandDims &state = layer.state.dims;
    const Operand hidden =
        op.make("recurrence", from, std::move(attrs), {x.dims[0], state[0], state[1]}, x.type);
    const auto result = [&](std::uint32_t i) {
        return Operand{{hidden.entry.node, i, 0}, state, x.type};
    };
    return {hidden, result(1), isLstm ? result(2) : Operand()};
}

} // namespace nervure::onnx
