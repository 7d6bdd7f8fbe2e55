// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>

namespace nervure {

/// The attributes of `recurrence`, one layer of a recurrent network in one direction.
struct RecurrenceAttrs {
    std::string mode; ///< lstm: gates i, f, g, o; gru: r, z, n; rnn_relu and rnn_tanh: one
    bool isReverse = false;
    bool resetsBefore = false; ///< gru: the state is reset before its product with the weights
    bool usesLengths = false;  ///< sequences may end before the last step

    [[nodiscard]] bool isLstm() const { return mode == "lstm"; }
    [[nodiscard]] bool isGru() const { return mode == "gru"; }
    [[nodiscard]] std::int64_t gates() const { return isLstm() ? 4 : (isGru() ? 3 : 1); }
    /// Whether a step has two products, one behind the other.
    [[nodiscard]] bool hasTwoProducts() const { return isGru() && resetsBefore; }
};

/// Launches of recurrence.cl: one that goes through all steps, or where these are few and large one a
/// step, which all of the device takes part in. For float32, others are the host's.
[[nodiscard]] Result<KernelSpec> recurrenceKernel(const RecurrenceAttrs &attrs,
                                                  const KernelContext &context);

} // namespace nervure
