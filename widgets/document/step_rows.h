// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/pass_step.h"

#include <vector>

namespace nervure {

/// Steps that are told of together: one, or several that find out again what was known. They
/// are numbered from 1; 0 is the model before any pass.
struct StepRow {
    int first = 0;
    int last = 0; ///< the one that is shown for all

    [[nodiscard]] bool holds(int step) const { return first <= step && step <= last; }
    bool operator==(const StepRow &) const = default;
};

/// The rows of a list of all steps, from that of step 0 on; or only those that changed something, beside
/// step 0 and those that failed.
[[nodiscard]] std::vector<StepRow> stepRows(const std::vector<PassStep> &steps, bool onlyChanges);

/// The row that holds the step, or the last one before it.
[[nodiscard]] std::size_t rowOfStep(const std::vector<StepRow> &rows, int step);

} // namespace nervure
