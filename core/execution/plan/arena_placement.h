// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/arena_planner.h"

namespace nervure {

/// A layout of pieces in an arena: their offsets, and where the last one ends.
struct ArenaLayout {
    std::vector<std::int64_t> offsets;
    std::int64_t bytes = 0;
};

/// How many pairs of pieces live at the same step; counted in n log n.
[[nodiscard]] std::uint64_t conflictCount(std::span<const ArenaRequest> pieces);

/// Places pieces as if they came and went in time: each takes the tightest free gap when it
/// begins, and gives it back after its last step. n log n, for more pieces than ArenaPlacer takes.
[[nodiscard]] ArenaLayout placeInTime(std::span<const ArenaRequest> pieces);

/// Places pieces one after the other in any order, as often as wanted: each in a gap between those
/// placed before it that live when it does. Keeps a list of all conflicts. The pieces must outlive
/// it.
class ArenaPlacer {
public:
    /// Which of the gaps that fit is taken.
    enum class Fit { Lowest, Tightest };

    explicit ArenaPlacer(std::span<const ArenaRequest> pieces);

    /// `order` names every piece once.
    [[nodiscard]] ArenaLayout place(std::span<const std::uint32_t> order, Fit fit);

    /// Work of one place(), for budgets.
    [[nodiscard]] std::uint64_t cost() const { return m_conflicts.size() + m_pieces.size(); }

private:
    struct Extent {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };

    [[nodiscard]] std::int64_t findGap(std::int64_t bytes, Fit fit) const;

    std::span<const ArenaRequest> m_pieces;
    std::vector<std::uint64_t> m_start;     ///< by piece: where its conflicts begin; one more
    std::vector<std::uint32_t> m_conflicts; ///< pieces that live at the same time
    std::vector<Extent> m_neighbors;        ///< of the piece being placed, by begin
};

} // namespace nervure
