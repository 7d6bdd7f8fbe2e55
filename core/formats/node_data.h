// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// One series of values beside a graph, by the names of nodes (or of their values, which NNVM calls
/// as their nodes): times, bytes, anything that was measured elsewhere.
struct NodeDataSeries {
    std::string name; ///< "time", "ms"; what a legend says
    std::vector<std::pair<std::string, double>> numbers;
    std::vector<std::pair<std::string, std::string>> texts; ///< values that are no numbers
};

/// What a file pins on the nodes of a graph.
struct NodeData {
    std::string format; ///< "netron" or "model-explorer"
    std::vector<NodeDataSeries> series;
};

/// Whether the text looks like one of the two formats: cheap, for telling them from models.
[[nodiscard]] bool looksLikeNodeData(std::string_view text);

/// Reads Netron's attachment JSON (signature "netron:attachment", lists `metadata` and `metrics` of
/// {kind, target, name, value}) or Model Explorer's node data ({results: {node: {value}}}, alone or
/// by graph). Fails with what was found and what was expected.
[[nodiscard]] Result<NodeData> readNodeData(std::string_view text, const std::string &file = {});

enum class NodeDataFormat : std::uint8_t { Netron, ModelExplorer };

/// The series as a document of that format. Model Explorer's holds one series: the first.
[[nodiscard]] std::string writeNodeData(const std::vector<NodeDataSeries> &series,
                                        NodeDataFormat format);

} // namespace nervure
