// SPDX-License-Identifier: Apache-2.0
#include "app/cli/numeric_compare.h"

#include "app/cli/console.h"
#include "app/cli/proof_report.h"
#include "app/cli/verdict_exit.h"
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

/// Nothing was compared: what one of the models needs is not known here.
ExitCode tellNotRun(const NumericOptions &options, const ExecutionRequest &first,
                    const ExecutionRequest &second, const Diagnostic &why, CommandContext &context)
{
    Diagnostic warning = why;
    warning.severity = Severity::Warning;
    context.console.report(warning);
    context.console.document() = {{"first", sideJson(options.first, first)},
                                  {"second", sideJson(options.second, second)},
                                  {"verdict", incompleteWord},
                                  {"reason", why.message}};
    context.console.print("INCOMPLETE: not run: " + why.message + '\n');
    return giveJunit(options.junit, "compare", {{"outputs", {}, why.message}},
                     exitCodeOf(ProofVerdict::NotRun, options.allowsIncomplete), context);
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
    const auto pair = ModelPair::make(
        *first, *second, {options.first.model.file, options.second.model.file}, execution);
    const auto compared =
        pair ? (*pair)->compare(options.tolerance) : Result<ModelComparison>(pair.error());
    if (!compared && compared.error().code == "no-reference") {
        return tellNotRun(options, *first, *second, compared.error(), context);
    }
    if (!compared) {
        return context.console.fail(exitCodeOf(compared.error()), compared.error());
    }
    context.console.document() = {{"first", sideJson(options.first, *first)},
                                  {"second", sideJson(options.second, *second)}};
    context.console.document().update(modelsJson(*compared));
    context.console.print(modelsTable(*compared));
    context.console.remark('\n' + modelsSummary(*compared));
    code = exitCodeOf(compared->verdict, options.allowsIncomplete);
    return giveJunit(options.junit, "compare", modelsCases(*compared), code, context);
}

} // namespace nervure::cli
