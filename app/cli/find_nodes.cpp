// SPDX-License-Identifier: Apache-2.0
#include "app/cli/find_nodes.h"

#include "app/cli/console.h"
#include "app/cli/pipeline.h"
#include "core/engine/debug_profile.h"
#include "core/engine/profile_import.h"
#include "core/execution/profile/node_times.h"
#include "core/graph/analysis/parameters.h"
#include "core/support/file.h"

namespace nervure::cli {

namespace {

Result<ProfileReport> readProfile(const std::string &file, const Graph &graph)
{
    ASSIGN_OR_RETURN(const std::string text, readFile(file));
    Result<ProfileReport> report = importProfile(text, graph);
    if (!report) {
        Diagnostic error = report.error();
        error.where.file = file;
        return error;
    }
    return report;
}

/// The times of the profile that is given, else of one that lies beside the model.
Status readTimes(QuerySource &source, const CliModel &model, const std::string &profileFile,
                 Console &console)
{
    Result<ProfileReport> profile = ProfileReport();
    if (!profileFile.empty()) {
        profile = readProfile(profileFile, *source.graph);
        RETURN_IF_FAILED(profile);
    } else {
        Diagnostics found;
        const auto times = timesBesideDump(model.opened.path, *source.graph, found);
        console.report(found);
        profile = profileOfDebugTimes(times, *source.graph);
    }
    if (!profile->data.layers.empty()) {
        NodeTimes times = timesOfNodes(profile->data, *source.graph);
        source.times = std::move(times.ms);
        source.timeOwners = std::move(times.owners);
    }
    return {};
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
    if (const Status status = readTimes(source, model, profileFile, context.console); !status) {
        code = context.console.fail(ExitCode::InputFault, status.error());
        return std::nullopt;
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
