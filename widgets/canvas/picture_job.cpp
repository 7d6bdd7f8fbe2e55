// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/picture_job.h"

#include "core/layout/diagram/drawing.h"
#include "core/layout/diagram/output_pills.h"
#include "core/layout/diagram/subgraph_bodies.h"
#include "widgets/canvas/card_lines.h"
#include "widgets/canvas/scene/canvas_scene.h"

#include <string_view>

namespace nervure {

namespace {

/// Larger pictures open folded, if that is wanted.
constexpr std::size_t mostUnfolded = 3000;

} // namespace

Picture PictureJob::run(const JobControl &control) const
{
    DrawOptions options;
    options.foldParameters = !switches.weights;
    options.labelNames = switches.valueNames;
    options.labelShapes = switches.valueShapes;
    options.labelTypes = switches.valueTypes;
    options.indexed = index.get();
    options.analyses = index ? &analyses : nullptr;
    options.loaded = loaded;
    DrawnGraph drawn = makeDrawnGraph(*graph, ops, options);
    for (const NodeId node : gone) {
        if (const auto box = drawn.find(node)) {
            drawn.nodes[*box].isLoose = true;
        }
    }
    Picture picture;
    if (control.cancel.isCanceled()) {
        return picture;
    }
    picture.grouping = mayChoose && drawn.nodes.size() > mostUnfolded
                           ? readableGrouping(drawn, *graph, options)
                           : switches.grouping;
    GroupTree tree = groupBoxes(drawn, *graph, picture.grouping, options);
    addSubgraphBodies(drawn, tree, *graph, ops, options);
    drawn = foldGroups(std::move(drawn), tree, folding);
    setLines(drawn, switches);
    if (switches.outputs) {
        drawn = addOutputs(std::move(drawn), *graph, ops, options);
    }
    if (control.cancel.isCanceled()) {
        return picture;
    }
    const std::scoped_lock lock(hands->mutex);
    Result<Drawing> drawing =
        makeDrawing(std::move(drawn), hands->measure, hands->client, control, switches.direction,
                    known ? std::string_view(*known) : std::string_view());
    if (drawing) {
        picture.scene = std::make_shared<const CanvasScene>(
            std::make_shared<const Drawing>(std::move(*drawing)));
        picture.problem = hands->client.problem();
        if (step.lineage) {
            picture.counterparts =
                std::make_shared<const Counterparts>(*step.lineage, step.from, step.to);
        }
    }
    return picture;
}

} // namespace nervure
