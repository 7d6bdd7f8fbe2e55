// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"

#include <optional>

namespace nervure {

/// A request without its loose boxes (LayoutNode::isLoose) and the lines at them. Nothing where it has none.
[[nodiscard]] std::optional<LayoutRequest> withoutLooseBoxes(const LayoutRequest &request);

/// Puts the loose boxes of `request` into the layout of the others: each in the free place nearest to the lowest
/// box that it reads, beside it or a little below. Nothing else moves. A line from far becomes a stub.
[[nodiscard]] LayoutResult withLooseBoxes(const LayoutRequest &request, LayoutResult others);

} // namespace nervure
