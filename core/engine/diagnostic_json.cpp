// SPDX-License-Identifier: Apache-2.0
#include "core/engine/diagnostic_json.h"

#include "core/support/finding_groups.h"

#include <nlohmann/json.hpp>

#include <unordered_map>

namespace nervure {

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

} // namespace nervure
