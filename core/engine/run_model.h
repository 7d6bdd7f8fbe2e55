// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"
#include "core/execution/profile_summary.h"

#include <optional>

namespace nervure {

/// Runs the model once.
[[nodiscard]] Result<RunReport> runModel(const ExecutionRequest &request,
                                         ExecutionContext &context);

/// What the device does at best, and with that whether its driver times kernels: to be known before
/// a profiled run. A device that cannot be measured, or is timed by the host, is a warning; one that
/// does not time pipelined kernels is the fault "device-timer".
[[nodiscard]] Result<std::optional<DeviceCeilings>> measuredDevice(Backend &backend, RunMode mode,
                                                                   Diagnostics &diagnostics);

/// Runs the model `warmup` and `repeat` times unprofiled, then as often in the request's mode.
[[nodiscard]] Result<ProfileReport> profileModel(const ExecutionRequest &request,
                                                 ExecutionContext &context);

/// A report of runs that are yet to be added: what is known of the model and the device before them.
[[nodiscard]] ProfileReport reportOf(const ExecutionRequest &request, PreparedModel &model,
                                     const Builtins &builtins);

/// What was measured of a model.
struct MeasuredRuns {
    const RecordedRuns &profiled;
    const RecordedRuns &unprofiled; ///< may be none
    std::optional<DeviceCeilings> ceilings{};
};

/// Adds what the runs of the report's plan say, and judges the layers by it.
void addRuns(ProfileReport &report, Backend &backend, const MeasuredRuns &runs);

} // namespace nervure
