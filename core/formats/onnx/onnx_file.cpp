// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/onnx/external_data.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_graph.h"
#include "core/formats/onnx/onnx_model_writer.h"
#include "core/formats/onnx/onnx_preserving.h"
#include "core/graph/onnx_variable.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

namespace nervure {

namespace {

/// True if a field may be one of a ModelProto, as far as its number and its wire type tell.
bool isModelField(const WireField &field)
{
    switch (field.number) {
    case onnx::model::irVersion:
    case onnx::model::modelVersion: return field.type == WireType::Varint;
    case onnx::model::producerName:
    case onnx::model::producerVersion:
    case onnx::model::domain:
    case onnx::model::docString:
    case onnx::model::graph:
    case onnx::model::opsetImport:
    case onnx::model::metadataProps:
    case onnx::model::functions: return field.type == WireType::Bytes;
    default: return field.number > onnx::model::opsetImport && field.type == WireType::Bytes;
    }
}

/// Every message is a few fields with small numbers: a model is told by all of them.
int sniffOnnx(std::string_view bytes, const OpRegistry &)
{
    constexpr std::uint32_t highestNumber = 30;
    const auto fields = firstFields(bytes, MessageEnd::There);
    if (!fields) {
        return 0;
    }
    bool hasGraph = false;
    bool hasVersion = false;
    for (const WireField &field : *fields) {
        if (field.number > highestNumber || !isModelField(field)) {
            return 0;
        }
        hasGraph = hasGraph || field.number == onnx::model::graph;
        hasVersion = hasVersion || field.number == onnx::model::irVersion
                     || field.number == onnx::model::opsetImport;
    }
    return hasGraph && hasVersion ? 95 : 0;
}

/// The files of values that are not beside the model, once each.
void warnOfMissingData(const Graph &graph, const std::filesystem::path &model,
                       Diagnostics &diagnostics)
{
    std::error_code error;
    if (!std::filesystem::exists(model, error)) {
        return; // it was no file
    }
    std::set<std::string_view> known;
    for (const NodeId id : graph.nodes()) {
        const std::string *data = graph.node(id).attrs.find(onnx_variable::data);
        if (!data || *data == onnx_variable::inside || !known.insert(*data).second) {
            continue;
        }
        const auto file = onnx::externalFile(*data, model, {});
        if (!file && file.error().code == "data-missing") {
            Diagnostic warning = makeWarning("data-missing", "{}", file.error().message);
            warning.where.file = model.string();
            warning.where.node = graph.node(id).name;
            diagnostics.push_back(std::move(warning));
        }
    }
}

Result<LoadedGraph> readOnnx(std::string_view bytes, const FormatContext &context)
{
    ASSIGN_OR_RETURN(const onnx::ModelMessage model, onnx::readModel(bytes));
    ASSIGN_OR_RETURN(onnx::ReadGraph read, onnx::buildGraph(model, context.beside));
    warnOfMissingData(read.graph, context.fileName, read.diagnostics);
    return LoadedGraph{std::move(read.graph), std::move(read.diagnostics)};
}

/// "IR 8, opset 17".
std::string onnxRelease(const Graph &graph)
{
    std::string release;
    for (const GraphAttr &attr : graph.attrs()) {
        if (attr.name == "ir_version") {
            release = "IR " + attr.json;
        } else if (attr.name == "opset_import") {
            const auto opsets = nlohmann::json::parse(attr.json, nullptr, false);
            if (opsets.is_object() && opsets.contains("ai.onnx")) {
                release += ", opset " + opsets["ai.onnx"].dump();
            }
        }
    }
    return release;
}

} // namespace

void registerOnnxFile(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "onnx";
    spec.title = "ONNX";
    spec.family = "onnx";
    spec.dialect = Dialect::Onnx;
    spec.extensions = {"onnx"};
    spec.sniff = sniffOnnx;
    spec.read = readOnnx;
    spec.holdsWeights = true;
    spec.release = onnxRelease;
    spec.writePieces = [](const Graph &graph, const FormatContext &context, Diagnostics &) {
        return onnx::newModelPieces(graph, context);
    };
    spec.write = [](const Graph &graph, const FormatContext &context,
                    Diagnostics &) -> Result<std::string> {
        ASSIGN_OR_RETURN(const BytePieces pieces, onnx::newModelPieces(graph, context));
        return pieces.text();
    };
    spec.preservingPieces = [](const Graph &graph, const FileBytes &original,
                               const FormatContext &context, Diagnostics &diagnostics) {
        return onnx::preservingPieces(graph, {original.view(), original.path()}, context,
                                      diagnostics);
    };
    spec.writePreserving = [](const Graph &graph, std::string_view original,
                              const FormatContext &context,
                              Diagnostics &diagnostics) -> Result<std::string> {
        ASSIGN_OR_RETURN(const BytePieces pieces,
                         onnx::preservingPieces(graph, {original, {}}, context, diagnostics));
        return pieces.text();
    };
    formats.add(std::move(spec));
}

} // namespace nervure
