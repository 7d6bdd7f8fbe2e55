// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_messages.h"
#include "core/graph/graph.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nervure::onnx {

/// Which nodes of ours the messages of a graph are, as buildGraph() numbers them: inputs first, then initializers
/// that are none, then operators.
struct FileIds {
    std::vector<NodeId> initializers; ///< in their order
    std::vector<NodeId> sparseInitializers;
    std::uint32_t firstOperator = 0;
};
[[nodiscard]] FileIds idsOf(const GraphMessage &file);

/// The operator of the file that says the same as `copy` but for its name and the names of its values: what a
/// new operator is written from that holds graphs, or values without a text. `firstOperator` is the id that the
/// first of `messages` has in `before`. Nothing where there is none, or several whose attributes are not the
/// same bytes.
[[nodiscard]] std::optional<NodeId> originalOf(const Node &copy, const Graph &before,
                                               const std::vector<NodeMessage> &messages,
                                               std::uint32_t firstOperator);

/// The id of the variable whose values a copy has (onnx_variable::copyOf).
[[nodiscard]] std::optional<NodeId> originalOf(const Node &copy);

/// The message of the initializer that a copy has the values of; empty where it is of none. `ids` are those of the
/// variables that the initializers of the file became, in their order.
[[nodiscard]] std::string_view originalValues(const Node &copy, const GraphMessage &file,
                                              const std::vector<NodeId> &ids);

} // namespace nervure::onnx
