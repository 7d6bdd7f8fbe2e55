// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/drawn_graph.h"

namespace nervure {

struct CanvasSwitches;

/// Leaves out the lines of cards that are switched off; folded groups say how large they are, in the
/// language of the window.
void setLines(DrawnGraph &drawn, const CanvasSwitches &switches);

} // namespace nervure
