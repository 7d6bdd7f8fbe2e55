// SPDX-License-Identifier: Apache-2.0
#include "app/cli/find_nodes.h"

#include "app/cli/console.h"
#include "app/cli/pipeline.h"
#include "core/execution/profile/node_times.h"
#include "core/graph/analysis/parameters.h"
#include "core/support/file.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace nervure::cli {

namespace {

std::string textOf(const nlohmann::json &json, const char *key)
{
    const auto it = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && it != json.end() && it->is_string() ? it->get<std::string>()
                                                                   : std::string();
}

Diagnostic noProfile(const std::string &file)
{
    Diagnostic error = makeError("profile-file", "found no profile, expected the document of "
                                                 "`profile --json`");
    error.where.file = file;
    return error;
}

/// The layers of a document of `profile --json`, and what was folded into them.
struct ProfileDocument {
    std::vector<LayerTime> layers;
    std::vector<FoldedNode> folded;
};

std::optional<LayerTime> layerOf(const nlohmann::json &json)
{
    const nlohmann::json median = json.is_object()
                                      ? json.value("/ms/median"_json_pointer, nlohmann::json())
                                      : nlohmann::json();
    const nlohmann::json nodes =
        json.is_object() ? json.value("nodes", nlohmann::json()) : nlohmann::json();
    if (!median.is_number() || !nodes.is_array()) {
        return std::nullopt;
    }
    LayerTime layer{textOf(json, "node"), {}, median.get<double>()};
    for (const nlohmann::json &node : nodes) {
        if (node.is_string()) {
            layer.nodes.push_back(node.get<std::string>());
        }
    }
    return layer;
}

Result<ProfileDocument> readProfile(const std::string &file)
{
    ASSIGN_OR_RETURN(const std::string text, readFile(file));
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("layers") || !json["layers"].is_array()) {
        return noProfile(file);
    }
    ProfileDocument document;
    for (const nlohmann::json &item : json["layers"]) {
        std::optional<LayerTime> layer = layerOf(item);
        if (!layer) {
            return noProfile(file);
        }
        document.layers.push_back(std::move(*layer));
    }
    const nlohmann::json folded = json.value("folded", nlohmann::json());
    for (const nlohmann::json &item : folded.is_array() ? folded : nlohmann::json::array()) {
        document.folded.push_back({textOf(item, "node"), textOf(item, "into")});
    }
    return document;
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
        const auto profile = readProfile(profileFile);
        if (!profile) {
            code = context.console.fail(ExitCode::InputFault, profile.error());
            return std::nullopt;
        }
        NodeTimes times = timesOfNodes(profile->layers, profile->folded, *source.graph);
        source.times = std::move(times.ms);
        source.timeOwners = std::move(times.owners);
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
