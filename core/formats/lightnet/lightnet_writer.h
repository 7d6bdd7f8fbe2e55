// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/support/json/json_tree.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace nervure {

/// LightNet's own text of a LightNet graph, source or compiled as the graph stands. Nodes of other
/// dialects are left out with a warning.
Result<std::string> writeLightNetJson(const Graph &graph, const FormatContext &context,
                                      Diagnostics &diagnostics);

/// What the compiled form says of tensors beside their names: members of their entries, by name.
using LightNetCompiled = std::unordered_map<std::string_view, JsonValue>;

/// One operator as compact JSON.
[[nodiscard]] std::string lightNetOpJson(const Graph &graph, const Node &node,
                                         const LightNetCompiled &compiled = {});

/// JSON in LightNet's layout (tabs, one line per array of plain values) at the given depth.
[[nodiscard]] std::string lightNetLayout(std::string_view json, int depth = 0);

/// The name of the tensor that an input reads.
[[nodiscard]] std::string lightNetInputTensor(const Graph &graph, const Node &node,
                                              std::size_t input);

/// The inputs of a node with the names of the tensors they read.
[[nodiscard]] std::vector<Port> lightNetInputs(const Graph &graph, const Node &node);

} // namespace nervure
