// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_model_attrs.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_names.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/graph/model_facts.h"
#include "core/support/fingerprint.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace nervure::onnx {

namespace {

std::string jsonText(std::string_view text)
{
    return nlohmann::json(std::string(text))
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The domains of the operators of a graph and of those inside it, with the versions that these are of.
void findDomains(const Graph &graph, OpsetVersions &found)
{
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (!node.isVariable()) {
            const std::string_view domain = splitOperatorName(node.op).first;
            found.emplace(domain.empty() ? "ai.onnx" : domain, node.opset);
        }
        for (const auto &body : node.subgraphs) {
            findDomains(*body, found);
        }
    }
}

} // namespace

std::vector<GraphAttr> modelAttrs(const ModelMessage &model, const GraphMessage &graph,
                                  const UndefinedOutputs &undefined)
{
    std::vector<GraphAttr> attrs;
    attrs.push_back({"ir_version", "int", fmt::format("{}", model.irVersion)});
    std::vector<std::string> opsets;
    for (const OpsetImport &opset : model.opsets) {
        opsets.push_back(jsonText(opset.domain.empty() ? "ai.onnx" : opset.domain) + ':'
                         + fmt::format("{}", opset.version));
    }
    attrs.push_back({"opset_import", "dict", '{' + join(opsets, ",") + '}'});
    const auto addText = [&attrs](const char *name, std::string_view text) {
        if (!text.empty()) {
            attrs.push_back({name, "str", jsonText(text)});
        }
    };
    addText("producer_name", model.producerName);
    addText("producer_version", model.producerVersion);
    addText("domain", model.domain);
    if (model.modelVersion != 0) {
        attrs.push_back({"model_version", "int", fmt::format("{}", model.modelVersion)});
    }
    addText("doc_string", model.docString);
    addText("graph_name", graph.name);
    addText("graph_doc_string", graph.docString);
    ModelFunctions functions;
    for (const NamedMessage &function : model.functions) {
        const auto message = readFunction(function.field.bytes, model.file);
        if (message) {
            functions.emplace(operatorName(message->domain, message->name),
                              '#' + checksum(function.field.bytes));
        }
    }
    std::vector<std::string> metadata;
    for (const auto &[key, value] : model.metadata) {
        metadata.push_back(jsonText(key) + ':' + jsonText(value));
    }
    if (!metadata.empty()) {
        attrs.push_back({"metadata_props", "dict", '{' + join(metadata, ",") + '}'});
    }
    if (!functions.empty()) {
        attrs.push_back(functionsAttr(functions));
    }
    if (!undefined.empty()) {
        attrs.push_back(undefinedOutputsAttr(undefined));
    }
    return attrs;
}

std::vector<GraphAttr> attrsWithImports(const Graph &graph, const Graph &before)
{
    OpsetVersions versions = opsetImports(graph);
    const OpsetVersions imported = versions;
    OpsetVersions used;
    OpsetVersions usedBefore;
    findDomains(graph, used);
    findDomains(before, usedBefore);
    for (const auto &[domain, version] : used) {
        if (!versions.empty() && usedBefore.count(domain) == 0) {
            versions.emplace(domain, std::max<std::int64_t>(version, 1));
        }
    }
    return versions == imported ? graph.attrs()
                                : withGraphAttr(graph.attrs(), opsetImportAttr(versions));
}

std::uint32_t modelFieldNumber(std::string_view attr)
{
    constexpr std::pair<std::string_view, std::uint32_t> fields[]{
        {"ir_version", model::irVersion},
        {"producer_name", model::producerName},
        {"producer_version", model::producerVersion},
        {"domain", model::domain},
        {"model_version", model::modelVersion},
        {"doc_string", model::docString},
        {"opset_import", model::opsetImport},
        {"metadata_props", model::metadataProps}};
    const auto *const found =
        std::find_if(std::begin(fields), std::end(fields),
                     [attr](const auto &field) { return field.first == attr; });
    return found == std::end(fields) ? 0 : found->second;
}

Result<std::string> modelFields(const GraphAttr &attr)
{
    const std::uint32_t number = modelFieldNumber(attr.name);
    const auto json = nlohmann::json::parse(attr.json, nullptr, false);
    const auto unexpected = [&](const char *expected) {
        return makeError("onnx-model", "found {} {}, expected {}", attr.name, attr.json, expected);
    };
    if (json.is_discarded()) {
        return unexpected("JSON");
    }
    std::string fields;
    switch (number) {
    case 0: break;
    case model::irVersion:
    case model::modelVersion:
        if (!json.is_number_integer()) {
            return unexpected("a whole number");
        }
        addInteger(fields, number, json.get<std::int64_t>());
        break;
    case model::opsetImport:
        for (const auto &[domain, version] : json.items()) {
            if (!json.is_object() || !version.is_number_integer()) {
                return unexpected("versions by domain");
            }
            std::string import;
            addBytes(import, opset_import::domain, isOnnxDomain(domain) ? std::string() : domain);
            addInteger(import, opset_import::version, version.get<std::int64_t>());
            addBytes(fields, number, import);
        }
        break;
    case model::metadataProps:
        for (const auto &[key, value] : json.items()) {
            if (!json.is_object() || !value.is_string()) {
                return unexpected("texts by their keys");
            }
            std::string pair;
            addBytes(pair, string_pair::key, key);
            addBytes(pair, string_pair::value, value.get<std::string>());
            addBytes(fields, number, pair);
        }
        break;
    default:
        if (!json.is_string()) {
            return unexpected("a text");
        }
        addBytes(fields, number, json.get<std::string>());
    }
    return fields;
}

} // namespace nervure::onnx
