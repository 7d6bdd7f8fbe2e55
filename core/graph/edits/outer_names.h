// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace nervure {

/// Gives a node's bodies, and those in them, new names, by the old ones, of the values that they take from around them
/// (onnx_variable::outer). A body that has a value of that name itself takes its own.
void renameOuterValues(Node &node, const std::map<std::string, std::string> &names);

/// The same in all nodes of a graph: values of the graph itself have new names.
void renameOuterValues(Graph &graph, const std::map<std::string, std::string> &names);

/// The names of the values that a node's bodies, and those in them, take from around the node.
[[nodiscard]] std::set<std::string> namesTakenByBodies(const Node &node);

/// The values of an ONNX graph by name. The graph must outlive the names.
[[nodiscard]] std::unordered_map<std::string_view, Entry> valuesByName(const Graph &graph);

/// Whether a body of the graph's nodes takes a value of that name from around it.
[[nodiscard]] bool isTakenByBodies(const Graph &graph, const std::string &name);

} // namespace nervure
