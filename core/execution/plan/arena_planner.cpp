// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/arena_planner.h"

#include "core/execution/plan/arena_placement.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace nervure {

namespace {

using Order = std::vector<std::uint32_t>;
using Fit = ArenaPlacer::Fit;

/// With more conflicts than this, listing them takes too long and too much memory.
constexpr std::uint64_t mostConflicts = 2'000'000;

/// Work of the search for better orders, in conflicts looked at.
constexpr std::uint64_t searchBudget = 3'000'000;

std::vector<ArenaRequest> roundedUp(std::span<const ArenaRequest> requests, std::int64_t alignment)
{
    std::vector<ArenaRequest> pieces(requests.begin(), requests.end());
    for (ArenaRequest &piece : pieces) {
        piece.bytes = (piece.bytes + alignment - 1) / alignment * alignment;
    }
    return pieces;
}

/// Bytes alive at each step where that changes.
std::map<std::uint64_t, std::int64_t> aliveBytes(std::span<const ArenaRequest> pieces)
{
    std::map<std::uint64_t, std::int64_t> alive;
    for (const ArenaRequest &piece : pieces) {
        alive[piece.first] += piece.bytes;
        alive[std::uint64_t{piece.last} + 1] -= piece.bytes;
    }
    std::int64_t sum = 0;
    for (auto &[step, bytes] : alive) {
        sum += bytes;
        bytes = sum;
    }
    return alive;
}

/// Repeatable numbers that look random (xorshift); the standard's distributions differ by library.
class Dice {
public:
    std::uint32_t below(std::uint32_t count)
    {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return static_cast<std::uint32_t>((m_state >> 33) % count);
    }

private:
    std::uint64_t m_state = 0x9e3779b97f4a7c15;
};

/// Collects layouts and keeps the smallest.
class Search {
public:
    Search(std::span<const ArenaRequest> pieces, std::int64_t lowerBound)
        : m_pieces(pieces),
          m_lowerBound(lowerBound)
    {}

    void run()
    {
        offer(placeInTime(m_pieces));
        if (isDone() || conflictCount(m_pieces) > mostConflicts) {
            return;
        }
        m_placer.emplace(m_pieces);
        tryOrders();
        if (!isDone()) {
            improve();
        }
    }

    bool offer(ArenaLayout layout)
    {
        const bool isBetter = m_best.offsets.empty() || layout.bytes < m_best.bytes;
        if (isBetter) {
            m_best = std::move(layout);
        }
        return isBetter;
    }

    [[nodiscard]] bool isDone() const { return m_best.bytes <= m_lowerBound; }
    [[nodiscard]] ArenaLayout take() { return std::move(m_best); }

private:
    /// Larger keys come first; the first keys count most.
    using Keys = std::array<double, 2>;

    template <typename KeysOf>
    [[nodiscard]] Order sorted(KeysOf &&keysOf) const
    {
        std::vector<Keys> keys(m_pieces.size());
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            keys[i] = keysOf(i);
        }
        Order order(m_pieces.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return keys[a] > keys[b]; });
        return order;
    }

    [[nodiscard]] double bytes(std::uint32_t i) const
    {
        return static_cast<double>(m_pieces[i].bytes);
    }
    [[nodiscard]] double length(std::uint32_t i) const
    {
        return static_cast<double>(m_pieces[i].last) - m_pieces[i].first + 1;
    }

    /// Most bytes that are alive while each piece is.
    [[nodiscard]] std::vector<double> breadths() const
    {
        // Steps where pieces begin or end, and over them the largest of 1, 2, 4, … values.
        std::vector<std::uint64_t> steps;
        std::vector<std::vector<double>> largest(1);
        for (const auto &[step, alive] : aliveBytes(m_pieces)) {
            steps.push_back(step);
            largest[0].push_back(static_cast<double>(alive));
        }
        for (std::size_t width = 1; 2 * width <= steps.size(); width *= 2) {
            const std::vector<double> &narrow = largest.back();
            std::vector<double> wide;
            for (std::size_t i = 0; i + 2 * width <= steps.size(); ++i) {
                wide.push_back(std::max(narrow[i], narrow[i + width]));
            }
            largest.push_back(std::move(wide));
        }
        const auto at = [&](std::uint64_t step) {
            return static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), step)
                                            - steps.begin());
        };
        std::vector<double> result;
        for (const ArenaRequest &piece : m_pieces) {
            const std::size_t first = at(piece.first);
            const std::size_t end = at(std::uint64_t{piece.last} + 1);
            std::size_t level = 0;
            while ((std::size_t{2} << level) <= end - first) {
                ++level;
            }
            const std::size_t width = std::size_t{1} << level;
            result.push_back(std::max(largest[level][first], largest[level][end - width]));
        }
        return result;
    }

    void tryOrders()
    {
        const std::vector<double> breadth = breadths();
        const std::array<Order, 6> orders{sorted([&](std::uint32_t i) {
                                              return Keys{bytes(i), length(i)};
                                          }),
                                          sorted([&](std::uint32_t i) {
                                              return Keys{breadth[i], bytes(i)};
                                          }),
                                          sorted([&](std::uint32_t i) {
                                              return Keys{bytes(i) * length(i), bytes(i)};
                                          }),
                                          sorted([&](std::uint32_t i) {
                                              return Keys{length(i), bytes(i)};
                                          }),
                                          sorted([&](std::uint32_t i) {
                                              return Keys{-1.0 * m_pieces[i].first, bytes(i)};
                                          }),
                                          sorted([&](std::uint32_t i) {
                                              return Keys{1.0 * m_pieces[i].last, bytes(i)};
                                          })};
        for (const Order &order : orders) {
            for (const Fit fit : {Fit::Tightest, Fit::Lowest}) {
                ArenaLayout layout = m_placer->place(order, fit);
                if (m_order.empty() || layout.bytes < m_orderBytes) {
                    m_order = order;
                    m_fit = fit;
                    m_orderBytes = layout.bytes;
                }
                offer(std::move(layout));
                if (isDone()) {
                    return;
                }
            }
        }
    }

    /// Moves a piece that reaches the top of the arena to an earlier place in the order, keeps
    /// what is no worse, until the budget is spent.
    void improve()
    {
        Dice dice;
        Order order = m_order;
        ArenaLayout current = m_placer->place(order, m_fit);
        for (std::uint64_t work = 0; work < searchBudget && !isDone(); work += m_placer->cost()) {
            Order changed = order;
            raise(changed, topPiece(changed, current, dice), dice);
            ArenaLayout layout = m_placer->place(changed, m_fit);
            if (layout.bytes <= current.bytes) {
                current = layout;
                order = std::move(changed);
                offer(std::move(layout));
            }
        }
    }

    /// The place in the order of one of the pieces that end where the arena does.
    [[nodiscard]] std::size_t topPiece(const Order &order, const ArenaLayout &layout,
                                       Dice &dice) const
    {
        std::size_t top = 0;
        std::uint32_t seen = 0;
        for (std::size_t place = 0; place < order.size(); ++place) {
            const std::uint32_t id = order[place];
            if (layout.offsets[id] + m_pieces[id].bytes == layout.bytes
                && dice.below(++seen) == 0) {
                top = place;
            }
        }
        return top;
    }

    static void raise(Order &order, std::size_t place, Dice &dice)
    {
        const std::size_t to = place == 0 ? dice.below(static_cast<std::uint32_t>(order.size()))
                                          : dice.below(static_cast<std::uint32_t>(place));
        const auto at = [&order](std::size_t i) {
            return order.begin() + static_cast<std::ptrdiff_t>(i);
        };
        if (to < place) {
            std::rotate(at(to), at(place), at(place + 1));
        } else {
            std::rotate(at(place), at(place + 1), at(to + 1));
        }
    }

    std::span<const ArenaRequest> m_pieces;
    std::int64_t m_lowerBound;
    std::optional<ArenaPlacer> m_placer;
    ArenaLayout m_best;
    Order m_order; ///< the best one so far
    Fit m_fit = Fit::Tightest;
    std::int64_t m_orderBytes = 0;
};

/// The given blocks, each as large as its largest piece, one after the other.
ArenaLayout stacked(std::span<const ArenaRequest> pieces, std::span<const std::int64_t> blocks)
{
    assert(blocks.size() == pieces.size() && "every request has a block");
    std::map<std::int64_t, std::int64_t> bytesOf;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        std::int64_t &bytes = bytesOf[blocks[i]];
        bytes = std::max(bytes, pieces[i].bytes);
    }
    ArenaLayout layout;
    std::unordered_map<std::int64_t, std::int64_t> offsetOf;
    for (const auto &[block, bytes] : bytesOf) {
        offsetOf[block] = layout.bytes;
        layout.bytes += bytes;
    }
    for (const std::int64_t block : blocks) {
        layout.offsets.push_back(offsetOf[block]);
    }
    return layout;
}

} // namespace

ArenaPlan planArena(std::span<const ArenaRequest> requests, std::int64_t alignment,
                    std::span<const std::int64_t> blocks)
{
    assert(alignment > 0 && "an alignment is positive");
    if (requests.empty()) {
        return {};
    }
    const std::vector<ArenaRequest> pieces = roundedUp(requests, alignment);
    ArenaPlan plan;
    for (const auto &[step, bytes] : aliveBytes(pieces)) {
        plan.lowerBound = std::max(plan.lowerBound, bytes);
    }
    Search search(pieces, plan.lowerBound);
    if (!blocks.empty()) {
        ArenaLayout layout = stacked(pieces, blocks);
        plan.blockBytes = layout.bytes;
        search.offer(std::move(layout));
    }
    if (!search.isDone() || blocks.empty()) {
        search.run();
    }
    ArenaLayout best = search.take();
    plan.offsets = std::move(best.offsets);
    plan.bytes = best.bytes;
    return plan;
}

} // namespace nervure
