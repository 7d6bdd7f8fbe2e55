// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/frontend_graph.h"

#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

std::string comparable(std::string message)
{
    constexpr std::string_view time = "[HH:MM:SS] ";
    if (message.starts_with(time)) {
        const std::size_t place = message.find(": ", time.size());
        message.erase(0, place == std::string::npos ? time.size() : place + 2);
    }
    return message.substr(0, message.find(" Possible Arguments"));
}

} // namespace

Result<Json> savedByNnvm(const Builtins &builtins, const Graph &graph)
{
    Diagnostics found;
    ASSIGN_OR_RETURN(
        const std::string text,
        builtins.formats.find("nnvm")->write(graph, {builtins.ops, Semantics::Exact, {}}, found));
    Json json = Json::parse(text);
    json.erase("attrs");
    return json;
}

void learnInput(const std::string &name, const Json &record, InputFacts &facts)
{
    facts.shapes[name] = Shape(record.at("shape").get<std::vector<std::int64_t>>());
    facts.dtypes[name] =
        dtypeFromName(record.at("dtype").get<std::string>()).value_or(DType::Unknown);
}

Finding compareRefusal(const PassRun &run, const std::string &code, const std::string &message)
{
    const Diagnostic *error = run.steps.empty() ? nullptr : failureOf(run.steps.back());
    if (run.ok || !error) {
        return differs("nothing is refused, expected " + code);
    }
    if (error->code != code) {
        return differs(error->code + " (" + error->message + "), expected " + code);
    }
    return findingOf(firstTextDifference(comparable(error->message), comparable(message)));
}

} // namespace nervure::conformance
