// SPDX-License-Identifier: Apache-2.0
#include "app/cli/numeric_compare.h"

#include "app/cli/console.h"
#include "app/cli/proof_report.h"
#include "core/proof/comparison_json.h"

#include <nlohmann/json.hpp>

namespace nervure::cli {

namespace {

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
    DeviceCatalog devices;
    devices.probeFirst();
    const ExecutionContext execution{context.builtins, devices, {}};
    const auto pair = ModelPair::make(*first, *second, execution);
    const auto compared =
        pair ? (*pair)->compare(options.tolerance) : Result<ModelComparison>(pair.error());
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
