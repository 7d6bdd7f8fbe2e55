// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/chart_axis.h"

#include <algorithm>
#include <cmath>

namespace nervure {

std::vector<double> niceTicks(double low, double high, int wanted)
{
    const double rough = (high - low) / std::max(wanted, 1);
    if (!(rough > 0) || !std::isfinite(rough)) {
        return {};
    }
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power;
    const double step = power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    std::vector<double> ticks;
    for (double number = std::ceil(low / step); number * step <= high; ++number) {
        ticks.push_back(number * step);
    }
    return ticks;
}

std::vector<double> decades(double low, double high)
{
    std::vector<double> powers;
    for (double exponent = std::ceil(std::log10(low)); exponent <= std::log10(high); ++exponent) {
        powers.push_back(std::pow(10, exponent));
    }
    return powers;
}

} // namespace nervure
