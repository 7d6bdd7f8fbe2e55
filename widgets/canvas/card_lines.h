// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"

namespace nervure {

struct CanvasSwitches;

/// Leaves out the lines of cards that are switched off; groups say what part of a node they are and,
/// folded, how large, in the language of the window.
void setLines(DrawnGraph &drawn, const CanvasSwitches &switches);

} // namespace nervure
