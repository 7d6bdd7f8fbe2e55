// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_initializer_writer.h"
#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/protobuf/wire_pieces.h"
#include "core/graph/model_facts.h"
#include "core/graph/op/op_registry.h"

#include <string>

namespace nervure::onnx {

/// A GraphProto that is to say something else.
struct GraphRewrite {
    const Graph &before; ///< as buildGraph() made it of the message
    const Graph &now;
    const GraphMessage &message;
    std::string_view file;
    ValueFiles files;
    /// For the types of new outputs, which the standard wants to be told; null: they are not.
    const OpRegistry *ops = nullptr;
    /// Of the model, for the graphs inside others, too; null: it has none.
    const ModelFunctions *functions = nullptr;
};

/// The message with what differs replaced; what does not is that of the file.
Result<WirePieces> rewriteGraph(const GraphRewrite &rewrite);

} // namespace nervure::onnx
