// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/tuning/tune_model.h"
#include "core/engine/worker.h"
#include "core/engine/worker_request.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure {

/// The document of `tune`: {device, device_info, layers [{layer, op, key, kernel, winner, ms, default_ms, candidates
/// [{name, ms, ci95, count, correct}]}], choices [{key, layers, winner, ms, default_ms, decided, variants}],
/// default_ms, tuned_ms, stopped, file, wire}. `ms` of a candidate that did not run is null.
[[nodiscard]] nlohmann::ordered_json tuneJson(const TuneReport &report);
/// Reads that; what is missing stays empty, and layers without a choice are passed over.
[[nodiscard]] TuneReport tuneReportFrom(const nlohmann::ordered_json &json);

/// The worker's request "tune" of a request without a command. Its `arguments`: {dry_run}. It is answered with the
/// document of `tune`.
[[nodiscard]] WorkerRequest tuneRequest(WorkerRequest request, TuneKeeping keeping);

/// The command of a worker that answers it.
[[nodiscard]] WorkerCommand tuneCommand();

} // namespace nervure
