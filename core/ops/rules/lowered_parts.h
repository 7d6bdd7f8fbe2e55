// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/rules/lowering.h"

#include <cstddef>
#include <vector>

namespace nervure {

/// `vector` [n] as [1, n, 1, …] of `rank` dimensions, with n at `axis`: for broadcasts.
[[nodiscard]] Entry alongAxis(const Lowering &op, Entry vector, std::int64_t length,
                              std::size_t axis, std::size_t rank);
/// Part of `shape`: positions from `begin` up to `end` of one axis.
[[nodiscard]] Entry sliceOf(const Lowering &op, Entry data, const Shape &shape, std::size_t axis,
                            std::int64_t begin, std::int64_t end, std::int64_t stride = 1);
/// Values joined along an axis; a single one stays as it is.
[[nodiscard]] Entry joined(const Lowering &op, std::vector<Entry> parts, std::size_t axis);
/// A constant around the data: `front` and `behind` for each dimension. Nothing to add, no node.
[[nodiscard]] Entry padded(const Lowering &op, Entry data, const IntTuple &front,
                           const IntTuple &behind, double value = 0);

} // namespace nervure
