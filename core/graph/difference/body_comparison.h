// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/change_details.h"

namespace nervure {

/// Adds what is otherwise in the graphs that two nodes hold, whose nodes are the same when their names are: keys are the
/// way there and what of it, "then_branch/p alpha". Where `isMatched` says so the spelling of attributes does not
/// count.
void compareBodies(const Node &before, const Node &after, bool isMatched, ChangeDetails &details);

} // namespace nervure
