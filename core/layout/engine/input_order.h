// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_result.h"
#include "core/layout/engine/segments.h"

namespace nervure {

/// Asks that lines arrive at each box of a segment from left to right in the order of its inputs, so that what
/// stands where depends on who reads it and on nothing else: it does so from step to step of a compiler, and where
/// two boxes are fused into one, their inputs stay in this order. Not where lines are so many that they would
/// cross much more often. Before the segment's request is laid out.
void keepInputOrder(Segment &segment);

/// Turns the piece of a segment over, left to right, where more of what boxes read stands in the order in
/// which they read it then, unless keepInputOrder() had its way. So the side of a branch depends on who reads it and on nothing else, and a branch
/// stays where it is when something else changes. Lines to one box are in the order of its inputs.
void turnToInputOrder(const LayoutRequest &request, const Segment &segment, LayoutResult &piece);

} // namespace nervure
