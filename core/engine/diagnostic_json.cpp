// SPDX-License-Identifier: Apache-2.0
#include "core/engine/diagnostic_json.h"

#include "core/engine/json_members.h"
#include "core/support/finding_groups.h"

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

Json trailsJson(const Diagnostic &diagnostic)
{
    Json trails = Json::array();
    if (diagnostic.trails) {
        for (const ValueTrail &trail : *diagnostic.trails) {
            Json steps = Json::array();
            for (const ValueTrail::Step &step : trail.steps) {
                steps.push_back({{"node", step.name}, {"value", step.value}});
            }
            trails.push_back({{"what", trail.what}, {"steps", std::move(steps)}});
        }
    }
    return trails;
}

int intOf(const Json &json, std::string_view name)
{
    const Json &member = memberOf(json, name);
    return member.is_number_integer() ? member.get<int>() : 0;
}

} // namespace

Json diagnosticJson(const Diagnostic &diagnostic)
{
    const Location &where = diagnostic.where;
    return {{"severity", severityName(diagnostic.severity)},
            {"code", diagnostic.code},
            {"message", diagnostic.message},
            {"node", textOrNull(where.node)},
            {"holders", where.owners},
            {"file", textOrNull(where.file)},
            {"line", numberOrNull(where.line)},
            {"column", numberOrNull(where.column)},
            {"trails", trailsJson(diagnostic)}};
}

Json diagnosticsJson(const Diagnostics &diagnostics)
{
    Json list = Json::array();
    std::unordered_map<std::string, std::size_t> counts;
    for (const Diagnostic &diagnostic : diagnostics) {
        counts[causeOf(diagnostic)] += diagnostic.count();
    }
    for (const Diagnostic &diagnostic : diagnostics) {
        list.push_back(diagnosticJson(diagnostic));
        list.back()["count"] = counts[causeOf(diagnostic)];
    }
    return list;
}

Diagnostic diagnosticFrom(const Json &json)
{
    Diagnostic diagnostic(Severity::Error, textOf(json, "code"), textOf(json, "message"));
    for (const Severity severity : {Severity::Note, Severity::Warning}) {
        if (textOf(json, "severity") == severityName(severity)) {
            diagnostic.severity = severity;
        }
    }
    diagnostic.where.node = textOf(json, "node");
    diagnostic.where.owners = textsOf(memberOf(json, "holders"));
    diagnostic.where.file = textOf(json, "file");
    diagnostic.where.line = intOf(json, "line");
    diagnostic.where.column = intOf(json, "column");
    return diagnostic;
}

Diagnostics diagnosticsFrom(const Json &json)
{
    Diagnostics diagnostics;
    for (const Json &item : json) {
        diagnostics.push_back(diagnosticFrom(item));
    }
    return diagnostics;
}

} // namespace nervure
