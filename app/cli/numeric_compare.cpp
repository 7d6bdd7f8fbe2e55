// SPDX-License-Identifier: Apache-2.0
#include "app/cli/numeric_compare.h"

#include "app/cli/console.h"
#include "app/cli/proof_report.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::cli {

namespace {

bool isVariable(const Graph &graph, const std::string &name)
{
    const auto id = graph.findByName(name);
    return id && graph.node(*id).isVariable();
}

/// Values are given for both models: one that has not such an input goes without. Fails on names that neither has.
Status dropOthersInputs(ExecutionRequest &request, const Graph &other)
{
    std::vector<std::string> unknown;
    for (const auto &[name, value] : request.values) {
        if (!isVariable(request.graph, name) && request.loadedParams.count(name) == 0) {
            unknown.push_back(name);
        }
    }
    for (const std::string &name : unknown) {
        if (!isVariable(other, name)) {
            return makeError("usage", "neither model has a variable {} to give a value to",
                             quoted(name));
        }
        request.values.erase(name);
        request.valueFiles.erase(name);
    }
    return {};
}

nlohmann::ordered_json sideJson(const ExecutionOptions &options, const ExecutionRequest &request)
{
    return {{"file", options.model.file},
            {"nodes", request.graph.nodeCount()},
            {"dialect", dialectName(request.graph.dialect())},
            {"device", request.device}};
}

} // namespace

ExitCode compareNumerically(const NumericOptions &options, CommandContext &context)
{
    ExitCode code = ExitCode::Done;
    auto first = makeExecutionRequest(options.first, context, code);
    if (!first) {
        return code;
    }
    auto second = makeExecutionRequest(options.second, context, code);
    if (!second) {
        return code;
    }
    const Graph firstGraph = first->graph;
    for (Status status :
         {dropOthersInputs(*first, second->graph), dropOthersInputs(*second, firstGraph)}) {
        if (!status) {
            return context.console.fail(ExitCode::WrongUsage, status.error());
        }
    }
    DeviceCatalog devices;
    devices.probeFirst();
    ExecutionContext execution{context.builtins, devices, {}};
    const ExecutionRequest firstManner = mannerOf(*first);
    const ExecutionRequest secondManner = mannerOf(*second);
    const auto compared = compareModels({*first, {firstManner, execution}},
                                        {*second, {secondManner, execution}}, options.tolerance);
    if (!compared) {
        return context.console.fail(exitCodeOf(compared.error()), compared.error());
    }
    context.console.document() = {{"first", sideJson(options.first, *first)},
                                  {"second", sideJson(options.second, *second)}};
    context.console.document().update(modelsJson(*compared));
    context.console.print(modelsTable(*compared));
    context.console.remark('\n' + modelsSummary(*compared));
    code = compared->values.resultsDiffer() ? ExitCode::Different : ExitCode::Done;
    return giveJunit(options.junit, "compare", modelsCases(*compared), code, context);
}

} // namespace nervure::cli
