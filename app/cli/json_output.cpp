// SPDX-License-Identifier: Apache-2.0
#include "app/cli/json_output.h"

#include "app/cli/execution/report_json.h"
#include "app/cli/graph_json.h"
#include "core/support/finding_groups.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <unordered_map>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

Json textOrNull(const std::string &text)
{
    return text.empty() ? Json() : Json(text);
}

Json numberOrNull(int number)
{
    return number > 0 ? Json(number) : Json();
}

Json valueJson(const DTypes &types)
{
    Json list = Json::array();
    for (const DType type : types) {
        list.push_back(dtypeCode(type));
    }
    return list;
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

Json diagnosticJson(const Diagnostic &diagnostic)
{
    const Location &where = diagnostic.where;
    return {{"severity", severityName(diagnostic.severity)},
            {"code", diagnostic.code},
            {"message", diagnostic.message},
            {"node", textOrNull(where.node)},
            {"holders", where.holders},
            {"file", textOrNull(where.file)},
            {"line", numberOrNull(where.line)},
            {"column", numberOrNull(where.column)}};
}

Json diagnosticsJson(const Diagnostics &diagnostics)
{
    Json list = Json::array();
    std::unordered_map<std::string, std::size_t> counts;
    for (const Diagnostic &diagnostic : diagnostics) {
        ++counts[causeOf(diagnostic)];
    }
    for (const Diagnostic &diagnostic : diagnostics) {
        list.push_back(diagnosticJson(diagnostic));
        list.back()["count"] = counts[causeOf(diagnostic)];
    }
    return list;
}

Json analysisJson(const AnalysisValue &value)
{
    return std::visit([](const auto &held) { return valueJson(held); }, value);
}

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json(formatNumber(value));
}

std::string documentText(const Json &document)
{
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace nervure::cli
