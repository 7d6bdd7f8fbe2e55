// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/palette.h"
#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/canvas/scene/canvas_scene.h"

#include <QRectF>
#include <QString>

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

class QPainter;

namespace nervure {

/// What of the picture is picked out at the moment. Indices are the scene's.
struct CanvasHighlights {
    std::unordered_set<std::uint32_t> selectedNodes;
    std::optional<std::uint32_t> selectedEdge;
    std::optional<std::uint32_t> focusedNode; ///< dotted, while the keyboard is on the canvas
    std::optional<std::uint32_t> hoveredNode;
    std::unordered_set<std::uint32_t> litEdges; ///< the way of a value
    std::unordered_set<std::uint32_t> litNodes; ///< the boxes it touches
    /// By box: whether it is, holds or has folded into it what a search found. Null: nothing is.
    std::shared_ptr<const std::vector<bool>> found;
    /// By box: what its bookmark's flag says. Null: there are none.
    std::shared_ptr<const std::unordered_map<std::uint32_t, QString>> flags;
    bool dimsRest = false; ///< what is not lit stands back a little

    [[nodiscard]] bool isFound(std::uint32_t box) const
    {
        return found && box < found->size() && (*found)[box];
    }
};

/// All that painting depends on.
struct CanvasLook {
    const Palette &palette;
    const CanvasMarks &marks;
    const CanvasHighlights &highlights;
    double scale = 1; ///< view pixels a picture pixel
};

/// Paints the part of the scene that lies in `area` (picture coordinates). The painter's transform
/// is set to the picture's already. Detail falls with the scale: texts, then operators alone, then
/// plain boxes, then dots.
void paintScene(QPainter &painter, const CanvasScene &scene, const QRectF &area,
                const CanvasLook &look);

/// All but the boxes, where there are texts: lines, what they say, tags and frames of groups.
void paintSceneLines(QPainter &painter, const CanvasScene &scene, const QRectF &area,
                     const CanvasLook &look);

} // namespace nervure
