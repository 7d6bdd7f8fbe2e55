// SPDX-License-Identifier: Apache-2.0
#include "app/cli/json_output.h"

#include "app/cli/graph_json.h"
#include "core/engine/report_json.h"

#include <nlohmann/json.hpp>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

Json valueJson(const DTypes &types)
{
    Json list = Json::array();
    for (const DType type : types) {
        list.push_back(dtypeCode(type));
    }
    return list;
}

Json valueJson(const ValueTypes &values)
{
    return textsOf(values);
}

Json valueJson(const std::shared_ptr<const Graph> &graph)
{
    return graphJson(*graph);
}

Json valueJson(const std::shared_ptr<const FusedGroups> &fused)
{
    return fusedGroupsJson(*fused);
}

Json valueJson(const std::shared_ptr<const ExecutionPlan> &plan)
{
    Json json = planJson(*plan);
    json["programs"] = programsJson(*plan);
    return json;
}

template <typename T>
Json valueJson(const T &value)
{
    return value;
}

} // namespace

Json analysisJson(const AnalysisValue &value)
{
    return std::visit([](const auto &held) { return valueJson(held); }, value);
}

std::string documentText(const Json &document)
{
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace nervure::cli
