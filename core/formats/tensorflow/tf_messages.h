// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_reader.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

/// The messages of a frozen graph as views of its bytes.
namespace nervure::tensorflow {

/// NodeDef.
struct NodeMessage {
    std::string_view name;
    std::string_view op;
    std::string_view device;
    std::vector<std::string_view> inputs; ///< "a", "a:1", "^a"; in functions "a:output:0"
    std::vector<std::pair<std::string_view, std::string_view>> attributes; ///< AttrValue by name

    /// The AttrValue of that name; empty where there is none.
    [[nodiscard]] std::string_view attribute(std::string_view key) const;
};

/// FunctionDef.
struct FunctionMessage {
    std::string_view name;
    /// Names and types (types.proto; 0: it depends on the call).
    std::vector<std::pair<std::string_view, std::uint64_t>> inputs;
    std::vector<std::string_view> outputs;
    std::map<std::string_view, std::string_view> results; ///< by output: "a:output:0"
    std::vector<NodeMessage> nodes;
};

/// GraphDef.
struct GraphMessage {
    std::vector<NodeMessage> nodes;
    std::vector<std::string_view> functions; ///< FunctionDef
    std::uint64_t producer = 0;              ///< version of the graph's writer; 0: it does not say
};

/// Reads a graph and its nodes, functions not yet. Fails with code "protobuf" or "tensorflow".
[[nodiscard]] Result<GraphMessage> readGraphDef(std::string_view file);
/// Its name alone, fast.
[[nodiscard]] Result<std::string_view> functionName(std::string_view message,
                                                    std::string_view file);
[[nodiscard]] Result<FunctionMessage> readFunction(std::string_view message, std::string_view file);

/// Whether bytes are a GraphDef, as far as the first nodes tell.
[[nodiscard]] bool isGraphDef(std::string_view bytes);

} // namespace nervure::tensorflow
