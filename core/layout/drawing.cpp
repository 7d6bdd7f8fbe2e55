// SPDX-License-Identifier: Apache-2.0
#include "core/layout/drawing.h"

namespace nervure {

Result<Drawing> makeDrawing(DrawnGraph graph, const TextMeasure &measure, LayoutClient &client,
                            const JobControl &control)
{
    Drawing drawing;
    drawing.graph = std::move(graph);
    drawing.boxes = measureNodes(drawing.graph, measure);
    const LayoutRequest request = makeLayoutRequest(drawing.graph, drawing.boxes, measure);
    Result<LayoutResult> layout = client.layout(request, control);
    if (!layout) {
        return layout.error();
    }
    drawing.layout = std::move(*layout);
    return drawing;
}

} // namespace nervure
