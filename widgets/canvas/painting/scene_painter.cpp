// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/scene_painter.h"

#include "widgets/canvas/painting/edge_painter.h"
#include "widgets/canvas/painting/group_painter.h"
#include "widgets/canvas/painting/node_painter.h"
#include "widgets/canvas/painting/overview_painter.h"

#include <QPainter>

namespace nervure {

void paintScene(QPainter &painter, const CanvasScene &scene, const QRectF &area,
                const CanvasLook &look)
{
    if (look.scale < overviewScale) {
        paintGroupFrames(painter, scene, area, look);
        paintOverview(painter, scene, area, look);
        paintLitEdges(painter, scene, look);
        return;
    }
    paintSceneLines(painter, scene, area, look);
    paintNodes(painter, scene, scene.nodesIn(area), look);
}

void paintSceneLines(QPainter &painter, const CanvasScene &scene, const QRectF &area,
                     const CanvasLook &look)
{
    paintGroupFrames(painter, scene, area, look);
    const std::vector<std::uint32_t> edges = scene.edgesIn(area);
    paintEdges(painter, scene, edges, look);
    paintLabels(painter, scene, edges, look);
    paintTags(painter, scene, area, look);
}

} // namespace nervure
