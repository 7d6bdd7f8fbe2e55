// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"

#include <cstddef>

namespace nervure {

/// A model as it is, and as it would be: other attributes, or other passes in its pipeline.
struct WhatIf {
    ExecutionRequest before;
    ExecutionRequest after; ///< on the same device, in the same mode
    std::size_t rounds = defaultRounds;

    static constexpr std::size_t defaultRounds = 24;
    static constexpr std::size_t mostRounds = 100;
};

/// Both, measured together (RoundsTogether): what compareSeries() compares by rounds.
struct WhatIfReport {
    ProfileReport before;
    ProfileReport after;
    Diagnostics diagnostics;
};

/// Measures both by turns: in each round one, then the other, prepared anew as in a process of its own, `warmup` and
/// `repeat` runs; in the next round the other one first. Whoever stops it keeps the rounds that ended. Fails as
/// profileModel() does, and with "usage" for two devices, and more runs than are kept.
[[nodiscard]] Result<WhatIfReport> measureWhatIf(const WhatIf &question, ExecutionContext &context);

} // namespace nervure
