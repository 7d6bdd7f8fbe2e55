// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/canvas/scene/view_transform.h"
#include "widgets/canvas/view/box_placement.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace nervure {

/// A box that was seen, and where: what stands for it in the next picture is to take its place.
struct SeenBox {
    BoxPlacement placement;
    QPointF center; ///< in the viewport
};

/// The selected box if it is seen, else those that are, or some of very many. `heirs` tells what stands
/// in the next picture for a node of this one; empty: itself.
[[nodiscard]] std::vector<SeenBox> seenBoxes(const CanvasScene &scene,
                                             const ViewTransform &transform, QSizeF view,
                                             std::optional<std::uint32_t> selected,
                                             const std::function<NodeId(NodeId)> &heirs);

/// Where that picture has to begin for most of the boxes to move as little as they can: the median of
/// what each asks for. Nothing if none of them is in it.
[[nodiscard]] std::optional<QPointF> originFor(std::span<const SeenBox> boxes,
                                               const CanvasScene &scene, double scale);

/// A view that gets another size.
struct ViewResize {
    QSizeF before;
    QSizeF after;
    double margin = 0; ///< what is to stay free at the sides
};

/// The same part of the picture in a view of another size: the selected box, else what is seen, keeps its
/// place in the width, and all that was seen is moved in as far as it fits. Heights change below it.
[[nodiscard]] ViewTransform afterResize(const CanvasScene &scene, ViewTransform transform,
                                        std::optional<std::uint32_t> selected,
                                        const ViewResize &resize);

} // namespace nervure
