// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/kept_place.h"

#include <algorithm>

namespace nervure {

namespace {

double medianOf(std::vector<double> &values)
{
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Around all boxes in the area, as far as they are in it.
QRectF contentOf(const CanvasScene &scene, const QRectF &area)
{
    QRectF content;
    scene.visitNodes(area, [&](std::uint32_t box) { content |= scene.nodeRect(box) & area; });
    return content;
}

} // namespace

std::vector<SeenBox> seenBoxes(const CanvasScene &scene, const ViewTransform &transform,
                               QSizeF view, std::optional<std::uint32_t> selected,
                               const std::function<NodeId(NodeId)> &heirs)
{
    constexpr std::size_t enough = 32; // each is followed through the steps, which takes a while
    std::vector<SeenBox> found;
    const auto add = [&](std::uint32_t box) {
        BoxPlacement placement = placeOf(scene.graph(), box);
        placement.node = heirs && placement.node.isValid() ? heirs(placement.node) : placement.node;
        found.push_back({placement, transform.toView(scene.nodeRect(box).center())});
    };
    const QRectF area = transform.toScene(QRectF(QPointF(), view));
    if (selected && scene.nodeRect(*selected).intersects(area)) {
        add(*selected);
        return found;
    }
    const std::vector<std::uint32_t> seen = scene.nodesIn(area);
    for (std::size_t i = 0; i < seen.size(); i += seen.size() / enough + 1) {
        add(seen[i]);
    }
    return found;
}

std::optional<QPointF> originFor(std::span<const SeenBox> boxes, const CanvasScene &scene,
                                 double scale)
{
    std::vector<double> xs;
    std::vector<double> ys;
    for (const SeenBox &seen : boxes) {
        if (const auto box = findBox(scene.graph(), seen.placement)) {
            const QPointF origin = scene.nodeRect(*box).center() - seen.center / scale;
            xs.push_back(origin.x());
            ys.push_back(origin.y());
        }
    }
    return xs.empty() ? std::nullopt : std::optional(QPointF(medianOf(xs), medianOf(ys)));
}

ViewTransform afterResize(const CanvasScene &scene, ViewTransform transform,
                          std::optional<std::uint32_t> selected, const ViewResize &resize)
{
    const QRectF area = transform.toScene(QRectF(QPointF(), resize.before));
    const QRectF content = contentOf(scene, area);
    QRectF looked = content.isEmpty() ? area : content;
    if (selected && scene.nodeRect(*selected).intersects(area)) {
        looked = scene.nodeRect(*selected);
    }
    const double center = transform.toView(looked.center()).x();
    transform.pan({center * (resize.after.width() / resize.before.width() - 1), 0});

    const double left = transform.toView(content.topLeft()).x();
    const double room =
        resize.after.width() - 2 * resize.margin - content.width() * transform.scale();
    if (!content.isEmpty() && room >= 0) {
        transform.pan({std::clamp(left, resize.margin, resize.margin + room) - left, 0});
    }
    return transform;
}

} // namespace nervure
