// SPDX-License-Identifier: Apache-2.0
#include "app/cli/find_nodes.h"

#include "app/cli/console.h"
#include "app/cli/pipeline.h"
#include "core/graph/parameters.h"
#include "core/support/file.h"

#include <nlohmann/json.hpp>

#include <map>

namespace nervure::cli {

namespace {

using Json = nlohmann::json;

Diagnostic noProfile(const std::string &file)
{
    Diagnostic error = makeError("profile-file", "found no profile, expected the document of "
                                                 "`profile --json`");
    error.where.file = file;
    return error;
}

/// Median time of each node's layer, by name.
Result<std::map<std::string, double>> timesByName(const std::string &file)
{
    const Result<std::string> text = readFile(file);
    if (!text) {
        return text.error();
    }
    const Json document = Json::parse(*text, nullptr, false);
    if (!document.is_object() || !document.contains("layers") || !document["layers"].is_array()) {
        return noProfile(file);
    }
    std::map<std::string, double> times;
    for (const Json &layer : document["layers"]) {
        const Json median =
            layer.is_object() ? layer.value("/ms/median"_json_pointer, Json()) : Json();
        const Json nodes = layer.is_object() ? layer.value("nodes", Json()) : Json();
        if (!median.is_number() || !nodes.is_array()) {
            return noProfile(file);
        }
        for (const Json &node : nodes) {
            if (node.is_string()) {
                times[node.get<std::string>()] = median.get<double>();
            }
        }
    }
    return times;
}

} // namespace

std::optional<NodeFacts> nodeFacts(const CliModel &model, const std::string &profileFile,
                                   CommandContext &context, ExitCode &code)
{
    const PassRun inferred = infer(model, context.builtins);
    QuerySource source;
    source.graph = std::make_shared<const Graph>(model.opened.graph);
    source.index = inferred.index;
    source.analyses = inferred.analyses;
    source.semantics = model.semantics;
    source.parameters =
        findParameters(model.opened.graph, context.builtins.ops, model.loadedNames());
    if (!profileFile.empty()) {
        const auto times = timesByName(profileFile);
        if (!times) {
            code = context.console.fail(ExitCode::InputFault, times.error());
            return std::nullopt;
        }
        for (const NodeId id : source.graph->nodes()) {
            if (const auto it = times->find(source.graph->node(id).name); it != times->end()) {
                source.times.emplace(id, it->second);
            }
        }
    }
    return NodeFacts(std::move(source), context.builtins.ops);
}

Diagnostic inQuery(Diagnostic error)
{
    error.where.file = "query";
    error.where.line = 1;
    return error;
}

} // namespace nervure::cli
