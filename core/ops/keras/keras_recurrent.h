// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/keras/keras_layer.h"

#include <string>
#include <vector>

namespace nervure::keras {

/// Attributes of recurrent layers.
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
    bool zeroOutputForMask = false;

    [[nodiscard]] std::size_t masks() const { return masked ? 1 : 0; }
};

enum class KerasCell { Simple, Lstm, Gru };

/// In the rows of the weights.
[[nodiscard]] std::int64_t gatesOf(KerasCell cell);
[[nodiscard]] std::size_t statesOf(KerasCell cell);
[[nodiscard]] std::size_t arraysOf(const KerasRecurrentAttrs &attrs);

/// All steps of a layer: its output, and its states if they are asked for. The inputs are the data, the arrays, the
/// states that it begins with unless it begins with 0, and which steps count where it is `masked`.
[[nodiscard]] Result<std::vector<Entry>> lowerRecurrent(const Lowering &op, KerasCell cell);

} // namespace nervure::keras
