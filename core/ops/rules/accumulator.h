// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/half.h"

#include <cstdint>
#include <type_traits>

namespace nervure {

/// What references add up elements of type T in: floats in double; half precision in itself, as
/// NNVM's kernels do, which shows in its results; whole numbers in unsigned ones, which wrap around.
template <typename T>
using Accumulator =
    std::conditional_t<std::is_same_v<T, Half>, Half,
                       std::conditional_t<isFloatElement<T>, double, std::uint64_t>>;

/// sum + a * b, each step rounded to the accumulator's type.
template <typename T>
void addProduct(Accumulator<T> &sum, T a, T b)
{
    using A = Accumulator<T>;
    const A product = static_cast<A>(static_cast<A>(a) * static_cast<A>(b));
    sum = static_cast<A>(sum + product);
}

} // namespace nervure
