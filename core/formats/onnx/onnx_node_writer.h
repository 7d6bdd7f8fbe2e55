// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/protobuf/wire_pieces.h"
#include "core/graph/graph.h"
#include "core/graph/op/op_registry.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nervure::onnx {

/// What an operator says now, its values by their names.
struct NamedNode {
    const Node &node;
    std::vector<std::string> inputs; ///< "" where one is left out
    std::vector<std::string> outputs;
};

/// A NodeProto that is to say something else.
struct NodeRewrite {
    const Node &before; ///< as buildGraph() made it of the message
    const NamedNode &now;
    const NodeMessage &message;
    std::string_view file;
    const OpRegistry *ops; ///< which tell the types of new attributes; null: their texts do
    /// The graph in a subgraph's place, by its position and its message; nothing where it stays.
    std::function<Result<std::optional<WirePieces>>(std::size_t subgraph, std::string_view message)>
        rewriteSubgraph;
};

/// The message with what differs replaced, and only that.
Result<WirePieces> rewriteNode(const NodeRewrite &rewrite);

/// A NodeProto for an operator that no file has. `writeBody` gives the fields of the GraphProto of one of its bodies,
/// but for its name; one that calls a function of the model has one that is none. Fails where it holds values that have no
/// text, or calls a function that the model does not have.
Result<WirePieces> newNode(const NamedNode &now, const OpRegistry *ops, bool callsFunction,
                           const std::function<Result<WirePieces>(std::size_t body)> &writeBody);

} // namespace nervure::onnx
