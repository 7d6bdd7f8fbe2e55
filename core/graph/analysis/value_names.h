// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"

#include <string>

namespace nervure {

/// The name that the file itself gives a value: ONNX, TensorFlow, Core ML and LightNet name each
/// value, all others name nodes only. Empty where there is none, also for entries of nodes that are
/// not there.
[[nodiscard]] std::string ownValueName(const Graph &graph, const Entry &value);

/// What a value is called as an input or output of the graph: its own name where the file has one,
/// that of a variable; in NNVM's and MXNet's graphs as these name outputs, the node and which of its
/// outputs, `softmax_output`; else that of the node, with a number behind its first output,
/// `split:1`. "?" for entries of nodes that are not there.
[[nodiscard]] std::string valueName(const Graph &graph, const OpRegistry &ops, const Entry &value);

} // namespace nervure
