// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/live/value_changes.h"
#include "core/passes/pass_manager.h"
#include "widgets/document/pass_step.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace nervure {

/// The steps of a run on that revision, as the document keeps them.
[[nodiscard]] PassOutcome outcomeOf(std::vector<PassResult> results, std::uint64_t revision);

/// The same, with what each of them made otherwise. That takes a while.
[[nodiscard]] PassOutcome comparedOutcome(std::vector<PassResult> results, const Graph &start,
                                          const OpRegistry &ops);

/// What is known of the values of the last graph; null where the passes failed or found no shapes.
[[nodiscard]] std::shared_ptr<const KnownValues> knownOf(const PassRun &run,
                                                         std::uint64_t revision);

/// What became of values from one run to the next, which is `run`.
[[nodiscard]] InferenceDelta compareResults(const KnownValues &before, const KnownValues &after,
                                            const PassRun &run);

/// Whether the run failed before any pass that was asked for was done.
[[nodiscard]] bool didNothing(const PassOutcome &outcome);

/// The steps that were there, and behind them the one that failed, which left what they made.
[[nodiscard]] std::vector<PassStep> keptSteps(std::vector<PassStep> kept, const PassStep &failed);

} // namespace nervure
