// SPDX-License-Identifier: Apache-2.0
#include "app/cli/find_nodes.h"

#include "app/cli/console.h"
#include "app/cli/pipeline.h"
#include "core/engine/profile_json.h"
#include "core/execution/profile/node_times.h"
#include "core/graph/analysis/parameters.h"
#include "core/support/file.h"

#include <nlohmann/json.hpp>

namespace nervure::cli {

namespace {

Result<ProfileReport> readProfile(const std::string &file, const Graph &graph)
{
    ASSIGN_OR_RETURN(const std::string text, readFile(file));
    Result<ProfileReport> report =
        profileFrom(nlohmann::ordered_json::parse(text, nullptr, false), graph.nodes());
    if (!report) {
        Diagnostic error = report.error();
        error.where.file = file;
        return error;
    }
    return report;
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
        const auto profile = readProfile(profileFile, *source.graph);
        if (!profile) {
            code = context.console.fail(ExitCode::InputFault, profile.error());
            return std::nullopt;
        }
        NodeTimes times = timesOfNodes(profile->data, *source.graph);
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
