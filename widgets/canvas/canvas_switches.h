// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/groups.h"

namespace nervure {

/// What of the graph is drawn.
struct CanvasSwitches {
    bool weights = false; ///< as nodes of their own; else part of their operator
    bool outputs = true;  ///< a pill for each output of the graph
    bool names = true;
    bool attributes = true;
    bool valueNames = false; ///< on the lines
    bool valueShapes = true;
    bool valueTypes = false; ///< of all values; else of those that are not float32
    Grouping grouping = Grouping::None;
    LayoutDirection direction = LayoutDirection::Down;

    bool operator==(const CanvasSwitches &) const = default;
};

} // namespace nervure
