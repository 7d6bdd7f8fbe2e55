// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/value_rules.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Elements that decide shapes, followed through the operators that compute with them.
namespace nervure::onnx {

using WholeFunction = std::function<Dimension(std::span<const Dimension>)>;
using RealFunction = std::function<std::optional<double>(std::span<const std::optional<double>>)>;

/// The largest or smallest of numbers; unknown where names decide, and of none.
[[nodiscard]] Dimension extremeOf(std::span<const Dimension> values, bool isLargest);

/// The sizes of a shape that is known by number and has no more elements than are followed.
[[nodiscard]] std::optional<std::vector<std::size_t>> smallSizes(
    const std::optional<Dimensions> &shape);

/// How many elements a tensor of these sizes has.
[[nodiscard]] std::size_t countOf(std::span<const std::size_t> sizes);

/// For each element of a tensor of sizes `to`, the place of the element of one of sizes `from` that is
/// broadcast to it.
[[nodiscard]] std::vector<std::size_t> broadcastPlaces(std::span<const std::size_t> from,
                                                       std::span<const std::size_t> to);

/// The elements of output 0, whose shape is set, one by one from those of the inputs, which are broadcast.
/// Nothing becomes known where the inputs' elements are not, or where the function for their kind is null.
void computeElements(ValueCall &call, const WholeFunction &whole, const RealFunction &real);

/// For each element of a tensor of sizes `to`, the place in one of sizes `from` of the element whose index
/// `source` makes from its index.
using IndexFunction =
    std::function<void(std::span<const std::size_t> to, std::span<std::size_t> from)>;
[[nodiscard]] std::vector<std::size_t> mappedPlaces(std::span<const std::size_t> from,
                                                    std::span<const std::size_t> to,
                                                    const IndexFunction &source);

/// Output 0, whose shape is set, takes its elements from an input by the indices that `source` makes; nothing
/// where shapes or elements are not known.
void moveElements(ValueCall &call, std::size_t input, const IndexFunction &source);

/// The elements of output 0 are those of the input at these places.
void pickElements(ValueCall &call, std::size_t input, std::span<const std::size_t> places);

/// Output 0 holds the elements of input 0 in their order.
void keepElements(ValueCall &call);

void setElements(ValueCall &call, std::size_t output, KnownElements elements);

} // namespace nervure::onnx
