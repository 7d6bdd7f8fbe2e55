// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/support/result.h"

#include <span>

namespace nervure {

/// The dimensions of a shape of `rank` that an operator reduces, ascending: those of `axis`
/// (negative: from the last), or with `exclude` the others; without `axis` all, whatever `exclude`
/// says. Fails on an axis beyond the shape. As in NNVM an axis given twice is there twice, and
/// makes as many fewer of the others.
[[nodiscard]] Result<IntTuple> reducedAxes(const IntTuple &axis, bool exclude, std::size_t rank);

/// What is left of `shape` without these dimensions, or with size 1 for them; [1] for nothing.
[[nodiscard]] Result<Shape> reducedShape(const Shape &shape, const IntTuple &axes,
                                         bool keepDimensions);

/// How far the flat position among the results moves for a step along each dimension of `shape`:
/// 0 along `axes`.
[[nodiscard]] std::vector<std::int64_t> resultStrides(std::span<const std::int64_t> shape,
                                                      const IntTuple &axes);

/// The other way round: the position within the elements that are reduced to one result.
[[nodiscard]] std::vector<std::int64_t> withinStrides(std::span<const std::int64_t> shape,
                                                      const IntTuple &axes);

/// How many elements are reduced to one.
[[nodiscard]] std::int64_t reducedCount(std::span<const std::int64_t> shape, const IntTuple &axes);
/// Groups of reduced elements: one for each result.
[[nodiscard]] std::int64_t keptCount(std::span<const std::int64_t> shape, const IntTuple &axes);

} // namespace nervure
