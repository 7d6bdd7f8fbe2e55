// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/layout_request.h"

namespace nervure {

/// Says which lines should run straight: those of stretches without branches; and, between two cuts
/// that are joined by no more than two branches, those of the longest way from the first box to the
/// last, so that the other branch bends around it. Boxes are in topological order.
void straightenWays(LayoutRequest &request, bool isBetweenCuts);

} // namespace nervure
