// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/what_if/what_if.h"
#include "core/engine/worker.h"
#include "core/engine/worker_request.h"

#include <span>

namespace nervure {

/// The worker's request "what-if" of two models with their texts. Values and the way to run are the second's but
/// for the pipeline. Its `arguments`: {first_bytes (of the first text, which stands before the second), rounds,
/// pipeline (of the first)}. It is answered with {before, after}: documents of `profile`.
[[nodiscard]] WorkerRequest whatIfRequest(const WorkerRequest &before, WorkerRequest after,
                                          std::size_t rounds);

/// The command of a worker that answers it.
[[nodiscard]] WorkerCommand whatIfCommand();

/// Reads the answer; `before` and `after` are the nodes of the models in the order of their texts. Fails with
/// "profile-file".
[[nodiscard]] Result<WhatIfReport> whatIfFrom(const nlohmann::ordered_json &json,
                                              std::span<const NodeId> before,
                                              std::span<const NodeId> after);

} // namespace nervure
