// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"

#include <cstdint>

namespace nervure {

/// What of a tensor's elements is no number.
struct NonFiniteCount {
    std::int64_t nans = 0;
    std::int64_t infinities = 0;

    [[nodiscard]] bool any() const { return nans + infinities > 0; }
};
[[nodiscard]] NonFiniteCount countNonFinite(const ConstTensorView &tensor);

/// How far the elements of a tensor are from those of another of its shape.
struct TensorError {
    double absolute = 0; ///< the greatest |a - b|
    double relative = 0; ///< that, in parts of the greatest element of the expected tensor
    /// The greatest distance in units of the last place of the type; whole numbers: the greatest distance.
    double ulps = 0;
    std::int64_t worst = 0; ///< the element of the greatest distance
    NonFiniteCount expected;
    NonFiniteCount actual;

    /// Of tensors that cannot be compared.
    [[nodiscard]] static TensorError infinite();
};

/// Elements that are both not a number, or both the same infinity, are equal; where one alone is none, all
/// distances are infinite. Shapes must have as many elements.
[[nodiscard]] TensorError errorOf(const ConstTensorView &actual, const ConstTensorView &expected);

/// What rounding in another order makes of elements of a type, in parts of the greatest.
[[nodiscard]] double roundingTolerance(DType type);

} // namespace nervure
