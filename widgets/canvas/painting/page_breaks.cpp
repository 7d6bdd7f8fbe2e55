// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/painting/page_breaks.h"

#include "widgets/canvas/scene/canvas_scene.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace nervure {

namespace {

/// The least part is half a page: a picture of more is not cut.
constexpr double mostParts = 1e6;

/// A card's extent along the side that is cut, with what is drawn around it.
struct Extent {
    double from;
    double to;
};

std::vector<Extent> extentsIn(const CanvasScene &scene, const QRectF &band, Qt::Orientation along)
{
    constexpr double around = 9; // marks at the corners
    std::vector<Extent> extents;
    for (const std::uint32_t node : scene.nodesIn(band)) {
        const QRectF rect = scene.nodeRect(node);
        extents.push_back(along == Qt::Vertical
                              ? Extent{rect.top() - around, rect.bottom() + around}
                              : Extent{rect.left() - around, rect.right() + around});
    }
    return extents;
}

/// The last place from `first` to `last` that goes through the fewest cards.
double bestCut(const std::vector<Extent> &extents, double first, double last)
{
    // Between two ends of cards nothing changes: those, and the latest place, are all there is.
    std::vector<double> places{last};
    for (const Extent &extent : extents) {
        for (const double place : {extent.from, extent.to}) {
            if (place >= first && place <= last) {
                places.push_back(place);
            }
        }
    }
    std::sort(places.begin(), places.end(), std::greater<>());
    std::vector<double> begins;
    std::vector<double> ends;
    for (const Extent &extent : extents) {
        begins.push_back(extent.from);
        ends.push_back(extent.to);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    const auto cutAt = [&begins, &ends](double place) {
        const auto begun = std::lower_bound(begins.begin(), begins.end(), place) - begins.begin();
        const auto ended = std::upper_bound(ends.begin(), ends.end(), place) - ends.begin();
        return begun - ended;
    };
    return *std::min_element(places.begin(), places.end(), [&cutAt](double a, double b) {
        return cutAt(a) < cutAt(b); // of equals the first, which is the latest
    });
}

} // namespace

std::vector<double> pageBreaks(const CanvasScene &scene, const QRectF &picture, double longest,
                               Qt::Orientation along)
{
    const bool isVertical = along == Qt::Vertical;
    const double end = isVertical ? picture.bottom() : picture.right();
    std::vector<double> breaks{isVertical ? picture.top() : picture.left()};
    const double pages = (end - breaks.front()) / longest;
    // Also of what is not a number: no comparison with it holds.
    if (!(longest > 0 && pages > 0 && pages < mostParts)) {
        breaks.push_back(end);
        return breaks;
    }
    // A hair over a page is no second page.
    while (end - breaks.back() > longest * (1 + 1e-9)) {
        const double first = breaks.back() + longest / 2;
        const double last = breaks.back() + longest;
        const QRectF band = isVertical
                                ? QRectF(picture.left(), first, picture.width(), longest / 2)
                                : QRectF(first, picture.top(), longest / 2, picture.height());
        breaks.push_back(bestCut(extentsIn(scene, band, along), first, last));
    }
    breaks.push_back(end);
    return breaks;
}

} // namespace nervure
