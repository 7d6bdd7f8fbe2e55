// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pipeline.h"

#include "app/cli/console.h"
#include "core/engine/device_catalog.h"
#include "core/engine/run_model.h"
#include "core/passes/live/live_inference.h"

#include <algorithm>
#include <array>
#include <memory>

namespace nervure::cli {

namespace {

PassEnvironment environmentOf(const CliModel &model, const Builtins &builtins)
{
    PassEnvironment environment{builtins.passes, builtins.ops, model.facts, model.semantics};
    environment.targets = deviceTargets();
    return environment;
}

} // namespace

TargetLookup deviceTargets()
{
    auto devices = std::make_shared<DeviceCatalog>();
    return [devices](const std::string &name) -> Result<DeviceTraits> {
        ASSIGN_OR_RETURN(Backend * backend, devices->open(name));
        return backend->info().traits;
    };
}

Result<PassRun> runPipeline(const std::string &passes, const CliModel &model,
                            const Builtins &builtins)
{
    ASSIGN_OR_RETURN(const auto requests, parsePipeline(passes));
    PassEnvironment environment = environmentOf(model, builtins);
    environment.describesSteps = true;
    return runPasses(model.opened.graph, requests, environment);
}

ExitCode failureCode(const PassRun &run)
{
    static constexpr std::array<std::string_view, 3> usage{"pass-unknown", "option-unknown",
                                                           "option-invalid"};
    const Diagnostic *error = run.steps.empty() ? nullptr : failureOf(run.steps.back());
    if (!error) {
        return ExitCode::InputFault;
    }
    return std::find(usage.begin(), usage.end(), error->code) != usage.end() ? ExitCode::WrongUsage
                                                                             : exitCodeOf(*error);
}

PassRun infer(const CliModel &model, const Builtins &builtins)
{
    PassEnvironment environment = environmentOf(model, builtins);
    environment.keepsGoing = true;
    return runPasses(model.opened.graph, livePasses(model.opened.graph), environment);
}

} // namespace nervure::cli
