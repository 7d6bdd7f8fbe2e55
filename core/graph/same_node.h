// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

namespace nervure {

/// Whether two nodes say the same, bodies of control flow included. Node's own == asks of bodies
/// whether they are the very same graphs, which those of a file that was read twice are not.
[[nodiscard]] bool sameNode(const Node &a, const Node &b);

/// Whether the graphs inside them say the same.
[[nodiscard]] bool sameBodies(const Node &a, const Node &b);

} // namespace nervure
