// SPDX-License-Identifier: Apache-2.0
#include "tests/support/kept_order.h"

#include <cmath>
#include <utility>
#include <vector>

namespace nervure::tests {

namespace {

/// From one box to another in one direction.
struct Way {
    double middles = 0;
    double needed = 0; ///< between the middles, for one to end before the other begins

    [[nodiscard]] bool isApart() const { return std::abs(middles) >= needed; }
};

Way across(const PlacedNode &a, const PlacedNode &b)
{
    return {b.center.x - a.center.x, (a.width + b.width) / 2};
}

Way down(const PlacedNode &a, const PlacedNode &b)
{
    return {b.center.y - a.center.y, (a.height + b.height) / 2};
}

bool areMiddlesTurned(const Way &before, const Way &now)
{
    return before.middles * now.middles < 0;
}

bool isTurned(const Way &before, const Way &now)
{
    return areMiddlesTurned(before, now) && before.isApart() && now.isApart();
}

using Places = std::pair<PlacedNode, PlacedNode>; // of a box, before and now

void count(const Places &a, const Places &b, KeptOrder &order)
{
    const Way acrossBefore = across(a.first, b.first);
    const Way acrossNow = across(a.second, b.second);
    const Way downBefore = down(a.first, b.first);
    const Way downNow = down(a.second, b.second);
    const bool isTurnedAcross = isTurned(acrossBefore, acrossNow);
    ++order.pairs;
    order.turned += isTurnedAcross || isTurned(downBefore, downNow) ? 1 : 0;
    order.middlesTurned +=
        areMiddlesTurned(acrossBefore, acrossNow) || areMiddlesTurned(downBefore, downNow) ? 1 : 0;
    if (!downBefore.isApart() || !downNow.isApart()) {
        ++order.besidePairs;
        order.besideTurned += isTurnedAcross ? 1 : 0;
    }
}

} // namespace

BoxPlaces boxPlaces(const Drawing &drawing, const Graph &graph)
{
    BoxPlaces places;
    for (const NodeId id : graph.nodes()) {
        if (const auto box = drawing.graph.find(id); box && drawing.graph.ownNode(*box) == id) {
            places.emplace(id, drawing.layout.nodes[*box]);
        }
    }
    return places;
}

KeptOrder keptOrder(const BoxPlaces &before, const BoxPlaces &now)
{
    constexpr std::size_t mostNodes = 2000;
    std::vector<Places> both;
    for (const auto &[node, place] : before) {
        if (const auto other = now.find(node); other != now.end() && both.size() < mostNodes) {
            both.emplace_back(place, other->second);
        }
    }
    KeptOrder order;
    for (std::size_t i = 0; i < both.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            count(both[i], both[j], order);
        }
    }
    return order;
}

double percentKept(std::size_t pairs, std::size_t turned)
{
    return pairs == 0 ? 100
                      : 100.0 * static_cast<double>(pairs - turned) / static_cast<double>(pairs);
}

} // namespace nervure::tests
