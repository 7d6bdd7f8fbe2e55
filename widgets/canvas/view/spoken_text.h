// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/canvas/scene/canvas_scene.h"

#include <QString>

#include <functional>

namespace nervure {

/// What a node of the graph is called, wherever it is drawn.
using NodeNames = std::function<QString(NodeId)>;

/// What is said of a node: "conv2d conv0, 1×64×112×112".
[[nodiscard]] QString spokenName(const CanvasScene &scene, std::uint32_t node);

/// What a node's tool tip says: a line each for its name, its attributes and what is notable.
[[nodiscard]] QString nodeToolTip(const CanvasScene &scene, std::uint32_t node);

/// What a line's tool tip says: where its value comes from, and its shape; of a bundle what it stands
/// for, line by line as far as there is room.
[[nodiscard]] QString edgeToolTip(const CanvasScene &scene, const NodeNames &names,
                                  std::uint32_t edge);

/// What the tag's tool tip says: what is at the other ends of its stubs.
[[nodiscard]] QString tagToolTip(const CanvasScene &scene, const StubTag &tag);

/// What is said of a node beyond its name: what it reads and what reads it, its telling attributes,
/// what its color and marks say.
[[nodiscard]] QString spokenDetails(const CanvasScene &scene, const CanvasMarks &marks,
                                    std::uint32_t node);

/// What is said of the value that a line carries: "1×64×56×56, output 0 of conv0, read by relu0".
[[nodiscard]] QString spokenValue(const CanvasScene &scene, const NodeNames &names,
                                  const DrawnEdge &line);

} // namespace nervure
