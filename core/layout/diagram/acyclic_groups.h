// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/groups.h"

namespace nervure {

/// The tree such that whichever of its groups are folded, the picture has no cycle that `drawn` has
/// not. A group takes in the boxes that lie between its own ("elemwise_add0" amid a stage); where
/// these are more than half as many as it holds, or groups are entangled with each other, it is given
/// up and what is in it moves to the group around. About linear in boxes, lines and depth.
[[nodiscard]] GroupTree makeFoldable(GroupTree tree, const DrawnGraph &drawn);

} // namespace nervure
