// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/canvas_marks.h"

namespace nervure {

class GraphDocument;

/// Colours operators by the time of their layers, with the share of all layers' time as a badge.
/// Nothing without a profile.
void addTimeMarks(CanvasMarks &marks, const GraphDocument &document);

/// Colours operators by the bytes of their outputs. Nothing while no shapes are known.
void addMemoryMarks(CanvasMarks &marks, const GraphDocument &document);

} // namespace nervure
