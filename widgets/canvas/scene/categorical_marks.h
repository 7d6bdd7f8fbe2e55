// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/scene/canvas_marks.h"

#include <vector>

namespace nervure {

class ColorSources;
class GraphDocument;

/// Tells nodes apart by the device that a pass placed them on.
void addDeviceMarks(CanvasMarks &marks, const GraphDocument &document);

/// Whether the step that is shown found groups to fuse.
[[nodiscard]] bool foundGroups(const GraphDocument &document);

/// Tells the groups apart that a pass fused operators into. Colors repeat; signs do not.
void addGroupMarks(CanvasMarks &marks, const GraphDocument &document);

/// Tells what the shown pass made, changed and fused from what it left alone.
void addProvenanceMarks(CanvasMarks &marks, const GraphDocument &document, bool isDark);

/// Gives the nodes of each rule its color; `found` are the nodes of the rules that are on, in their
/// order.
void addRuleMarks(CanvasMarks &marks, const ColorSources &sources,
                  const std::vector<std::vector<NodeId>> &found);

/// Colors by the first series of the attachment: numbers as amounts, texts as kinds.
void addAttachmentMarks(CanvasMarks &marks, const GraphDocument &document,
                        const ColorSources &sources);

} // namespace nervure
