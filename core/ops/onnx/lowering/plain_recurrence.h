// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace nervure::onnx {

/// One direction of a recurrent layer of float32 whose activations are the usual ones, in ONNX's order of
/// gates: what the operator `recurrence` computes.
struct PlainRecurrence {
    std::string_view mode;          ///< as that of `recurrence`
    Operand weight;                 ///< (gates * units, inputs)
    Operand recurrent;              ///< (gates * units, units)
    std::optional<Operand> bias;    ///< (2 * gates * units): of the inputs, of the state
    Operand state;                  ///< (batch, units)
    Operand cell;                   ///< the same; LSTM's
    std::optional<Operand> lengths; ///< int32 (batch): sequences end before the last step
    bool isReverse = false;
    bool resetsBefore = false; ///< GRU without linear_before_reset
};

/// What all steps of one direction give.
struct RecurrenceResults {
    Operand hidden; ///< (steps, batch, units)
    Operand state;  ///< the last one: (batch, units)
    Operand cell;   ///< the same; LSTM's
};

/// The layer for `x` (steps, batch, inputs).
[[nodiscard]] RecurrenceResults lowerPlainRecurrence(const OnnxLowering &op, const Operand &x,
                                                     const PlainRecurrence &layer);

} // namespace nervure::onnx
