// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_preserving.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_graph.h"
#include "core/formats/onnx/onnx_graph_writer.h"

namespace nervure::onnx {

Result<std::string> writePreserving(const Graph &graph, std::string_view original,
                                    const FormatContext &, Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(const ModelMessage model, readModel(original));
    ASSIGN_OR_RETURN(const ReadGraph before, buildGraph(model));
    if (graph.sameAs(before.graph)) {
        return std::string(original);
    }
    if (graph.attrs() != before.graph.attrs()) {
        diagnostics.push_back(
            makeWarning("not-carried", "what the model says about itself is written as it was"));
    }
    ASSIGN_OR_RETURN(const GraphMessage message, readGraph(model.graph.bytes, model.file));
    ASSIGN_OR_RETURN(WirePieces changed,
                     rewriteGraph({before.graph, graph, message, model.file, {}}));
    WirePieces pieces;
    WireReader reader(original);
    while (const auto field = reader.next()) {
        if (field->number == model::graph) {
            pieces.addMessage(model::graph, std::move(changed));
        } else {
            pieces.keep(field->whole);
        }
    }
    return pieces.text();
}

} // namespace nervure::onnx
