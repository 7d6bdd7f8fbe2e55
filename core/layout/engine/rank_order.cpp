// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/rank_order.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace nervure {

namespace {

constexpr int mostTurns = 20;
constexpr int fewestTurns = 6;
/// Cells times turns.
constexpr std::size_t mostOrderEffort = 1'000'000;
/// So many turns that do not help are enough.
constexpr int mostVainTurns = 6;
/// How often neighbors are exchanged in one turn.
constexpr int mostExchanges = 3;

using Places = std::vector<std::uint32_t>;

/// Counts how many of the numbers so far are larger: a binary indexed tree.
class LargerBefore {
public:
    explicit LargerBefore(std::size_t numbers) : m_sums(numbers + 1, 0) {}

    std::uint64_t add(std::uint32_t number)
    {
        std::uint64_t notLarger = 0;
        for (std::size_t i = number + 1; i > 0; i -= i & (~i + 1)) {
            notLarger += m_sums[i];
        }
        for (std::size_t i = number + 1; i < m_sums.size(); i += i & (~i + 1)) {
            ++m_sums[i];
        }
        return m_count++ - notLarger;
    }

private:
    std::vector<std::uint32_t> m_sums;
    std::uint64_t m_count = 0;
};

class RankOrder {
public:
    RankOrder(std::vector<LayeredCell> &cells, CellRanks &ranks, bool keepsFirst,
              const JobControl &control)
        : m_cells(cells),
          m_ranks(ranks),
          m_first(keepsFirst ? 1 : 0),
          m_control(control)
    {
        for (std::size_t r = 0; r < m_ranks.size(); ++r) {
            number(r);
        }
    }

    void run()
    {
        CellRanks best = m_ranks;
        std::uint64_t least = countCrossings(m_cells, m_ranks);
        const auto turns = static_cast<int>(std::clamp<std::size_t>(
            mostOrderEffort / std::max<std::size_t>(1, m_cells.size()), fewestTurns, mostTurns));
        int vain = 0;
        for (int turn = 0; turn < turns && vain < mostVainTurns && least > 0; ++turn) {
            if (m_control.cancel.isCanceled()) {
                return;
            }
            sweep(turn % 2 == 0);
            exchange();
            const std::uint64_t now = countCrossings(m_cells, m_ranks);
            vain = now < least ? 0 : vain + 1;
            if (now < least) {
                least = now;
                best = m_ranks;
            }
        }
        m_ranks = std::move(best);
        for (std::size_t r = 0; r < m_ranks.size(); ++r) {
            number(r);
        }
    }

private:
    void number(std::size_t r)
    {
        for (std::uint32_t k = 0; k < m_ranks[r].size(); ++k) {
            m_cells[m_ranks[r][k]].order = k;
        }
    }

    Places placesOf(const std::vector<std::uint32_t> &cells) const
    {
        Places places;
        places.reserve(cells.size());
        for (const std::uint32_t cell : cells) {
            places.push_back(m_cells[cell].order);
        }
        std::sort(places.begin(), places.end());
        return places;
    }

    /// Of an even number the one of the two in the middle, or between them, nearer to the side where
    /// the others lie closer together.
    static double medianOf(const Places &places)
    {
        const std::size_t middle = places.size() / 2;
        if (places.size() % 2 == 1) {
            return places[middle];
        }
        const double low = places[middle - 1];
        const double high = places[middle];
        const double left = low - places.front();
        const double right = places.back() - high;
        return places.size() == 2 || left + right == 0
                   ? (low + high) / 2
                   : (low * right + high * left) / (left + right);
    }

    void sweep(bool down)
    {
        for (std::size_t i = m_first; i < m_ranks.size(); ++i) {
            const std::size_t r = down ? i : m_ranks.size() - 1 - (i - m_first);
            std::vector<std::pair<double, std::uint32_t>> keyed;
            keyed.reserve(m_ranks[r].size());
            for (const std::uint32_t cell : m_ranks[r]) {
                const Places places = placesOf(down ? m_cells[cell].above : m_cells[cell].below);
                keyed.emplace_back(places.empty() ? m_cells[cell].order : medianOf(places), cell);
            }
            std::stable_sort(keyed.begin(), keyed.end(),
                             [](const auto &a, const auto &b) { return a.first < b.first; });
            for (std::size_t k = 0; k < keyed.size(); ++k) {
                m_ranks[r][k] = keyed[k].second;
            }
            number(r);
        }
    }

    /// Exchanges neighbors whose lines cross less the other way round.
    void exchange()
    {
        bool isBetter = true;
        for (int i = 0; i < mostExchanges && isBetter; ++i) {
            isBetter = false;
            for (std::size_t r = m_first; r < m_ranks.size(); ++r) {
                std::vector<std::uint32_t> &rank = m_ranks[r];
                for (std::size_t k = 1; k < rank.size(); ++k) {
                    if (gainOf(rank[k - 1], rank[k]) > 0) {
                        std::swap(m_cells[rank[k - 1]].order, m_cells[rank[k]].order);
                        std::swap(rank[k - 1], rank[k]);
                        isBetter = true;
                    }
                }
            }
        }
    }

    [[nodiscard]] std::int64_t gainOf(std::uint32_t left, std::uint32_t right) const
    {
        return gainBetween(m_cells[left].above, m_cells[right].above)
               + gainBetween(m_cells[left].below, m_cells[right].below);
    }

    [[nodiscard]] std::int64_t gainBetween(const std::vector<std::uint32_t> &left,
                                           const std::vector<std::uint32_t> &right) const
    {
        std::int64_t gain = 0;
        for (const std::uint32_t a : left) {
            for (const std::uint32_t b : right) {
                gain += m_cells[a].order > m_cells[b].order ? 1 : 0;
                gain -= m_cells[a].order < m_cells[b].order ? 1 : 0;
            }
        }
        return gain;
    }

    std::vector<LayeredCell> &m_cells;
    CellRanks &m_ranks;
    std::size_t m_first; ///< rank that may be changed
    const JobControl &m_control;
};

} // namespace

std::uint64_t countCrossings(const std::vector<LayeredCell> &cells, const CellRanks &ranks)
{
    std::uint64_t crossings = 0;
    for (std::size_t r = 1; r < ranks.size(); ++r) {
        LargerBefore before(ranks[r - 1].size());
        for (const std::uint32_t cell : ranks[r]) {
            Places places;
            for (const std::uint32_t above : cells[cell].above) {
                if (cells[above].rank + 1 == r) { // lines that run straight on have no bends
                    places.push_back(cells[above].order);
                }
            }
            std::sort(places.begin(), places.end());
            for (const std::uint32_t place : places) {
                crossings += before.add(place);
            }
        }
    }
    return crossings;
}

void orderRanks(std::vector<LayeredCell> &cells, CellRanks &ranks, bool keepsFirst,
                const JobControl &control)
{
    RankOrder(cells, ranks, keepsFirst, control).run();
}

} // namespace nervure
