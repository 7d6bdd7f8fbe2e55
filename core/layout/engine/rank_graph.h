// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// Which of its inputs the search for an order looks at first.
enum class InputsFirst : std::uint8_t {
    AsRead,  ///< what is read first stands before all that the other inputs depend on
    Deepest, ///< what depends on little stands right before its first reader
};

/// A topological order of the boxes: depth first from the sinks. Cycles are cut where the search meets them.
[[nodiscard]] std::vector<std::uint32_t> topologicalOrder(const LayoutRequest &request,
                                                          InputsFirst inputs = InputsFirst::AsRead);

/// The rank of every box: its longest path from a source, edges against the order ignored, and
/// sources moved down to just above their first reader.
[[nodiscard]] std::vector<std::uint32_t> longestPathRanks(const LayoutRequest &request,
                                                          const std::vector<std::uint32_t> &order);

/// The latest rank of every box: right above its first reader, boxes without one where their longest
/// path from a source ends. What is only needed later stands near where it is needed.
[[nodiscard]] std::vector<std::uint32_t> latestRanks(const LayoutRequest &request,
                                                     const std::vector<std::uint32_t> &order);

/// Boxes plus the places where lines cross ranks: what the work of Graphviz grows with.
[[nodiscard]] std::size_t virtualNodeCount(const LayoutRequest &request);

} // namespace nervure
