// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"

#include <optional>
#include <vector>

namespace nervure {

/// Runs of one plan that were made in a row.
struct RecordedRuns {
    std::vector<double> warmupMs;   ///< wall times of those that do not count
    std::vector<RunRecord> records; ///< those that do
    /// Where none ended: the steps that did before somebody stopped the first.
    std::vector<StepTiming> stepsBeforeStop{};
    /// The part of the processors that other programs had meanwhile; nothing where that is not known.
    std::optional<double> otherLoad{};
};

/// Statistics of the layers and transfers of `profiled` runs of the plan in `mode`, and of whole
/// runs beside `unprofiled` ones. Where no profiled run ended, `repeat` is 0, and the layers are those
/// that were timed. Preparation and ceilings are the caller's to add.
[[nodiscard]] ProfileData summarizeRuns(const ExecutionPlan &plan, RunMode mode,
                                        const RecordedRuns &profiled,
                                        const RecordedRuns &unprofiled);

} // namespace nervure
