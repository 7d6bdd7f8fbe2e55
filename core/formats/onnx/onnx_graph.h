// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_messages.h"
#include "core/graph/graph.h"
#include "core/support/diagnostic.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// An ONNX graph as ours. Values have names there and no numbers:
///
/// - a graph's input, an initializer and a value that a body takes from the graph around it are variables,
///   named as the value, with the attributes of onnx_variable.h;
/// - an operator's values are its outputs; their names are in Node::outputPorts;
/// - an input that is left out ("") is none of Node::inputs; Node::inputPorts then say in `listed` which of
///   the operator's inputs each is, and one more that the list ends with such inputs. So is one whose value
///   nobody defines, but that is an unconnected entry with the name;
/// - the graphs of If, Loop and Scan and the bodies of the model's own functions are Node::subgraphs.
namespace nervure::onnx {

/// The graph of a file with the findings about it. Node ids are, from 0: the inputs in the order of the
/// file, the initializers that are no inputs, the sparse ones, the operators; then what a body takes from
/// outside.
struct ReadGraph {
    Graph graph;
    Diagnostics diagnostics;
};
/// `path` is the file, beside which others with values lie; empty: there is none.
Result<ReadGraph> buildGraph(const ModelMessage &model, const std::filesystem::path &path);

} // namespace nervure::onnx
