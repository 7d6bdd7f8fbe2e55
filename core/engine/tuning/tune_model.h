// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"
#include "core/engine/tuning/tune_report.h"

namespace nervure {

/// Largest relative difference of an output that is taken for the same (relativeDifference()).
inline constexpr double tunedTolerance = 1e-3;

/// Whether the winners are kept for all later runs on the device.
enum class TuneKeeping { Kept, Dry };

/// Runs the model with each variant of each choice its kernels offer, all choices at once, compares
/// the outputs with those of the untuned model, times the fastest again before it wins, and keeps the winners on
/// the machine of the device. `request.repeat` runs a variant. Stopped once there is something to tell, it tells
/// that; winners that were not timed again are not kept. What cannot be kept is the warning "tuning-not-kept".
/// Fails as prepareModel() does.
[[nodiscard]] Result<TuneReport> tuneModel(const ExecutionRequest &request, TuneKeeping keeping,
                                           ExecutionContext &context);

} // namespace nervure
