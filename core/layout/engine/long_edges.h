// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nervure {

/// Which lines are drawn as stubs, by index: a short piece with a label at either end, instead of a
/// line across the whole picture.
using StubbedEdges = std::vector<bool>;

/// Lines of values that many read, to boxes far away: an attention mask that every layer adds. They
/// would keep the graph from being split, and bury it. Each value keeps the line to its first reader.
/// Likewise those of a box with many values or inputs, as what cuts a sequence into its steps and what
/// joins them again.
[[nodiscard]] StubbedEdges longEdges(const LayoutRequest &request);

/// A number for each box of a request: room that is used for one part after the other.
using BoxNumbers = std::vector<std::uint32_t>;

/// Leaves out the longest lines of shared values of one part of a request until the part is no more
/// than `most` places of work (see virtualNodeCount()). Where that is not enough to keep it in
/// proportion to its boxes, the longest of the others go, too. `nodes` and `edges` are the part's, in
/// topological order. Says whether any was left out.
bool stubLongestEdges(const LayoutRequest &request, const std::vector<std::uint32_t> &nodes,
                      const std::vector<std::uint32_t> &edges, std::size_t most,
                      StubbedEdges &isStubbed, BoxNumbers &numbers);

} // namespace nervure
