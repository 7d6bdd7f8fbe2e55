// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/match_graph.h"

namespace nervure {

/// Labels of nodes by what is around them. `base` labels each node by itself. `anchors` are nodes whose
/// counterpart is known: not 0, and the same label on both sides. What lies behind an anchor does not count.

/// How far a label looks.
enum class LabelReach {
    All,     ///< everything that a node reads and that reads it, directly or not
    Sources, ///< all that it reads
    Readers, ///< all that reads it
    Near,    ///< two steps in both directions
    Next,    ///< one step in both directions
};

[[nodiscard]] Labels surroundingLabels(const MatchGraph &graph, const Labels &base,
                                       const Labels &anchors, LabelReach reach);

} // namespace nervure
