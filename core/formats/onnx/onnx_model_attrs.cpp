// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_model_attrs.h"

#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nervure::onnx {

namespace {

std::string jsonText(std::string_view text)
{
    return nlohmann::json(std::string(text))
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

std::vector<GraphAttr> modelAttrs(const ModelMessage &model, const GraphMessage &graph)
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
    std::vector<std::string> metadata;
    for (const auto &[key, value] : model.metadata) {
        metadata.push_back(jsonText(key) + ':' + jsonText(value));
    }
    if (!metadata.empty()) {
        attrs.push_back({"metadata_props", "dict", '{' + join(metadata, ",") + '}'});
    }
    return attrs;
}

} // namespace nervure::onnx
