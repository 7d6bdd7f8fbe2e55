// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/formats/nnvm/node_numbers.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nervure {

/// NNVM's SaveJSON text of what the heads reach, byte for byte. Graphs that SaveJSON cannot write
/// (cycles, entries that name nothing) are written all the same, with a warning.
Result<std::string> writeNnvmJson(const Graph &graph, const FormatContext &context,
                                  Diagnostics &diagnostics);

/// One node as SaveJSON lays it out inside the list of nodes, its references numbered by `numbers`.
[[nodiscard]] std::string nnvmNodeText(const Graph &graph, const Node &node,
                                       const NodeNumbers &numbers, const FormatContext &context);

/// node_row_ptr of nodes in this order.
[[nodiscard]] std::vector<std::uint64_t> nnvmRowPointers(const Graph &graph,
                                                         std::span<const NodeId> order,
                                                         const FormatContext &context);

/// The value of one graph attribute: [tag, value].
[[nodiscard]] std::string nnvmGraphAttrText(const GraphAttr &attr);

/// The value of the graph's "attrs".
[[nodiscard]] std::string nnvmGraphAttrsText(const Graph &graph);

} // namespace nervure
