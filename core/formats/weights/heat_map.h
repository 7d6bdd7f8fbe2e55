// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nervure {

/// Which plane of a tensor is drawn, and how finely.
struct HeatMapRequest {
    std::vector<std::int64_t>
        at; ///< indices of all dimensions but the last two; 0 where there is none
    std::size_t mostCells = 0; ///< in a row and in a column; 0: no heat map is wanted
};

/// The last two dimensions of a tensor at one place of the others. A cell stands for a block of elements
/// where there are too many, and is the one of them of greatest magnitude, so that nothing is lost that
/// stands out: a NaN before an infinity before all numbers.
struct HeatMap {
    std::vector<std::int64_t> at;
    std::int64_t rows = 1; ///< of the plane, in elements
    std::int64_t columns = 1;
    std::size_t height = 0; ///< in cells
    std::size_t width = 0;
    std::vector<double> cells; ///< row by row

    [[nodiscard]] double cell(std::size_t row, std::size_t column) const
    {
        return cells[row * width + column];
    }
};

/// Reads the plane and nothing else, in pieces. Indices that the tensor does not have become the nearest that
/// it has. Fails with code "weight" where it cannot be read, and with "cancelled".
Result<HeatMap> heatMapOf(const Weight &weight, const HeatMapRequest &request,
                          const JobControl &control);

} // namespace nervure
