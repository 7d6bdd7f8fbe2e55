// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/op_probe.h"

#include <cmath>
#include <functional>
#include <random>

namespace nervure::tests {

/// Random numbers in [-1, 1], always the same ones for a seed.
inline FloatTensor randomFloats(const Shape &shape, unsigned seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> numbers(-1, 1);
    FloatTensor tensor = counted(shape);
    for (float &number : tensor.data) {
        number = numbers(engine);
    }
    return tensor;
}

/// The derivative of sum(weights * f(inputs)) by every element of input `which`, measured: the
/// slope between two points `2 * step` apart. `f` gives the elements of its result.
inline std::vector<float> measuredGradient(
    const std::function<std::vector<float>(const std::vector<FloatTensor> &)> &f,
    std::vector<FloatTensor> inputs, std::size_t which, const std::vector<float> &weights,
    float step = 0.01F)
{
    const auto weighted = [&] {
        const std::vector<float> result = f(inputs);
        double sum = result.size() == weights.size() ? 0.0 : NAN;
        for (std::size_t i = 0; i < result.size() && i < weights.size(); ++i) {
            sum += static_cast<double>(result[i]) * static_cast<double>(weights[i]);
        }
        return sum;
    };
    std::vector<float> slopes;
    for (float &element : inputs[which].data) {
        const float kept = element;
        element = kept + step;
        const double above = weighted();
        element = kept - step;
        const double below = weighted();
        element = kept;
        slopes.push_back(static_cast<float>((above - below) / (2.0 * static_cast<double>(step))));
    }
    return slopes;
}

/// The largest distance of two elements; NaN when the sizes differ.
inline double largestDistance(const std::vector<float> &a, const std::vector<float> &b)
{
    double largest = a.size() == b.size() ? 0.0 : NAN;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        const double distance = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        largest = distance <= largest ? largest : distance;
    }
    return largest;
}

} // namespace nervure::tests
