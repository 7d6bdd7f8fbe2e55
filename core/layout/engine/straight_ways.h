// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"

namespace nervure {

/// Says which lines should run straight: those of stretches without branches; and between two cuts
/// those of the longest way from the first box to the last, where another branch is small beside it
/// and can bend around it. Boxes are in topological order.
void straightenWays(LayoutRequest &request, bool isBetweenCuts);

} // namespace nervure
