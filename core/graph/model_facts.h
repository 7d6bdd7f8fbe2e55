// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace nervure {

/// The attributes of an ONNX graph that say what its model says beside its nodes.
namespace model_facts {
inline constexpr std::string_view irVersion = "ir_version";
/// {"ai.onnx": 17}: versions of operator sets by domain.
inline constexpr std::string_view opsetImport = "opset_import";
/// {"acme:Swish": "#" and a checksum}: the functions of the model's file. One that came from another model has its bytes
/// before that: "hex 0a05…#…", or where they lie in a file, "at /path/net.onnx#16+4096#…". One that was renamed, or that
/// calls one that was, has the new names of operators in front: `renamed {"acme:Act":"acme:Act_1"} hex …`.
inline constexpr std::string_view functions = "functions";
/// {"y": 0}: outputs that nobody defines, with their places among all; they are none of Graph::heads().
inline constexpr std::string_view undefinedOutputs = "undefined_outputs";
} // namespace model_facts

/// Gives a piece of a model's graph what the model says beside its nodes: the attributes of the graph but for those
/// that are lists by node or entry, as NNVM has them, and for what says something of the model's outputs.
void takeModelFacts(const Graph &from, Graph &to);

/// The attribute of that name; null: there is none.
[[nodiscard]] const GraphAttr *findGraphAttr(const Graph &graph, std::string_view name);
/// The attributes of a graph with one replaced or added.
[[nodiscard]] std::vector<GraphAttr> withGraphAttr(std::vector<GraphAttr> attrs, GraphAttr attr);

/// The whole number that an attribute is; 0 where there is none.
[[nodiscard]] std::int64_t numberOf(const Graph &graph, std::string_view name);

/// The versions of operator sets that an ONNX graph's model imports. ONNX's own domain is "ai.onnx".
using OpsetVersions = std::map<std::string, std::int64_t>;
[[nodiscard]] OpsetVersions opsetImports(const Graph &graph);
[[nodiscard]] GraphAttr opsetImportAttr(const OpsetVersions &versions);

/// The outputs of an ONNX graph's model that nobody defines, and the first place of each among all that it lists.
using UndefinedOutputs = std::map<std::string, std::size_t, std::less<>>;
[[nodiscard]] UndefinedOutputs undefinedOutputs(const Graph &graph);
[[nodiscard]] GraphAttr undefinedOutputsAttr(const UndefinedOutputs &outputs);

/// The functions of an ONNX graph's model by the name of their operator, and what model_facts::functions says of each.
using ModelFunctions = std::map<std::string, std::string>;
[[nodiscard]] ModelFunctions modelFunctions(const Graph &graph);
[[nodiscard]] GraphAttr functionsAttr(const ModelFunctions &functions);
/// True if the node calls a function of its ONNX model: it holds the function's body, which no attribute says.
[[nodiscard]] bool callsFunction(const Node &node);

/// New names of operators by the ones that a function's bytes have.
using NewOperatorNames = std::map<std::string, std::string, std::less<>>;
struct FunctionPlace {
    NewOperatorNames renamed;
    std::string place; ///< the rest of what model_facts::functions says of the function
};
[[nodiscard]] FunctionPlace functionPlace(std::string_view text);
[[nodiscard]] std::string functionText(const FunctionPlace &function);

} // namespace nervure
