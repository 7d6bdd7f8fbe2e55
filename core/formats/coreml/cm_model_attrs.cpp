// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_model_attrs.h"

#include <nlohmann/json.hpp>
#include <string>

namespace nervure::coreml {

namespace {

std::string textOfJson(const nlohmann::json &json)
{
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

std::vector<GraphAttr> modelAttrs(const ModelMessage &model, const NetworkMessage &network)
{
    std::vector<GraphAttr> attrs;
    attrs.push_back({"model", "str", textOfJson(std::string(networkKind(model.kind)))});
    attrs.push_back({"specificationVersion", "int", std::to_string(model.version)});
    nlohmann::json outputs = nlohmann::json::array();
    nlohmann::json types = nlohmann::json::array();
    for (const Feature &output : model.outputs) {
        outputs.push_back(std::string(output.name));
        types.push_back(output.type);
    }
    attrs.push_back({"outputs", "list_str", textOfJson(outputs)});
    attrs.push_back({"outputTypes", "list_str", textOfJson(types)});
    if (network.labelCount > 0) {
        attrs.push_back({"classes", "int", std::to_string(network.labelCount)});
    }
    if (!network.labels.empty()) {
        nlohmann::json labels = nlohmann::json::array();
        for (const std::string_view label : network.labels) {
            labels.push_back(std::string(label));
        }
        attrs.push_back({"classLabels", "list_str", textOfJson(labels)});
    }
    for (const auto &[key, text] : model.metadata) {
        attrs.push_back({key, "str", textOfJson(std::string(text))});
    }
    return attrs;
}

} // namespace nervure::coreml
