// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_model_writer.h"

#include "core/formats/onnx/carried_functions.h"
#include "core/formats/onnx/data_files.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_graph_writer.h"
#include "core/formats/onnx/onnx_model_attrs.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/graph/model_facts.h"
#include "core/graph/opset.h"

#include <nlohmann/json.hpp>

namespace nervure::onnx {

namespace {

/// What the graph says of its model, else what new models say; null for what neither does.
nlohmann::json modelAttr(const Graph &graph, std::string_view name)
{
    for (const auto &attrs : {graph.attrs(), newOnnxAttrs()}) {
        for (const GraphAttr &attr : attrs) {
            if (attr.name == name) {
                return nlohmann::json::parse(attr.json, nullptr, false);
            }
        }
    }
    return nullptr;
}

/// The fields beside the graph: what it says of its model, and of what has to be said what new models say.
Result<std::string> modelFacts(const Graph &graph)
{
    std::vector<GraphAttr> attrs = attrsWithImports(graph, Graph());
    for (const GraphAttr &attr : newOnnxAttrs()) {
        const bool isNeeded = attr.name != "producer_name" || attrs.empty();
        if (isNeeded && !findGraphAttr(graph, attr.name)) {
            attrs.push_back(attr);
        }
    }
    std::string fields;
    for (const GraphAttr &attr : attrs) {
        ASSIGN_OR_RETURN(const std::string field, modelFields(attr));
        fields += field;
    }
    return fields;
}

Result<WirePieces> graphPieces(const Graph &graph, const FormatContext &context)
{
    const nlohmann::json given = modelAttr(graph, "graph_name");
    const nlohmann::json text = modelAttr(graph, "graph_doc_string");
    const ModelFunctions functions = modelFunctions(graph);
    const Graph none;
    const GraphMessage noMessage;
    const std::filesystem::path noFile;
    DataFiles dataFiles({}, noFile, context.fileName);
    ASSIGN_OR_RETURN(WirePieces content, rewriteGraph({none,
                                                       graph,
                                                       noMessage,
                                                       context.fileName,
                                                       {noFile, dataFiles, context.values},
                                                       &context.ops,
                                                       &functions}));
    std::string name;
    addBytes(name, graph::name, given.is_string() ? given.get<std::string>() : "graph");
    if (text.is_string()) {
        addBytes(name, graph::docString, text.get<std::string>());
    }
    WirePieces pieces;
    pieces.add(std::move(name));
    pieces.append(std::move(content));
    return pieces;
}

} // namespace

Result<BytePieces> newModelPieces(const Graph &graph, const FormatContext &context)
{
    if (graph.dialect() != Dialect::Onnx) {
        return makeError("format-write", "the graph is one of {}, expected one of onnx",
                         dialectName(graph.dialect()));
    }
    ASSIGN_OR_RETURN(std::string facts, modelFacts(graph));
    ASSIGN_OR_RETURN(WirePieces content, graphPieces(graph, context));
    ASSIGN_OR_RETURN(WirePieces functions, carriedFunctionFields(graph, Graph()));
    WirePieces pieces;
    pieces.add(std::move(facts));
    pieces.addMessage(model::graph, std::move(content));
    pieces.append(std::move(functions));
    return BytePieces(std::move(pieces));
}

} // namespace nervure::onnx
