// SPDX-License-Identifier: Apache-2.0
#include "core/execution/arena_planner.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

namespace nervure {

namespace {

struct Placed {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

std::int64_t roundUp(std::int64_t bytes, std::int64_t alignment)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

/// The offset of the tightest gap of `bytes` between the pieces that live while `request` does.
/// `placed` is sorted by begin.
std::int64_t tightestGap(const std::vector<Placed> &placed, const ArenaRequest &request,
                         std::int64_t bytes)
{
    std::int64_t end = 0;
    std::int64_t best = -1;
    std::int64_t bestGap = 0;
    for (const Placed &piece : placed) {
        if (piece.last < request.first || request.last < piece.first) {
            continue;
        }
        const std::int64_t gap = piece.begin - end;
        if (gap >= bytes && (best < 0 || gap < bestGap)) {
            best = end;
            bestGap = gap;
        }
        end = std::max(end, piece.end);
    }
    return best < 0 ? end : best;
}

std::int64_t peakBytes(std::span<const ArenaRequest> requests, std::int64_t alignment)
{
    // Bytes that appear at a step and vanish after one; the order of steps is the order of keys.
    std::map<std::uint64_t, std::int64_t> changes;
    for (const ArenaRequest &request : requests) {
        const std::int64_t bytes = roundUp(request.bytes, alignment);
        changes[request.first] += bytes;
        changes[std::uint64_t{request.last} + 1] -= bytes;
    }
    std::int64_t alive = 0;
    std::int64_t peak = 0;
    for (const auto &[step, change] : changes) {
        alive += change;
        peak = std::max(peak, alive);
    }
    return peak;
}

} // namespace

ArenaPlan planArena(std::span<const ArenaRequest> requests, std::int64_t alignment)
{
    assert(alignment > 0 && "an alignment is positive");
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return requests[a].bytes > requests[b].bytes;
    });

    ArenaPlan plan;
    plan.offsets.resize(requests.size());
    std::vector<Placed> placed;
    for (const std::size_t i : order) {
        const ArenaRequest &request = requests[i];
        const std::int64_t bytes = roundUp(request.bytes, alignment);
        const std::int64_t offset = tightestGap(placed, request, bytes);
        plan.offsets[i] = offset;
        plan.bytes = std::max(plan.bytes, offset + bytes);
        const Placed piece{offset, offset + bytes, request.first, request.last};
        const auto at =
            std::upper_bound(placed.begin(), placed.end(), piece,
                             [](const Placed &a, const Placed &b) { return a.begin < b.begin; });
        placed.insert(at, piece);
    }
    plan.lowerBound = peakBytes(requests, alignment);
    return plan;
}

} // namespace nervure
