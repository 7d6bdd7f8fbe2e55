// SPDX-License-Identifier: Apache-2.0
#include "core/proof/tensor_error.h"

#include "core/support/half.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

constexpr double infinitelyFar = std::numeric_limits<double>::infinity();

/// How many representable numbers of a type lie between two.
template <typename Bits>
double numbersBetween(Bits a, Bits b)
{
    constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);
    const auto sizeOf = [](Bits bits) {
        return static_cast<Bits>(bits & static_cast<Bits>(~sign));
    };
    if ((a & sign) != (b & sign)) {
        return static_cast<double>(sizeOf(a)) + static_cast<double>(sizeOf(b));
    }
    return static_cast<double>(a > b ? a - b : b - a);
}

double ulpsBetween(DType type, double a, double b)
{
    switch (type) {
    case DType::Float32:
        return numbersBetween(std::bit_cast<std::uint32_t>(static_cast<float>(a)),
                              std::bit_cast<std::uint32_t>(static_cast<float>(b)));
    case DType::Float64:
        return numbersBetween(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b));
    case DType::Float16: return numbersBetween(Half(a).bits(), Half(b).bits());
    default: return std::fabs(a - b);
    }
}

bool isSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

void countOne(double value, NonFiniteCount &count)
{
    count.nans += std::isnan(value);
    count.infinities += std::isinf(value);
}

} // namespace

NonFiniteCount countNonFinite(const ConstTensorView &tensor)
{
    NonFiniteCount count;
    if (!isFloat(tensor.type)) {
        return count;
    }
    const std::int64_t elements = tensor.count();
    for (std::int64_t i = 0; i < elements; ++i) {
        countOne(elementAsDouble(tensor, i), count);
    }
    return count;
}

TensorError errorOf(const ConstTensorView &actual, const ConstTensorView &expected)
{
    TensorError error;
    double greatest = 1e-6;
    const std::int64_t count = std::min(actual.count(), expected.count());
    for (std::int64_t i = 0; i < count; ++i) {
        const double a = elementAsDouble(actual, i);
        const double b = elementAsDouble(expected, i);
        countOne(a, error.actual);
        countOne(b, error.expected);
        if (std::isfinite(b)) {
            greatest = std::max(greatest, std::fabs(b));
        }
        if (isSame(a, b)) {
            continue;
        }
        const bool areFinite = std::isfinite(a) && std::isfinite(b);
        const double distance = areFinite ? std::fabs(a - b) : infinitelyFar;
        error.worst = distance > error.absolute ? i : error.worst;
        error.absolute = std::max(error.absolute, distance);
        error.ulps =
            std::max(error.ulps, areFinite ? ulpsBetween(expected.type, a, b) : infinitelyFar);
    }
    error.relative = error.absolute == 0 ? 0 : error.absolute / greatest;
    return error;
}

TensorError TensorError::infinite()
{
    TensorError error;
    error.absolute = infinitelyFar;
    error.relative = infinitelyFar;
    error.ulps = infinitelyFar;
    return error;
}

double roundingTolerance(DType type)
{
    switch (type) {
    case DType::Float16: return 1e-2;
    case DType::Float32: return 1e-4;
    case DType::Float64: return 1e-9;
    default: return 0;
    }
}

} // namespace nervure
