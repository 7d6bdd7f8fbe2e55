// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/id.h"
#include "widgets/canvas/scene/view_transform.h"

#include <functional>
#include <optional>

namespace nervure {

class CanvasSurface;

/// The node of another picture that stands for a node of this one; invalid: none does.
using CounterpartOf = std::function<NodeId(NodeId)>;

/// What `follower` shows when it goes with `leader`: at the same scale, the selected node's counterpart as far
/// from the middle as that node is in the leader. Without such a node all that are seen count, the more
/// the nearer to the middle, so that moving one moves the other without leaps. Nothing where nothing that is
/// seen has a counterpart.
[[nodiscard]] std::optional<ViewTransform> viewInStep(const CanvasSurface &leader,
                                                      const CanvasSurface &follower,
                                                      const CounterpartOf &counterpartOf);

} // namespace nervure
