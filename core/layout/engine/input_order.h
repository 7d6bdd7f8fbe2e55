// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_result.h"
#include "core/layout/engine/segments.h"

namespace nervure {

/// Turns the piece of a segment over, left to right, where more of what boxes read stands in the order in
/// which they read it then. So the side of a branch depends on who reads it and on nothing else, and a branch
/// stays where it is when something else changes. Lines to one box are in the order of its inputs.
void turnToInputOrder(const LayoutRequest &request, const Segment &segment, LayoutResult &piece);

} // namespace nervure
