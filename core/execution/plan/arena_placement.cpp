// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/arena_placement.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <set>

namespace nervure {

namespace {

constexpr std::int64_t notPlaced = -1;

std::vector<std::uint32_t> byBeginning(std::span<const ArenaRequest> pieces)
{
    std::vector<std::uint32_t> order(pieces.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return pieces[a].first < pieces[b].first;
    });
    return order;
}

/// Free gaps of an arena that grows as needed; neighboring gaps become one.
class FreeGaps {
public:
    std::int64_t take(std::int64_t bytes)
    {
        const auto tightest = m_bySize.lower_bound({bytes, 0});
        if (tightest != m_bySize.end()) {
            const auto [size, offset] = *tightest;
            remove(offset, size);
            add(offset + bytes, size - bytes);
            return offset;
        }
        // A gap at the end grows into the new piece.
        std::int64_t offset = m_end;
        if (!m_byOffset.empty()) {
            const auto [last, size] = *m_byOffset.rbegin();
            if (last + size == m_end) {
                offset = last;
                remove(last, size);
            }
        }
        m_end = offset + bytes;
        return offset;
    }

    void give(std::int64_t offset, std::int64_t bytes)
    {
        const auto after = m_byOffset.lower_bound(offset);
        if (after != m_byOffset.end() && after->first == offset + bytes) {
            bytes += after->second;
            remove(after->first, after->second);
        }
        const auto next = m_byOffset.lower_bound(offset);
        if (next != m_byOffset.begin()) {
            const auto [before, size] = *std::prev(next);
            if (before + size == offset) {
                remove(before, size);
                offset = before;
                bytes += size;
            }
        }
        add(offset, bytes);
    }

    [[nodiscard]] std::int64_t end() const { return m_end; }

private:
    void add(std::int64_t offset, std::int64_t bytes)
    {
        if (bytes > 0) {
            m_byOffset.emplace(offset, bytes);
            m_bySize.emplace(bytes, offset);
        }
    }
    void remove(std::int64_t offset, std::int64_t bytes)
    {
        m_byOffset.erase(offset);
        m_bySize.erase({bytes, offset});
    }

    std::map<std::int64_t, std::int64_t> m_byOffset;
    std::set<std::pair<std::int64_t, std::int64_t>> m_bySize; ///< size, offset
    std::int64_t m_end = 0;                                   ///< of the arena; grows
};

} // namespace

std::uint64_t conflictCount(std::span<const ArenaRequest> pieces)
{
    std::vector<std::uint32_t> begins;
    std::vector<std::uint32_t> ends;
    for (const ArenaRequest &piece : pieces) {
        begins.push_back(piece.first);
        ends.push_back(piece.last);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    std::uint64_t pairs = 0;
    std::size_t ended = 0;
    for (std::size_t begun = 0; begun < begins.size(); ++begun) {
        while (ends[ended] < begins[begun]) {
            ++ended;
        }
        pairs += begun - ended;
    }
    return pairs;
}

ArenaLayout placeInTime(std::span<const ArenaRequest> pieces)
{
    using Ending = std::pair<std::uint32_t, std::uint32_t>; // last step, piece
    std::priority_queue<Ending, std::vector<Ending>, std::greater<>> alive;
    ArenaLayout layout;
    layout.offsets.assign(pieces.size(), 0);
    FreeGaps gaps;
    for (const std::uint32_t id : byBeginning(pieces)) {
        while (!alive.empty() && alive.top().first < pieces[id].first) {
            const std::uint32_t ended = alive.top().second;
            gaps.give(layout.offsets[ended], pieces[ended].bytes);
            alive.pop();
        }
        if (pieces[id].bytes > 0) {
            layout.offsets[id] = gaps.take(pieces[id].bytes);
            alive.emplace(pieces[id].last, id);
        }
    }
    layout.bytes = gaps.end();
    return layout;
}

ArenaPlacer::ArenaPlacer(std::span<const ArenaRequest> pieces)
    : m_pieces(pieces),
      m_start(pieces.size() + 1, 0)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::vector<std::uint32_t> alive;
    for (const std::uint32_t id : byBeginning(pieces)) {
        std::erase_if(alive,
                      [&](std::uint32_t other) { return pieces[other].last < pieces[id].first; });
        for (const std::uint32_t other : alive) {
            pairs.emplace_back(id, other);
            ++m_start[id + 1];
            ++m_start[other + 1];
        }
        if (pieces[id].bytes > 0) {
            alive.push_back(id);
        }
    }
    std::partial_sum(m_start.begin(), m_start.end(), m_start.begin());
    m_conflicts.resize(2 * pairs.size());
    std::vector<std::uint64_t> next(m_start.begin(), m_start.end() - 1);
    for (const auto &[a, b] : pairs) {
        m_conflicts[next[a]++] = b;
        m_conflicts[next[b]++] = a;
    }
}

ArenaLayout ArenaPlacer::place(std::span<const std::uint32_t> order, Fit fit)
{
    ArenaLayout layout;
    layout.offsets.assign(m_pieces.size(), notPlaced);
    for (const std::uint32_t id : order) {
        m_neighbors.clear();
        for (std::uint64_t i = m_start[id]; i < m_start[id + 1]; ++i) {
            const std::uint32_t other = m_conflicts[i];
            if (layout.offsets[other] != notPlaced) {
                m_neighbors.push_back(
                    {layout.offsets[other], layout.offsets[other] + m_pieces[other].bytes});
            }
        }
        std::sort(m_neighbors.begin(), m_neighbors.end(),
                  [](const Extent &a, const Extent &b) { return a.begin < b.begin; });
        layout.offsets[id] = findGap(m_pieces[id].bytes, fit);
        layout.bytes = std::max(layout.bytes, layout.offsets[id] + m_pieces[id].bytes);
    }
    return layout;
}

/// Between the neighbors, else behind them.
std::int64_t ArenaPlacer::findGap(std::int64_t bytes, Fit fit) const
{
    std::int64_t end = 0;
    std::int64_t best = notPlaced;
    std::int64_t bestGap = std::numeric_limits<std::int64_t>::max();
    for (const Extent &neighbor : m_neighbors) {
        const std::int64_t gap = neighbor.begin - end;
        if (gap >= bytes && gap < bestGap) {
            best = end;
            bestGap = gap;
            if (fit == Fit::Lowest) {
                break;
            }
        }
        end = std::max(end, neighbor.end);
    }
    return best == notPlaced ? end : best;
}

} // namespace nervure
