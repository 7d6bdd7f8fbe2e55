// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"

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

} // namespace nervure
