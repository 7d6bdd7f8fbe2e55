// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace nervure {

/// Round numbers from `low` to `high`: multiples of 1, 2 or 5 times a power of ten, about `wanted` of them.
[[nodiscard]] std::vector<double> niceTicks(double low, double high, int wanted);

/// The powers of ten from `low` to `high`, both positive.
[[nodiscard]] std::vector<double> decades(double low, double high);

} // namespace nervure
