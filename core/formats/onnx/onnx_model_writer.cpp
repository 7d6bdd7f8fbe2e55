// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_model_writer.h"

#include "core/formats/onnx/data_files.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_graph_writer.h"
#include "core/formats/onnx/onnx_names.h"
#include "core/formats/protobuf/wire_writer.h"
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

/// What stands before the graph.
Result<std::string> modelHead(const Graph &graph)
{
    const nlohmann::json version = modelAttr(graph, "ir_version");
    if (!version.is_number_integer()) {
        return makeError("onnx-model", "found ir_version {}, expected a whole number",
                         version.dump());
    }
    std::string fields;
    addInteger(fields, model::irVersion, version.get<std::int64_t>());
    if (const nlohmann::json producer = modelAttr(graph, "producer_name"); producer.is_string()) {
        addBytes(fields, model::producerName, producer.get<std::string>());
    }
    return fields;
}

Result<std::string> opsetImports(const Graph &graph)
{
    const nlohmann::json opsets = modelAttr(graph, "opset_import");
    std::string fields;
    for (const auto &[domain, version] : opsets.items()) {
        if (!opsets.is_object() || !version.is_number_integer()) {
            return makeError("onnx-model", "found opset_import {}, expected versions by domain",
                             opsets.dump());
        }
        std::string import;
        addBytes(import, opset_import::domain, isOnnxDomain(domain) ? std::string() : domain);
        addInteger(import, opset_import::version, version.get<std::int64_t>());
        addBytes(fields, model::opsetImport, import);
    }
    return fields;
}

Result<WirePieces> graphPieces(const Graph &graph, const FormatContext &context)
{
    const nlohmann::json given = modelAttr(graph, "graph_name");
    const Graph none;
    const GraphMessage noMessage;
    const std::filesystem::path noFile;
    DataFiles dataFiles({}, noFile, context.fileName);
    ASSIGN_OR_RETURN(WirePieces content, rewriteGraph({none,
                                                       graph,
                                                       noMessage,
                                                       context.fileName,
                                                       {noFile, dataFiles, context.values},
                                                       &context.ops}));
    std::string name;
    addBytes(name, graph::name, given.is_string() ? given.get<std::string>() : "graph");
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
    ASSIGN_OR_RETURN(std::string head, modelHead(graph));
    ASSIGN_OR_RETURN(WirePieces content, graphPieces(graph, context));
    ASSIGN_OR_RETURN(std::string opsets, opsetImports(graph));
    WirePieces pieces;
    pieces.add(std::move(head));
    pieces.addMessage(model::graph, std::move(content));
    pieces.add(std::move(opsets));
    return BytePieces(std::move(pieces));
}

} // namespace nervure::onnx
