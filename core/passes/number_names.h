// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <functional>
#include <span>

namespace nervure {

/// Gives those nodes among `order` that are new names that no other of them has: NAME, else NAME_1,
/// NAME_2, … All others keep theirs.
void numberNames(Graph &graph, std::span<const NodeId> order,
                 const std::function<bool(NodeId)> &isNew);

} // namespace nervure
