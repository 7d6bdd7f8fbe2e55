// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace nervure {

/// The dimensions that a plane lies in.
struct PlaneAxes {
    std::size_t down = 0;   ///< its rows are indices of this one
    std::size_t across = 0; ///< and its columns of that

    bool operator==(const PlaneAxes &) const = default;
};

/// Which plane of a tensor is drawn, and how finely.
struct HeatMapRequest {
    /// Indices of all dimensions but those of the plane, in their order; 0 where there is none.
    std::vector<std::int64_t> at{};
    std::size_t mostCells = 0; ///< in a row and in a column; 0: no heat map is wanted
    /// Nothing, or two that the tensor does not have: its last two.
    std::optional<PlaneAxes> axes{};
};

/// Two dimensions of a tensor at one place of the others. A cell stands for a block of elements
/// where there are too many, and is the one of them of greatest magnitude, so that nothing is lost that
/// stands out: a NaN before an infinity before all numbers.
struct HeatMap {
    std::vector<std::int64_t> at;
    std::int64_t rows = 1; ///< of the plane, in elements
    std::int64_t columns = 1;
    std::size_t height = 0; ///< in cells
    std::size_t width = 0;
    std::vector<double> cells;       ///< row by row
    std::optional<PlaneAxes> axes{}; ///< nothing: the tensor has not two dimensions

    [[nodiscard]] double cell(std::size_t row, std::size_t column) const
    {
        return cells[row * width + column];
    }
};

/// Reads, in pieces, the plane and what lies between its elements. Indices that the tensor does not have become the nearest that
/// it has. Fails with code "weight" where it cannot be read, and with "cancelled".
Result<HeatMap> heatMapOf(const Weight &weight, const HeatMapRequest &request,
                          const JobControl &control);

} // namespace nervure
