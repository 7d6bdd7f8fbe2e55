// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawing.h"

#include <span>

namespace nervure {

/// The cards of these nodes (or that they are folded into), what is drawn of their subgraphs, and the
/// lines between all these.
[[nodiscard]] DrawnGraph selectedPart(const DrawnGraph &graph, std::span<const NodeId> nodes);

/// The same of a finished picture: everything stays where it was, and what is empty around it is
/// cut off.
[[nodiscard]] Drawing selectedPart(const Drawing &drawing, std::span<const NodeId> nodes);

} // namespace nervure
