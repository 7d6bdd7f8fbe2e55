// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/support/json_tree.h"

#include <string>
#include <string_view>

namespace nervure {

/// LightNet's own text of a LightNet graph, source or compiled as the graph stands. Nodes of other
/// dialects are left out with a warning.
Result<std::string> writeLightNetJson(const Graph &graph, const FormatContext &context,
                                      Diagnostics &diagnostics);

/// One operator as compact JSON.
[[nodiscard]] std::string lightNetOpJson(const Graph &graph, const Node &node,
                                         const Result<JsonTree> *compiled = nullptr);

/// JSON in LightNet's layout (tabs, one line per array of plain values) at the given depth.
[[nodiscard]] std::string lightNetLayout(std::string_view json, int depth = 0);

/// The name of the tensor that an input reads.
[[nodiscard]] std::string lightNetInputTensor(const Graph &graph, const Node &node,
                                              std::size_t input);

} // namespace nervure
