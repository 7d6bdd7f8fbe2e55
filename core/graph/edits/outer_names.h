// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <map>
#include <string>

namespace nervure {

/// Gives a node's bodies, and those in them, new names, by the old ones, of the values that they take from around them
/// (onnx_variable::outer). A body that has a value of that name itself takes its own.
void renameOuterValues(Node &node, const std::map<std::string, std::string> &names);

/// The same in all nodes of a graph: values of the graph itself have new names.
void renameOuterValues(Graph &graph, const std::map<std::string, std::string> &names);

/// Whether a body of the graph's nodes takes a value of that name from around it.
[[nodiscard]] bool isTakenByBodies(const Graph &graph, const std::string &name);

} // namespace nervure
