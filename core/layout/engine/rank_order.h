// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/cancellation.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// A box of a layered layout, or the bend of a long line in a rank that it crosses.
struct LayeredCell {
    double width = 0;
    double x = 0;
    std::uint32_t rank = 0;
    std::uint32_t order = 0; ///< place in its rank
    bool isBend = false;
    std::vector<std::uint32_t> above; ///< neighbors in the rank above, a line each
    std::vector<std::uint32_t> below;
};

/// The cells of each rank, from left to right.
using CellRanks = std::vector<std::vector<std::uint32_t>>;

/// Orders the cells of each rank so that few lines cross: by medians of their neighbors, up and down
/// by turns, and by exchanging neighbors; keeps the best of all. Graphs that are very large get fewer
/// turns. The first rank stays as it is if `keepsFirst`. Stops early when canceled. Deterministic.
void orderRanks(std::vector<LayeredCell> &cells, CellRanks &ranks, bool keepsFirst,
                const JobControl &control);

/// How often lines between neighboring ranks cross.
[[nodiscard]] std::uint64_t countCrossings(const std::vector<LayeredCell> &cells,
                                           const CellRanks &ranks);

} // namespace nervure
