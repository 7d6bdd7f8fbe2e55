// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/weight.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// What the elements of a weight are like. Of complex numbers the magnitudes are taken.
struct WeightStatistics {
    std::uint64_t count = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    std::uint64_t zeros = 0;
    // Of the finite ones; 0 where there are none.
    double least = 0;
    double greatest = 0;
    double mean = 0;
    double deviation = 0; ///< standard deviation, of all of them
    /// How many finite ones are in each of as many equal parts from the least to the greatest.
    std::vector<std::uint64_t> histogram;
};

/// Goes over the elements twice, without holding them. Fails with code "weight" where they cannot be read,
/// and with "cancelled".
Result<WeightStatistics> weightStatistics(const Weight &weight, std::size_t histogramParts,
                                          const JobControl &control);

} // namespace nervure
