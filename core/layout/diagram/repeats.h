// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/drawn_graph.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// Blocks of boxes that stand one after the other in `order` and are made alike: the same operators,
/// wired alike among themselves and to the block before.
struct RepeatedRun {
    std::uint32_t first = 0;  ///< position in the order
    std::uint32_t period = 0; ///< boxes of one block
    std::uint32_t count = 0;  ///< blocks, two at least
};

/// Boxes in topological order: that of the picture, where it is one. Cycles are cut somewhere.
[[nodiscard]] std::vector<std::uint32_t> topologicalOrder(const DrawnGraph &drawn);

/// The boxes of a topological order by level instead: after all they read, right before what reads
/// them. Steps that an order by depth first takes apart stand together: those of a recurrent network.
[[nodiscard]] std::vector<std::uint32_t> levelOrder(const DrawnGraph &drawn,
                                                    const std::vector<std::uint32_t> &order);

/// A number for every position that is equal where a box does the same and reads boxes as far back.
/// Values that come from far away or that many read count as one: how far differs.
[[nodiscard]] std::vector<std::uint64_t> wiringCodes(const DrawnGraph &drawn,
                                                     const std::vector<std::uint32_t> &order);

/// Finds blocks that repeat in an order whose codes are wiringCodes(). All must outlive this.
class RepeatFinder {
public:
    RepeatFinder(const DrawnGraph &drawn, const std::vector<std::uint32_t> &order,
                 const std::vector<std::uint64_t> &codes);

    /// The runs between two positions (`end` excluded), from the first on, not overlapping: of the
    /// periods that fit at a place the shortest that covers most. Blocks begin where the fewest values
    /// go through.
    [[nodiscard]] std::vector<RepeatedRun> find(std::uint32_t first, std::uint32_t end);

private:
    void countLive(const DrawnGraph &drawn, const std::vector<std::uint32_t> &places);
    [[nodiscard]] RepeatedRun bestAt(std::uint32_t at, std::uint32_t end);
    [[nodiscard]] RepeatedRun shifted(const RepeatedRun &run, std::uint32_t end) const;

    const std::vector<std::uint64_t> &m_codes;
    std::uint32_t m_count;
    std::vector<std::uint32_t> m_next; ///< where the same code occurs next
    std::vector<std::int64_t> m_live;  ///< values that go through the gap before each position
    std::uint64_t m_effort = 0;
};

} // namespace nervure
