// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pipeline.h"

#include "app/cli/execution/device_catalog.h"
#include "core/passes/live_inference.h"

#include <algorithm>
#include <array>
#include <memory>

namespace nervure::cli {

namespace {

/// Opens the device only when a pass asks for it.
TargetLookup deviceTargets()
{
    auto devices = std::make_shared<DeviceCatalog>();
    return [devices](const std::string &name) -> Result<DeviceTraits> {
        const Result<Backend *> backend = devices->open(name);
        if (!backend) {
            return backend.error();
        }
        return (*backend)->info().traits;
    };
}

PassEnvironment environmentOf(const CliModel &model, const Builtins &builtins)
{
    PassEnvironment environment{builtins.passes, builtins.ops, model.facts, model.semantics};
    environment.targets = deviceTargets();
    return environment;
}

bool isUsageError(const Diagnostic &diagnostic)
{
    static constexpr std::array<std::string_view, 3> codes{"pass-unknown", "option-unknown",
                                                           "option-invalid"};
    return std::find(codes.begin(), codes.end(), diagnostic.code) != codes.end();
}

} // namespace

Result<PassRun> runPipeline(const std::string &passes, const CliModel &model,
                            const Builtins &builtins)
{
    const auto requests = parsePipeline(passes);
    if (!requests) {
        return requests.error();
    }
    PassEnvironment environment = environmentOf(model, builtins);
    environment.describesSteps = true;
    PassRun result = runPasses(model.opened.graph, *requests, environment);
    const auto usage =
        std::find_if(result.diagnostics.begin(), result.diagnostics.end(), isUsageError);
    if (usage != result.diagnostics.end()) {
        return *usage;
    }
    return result;
}

PassRun infer(const CliModel &model, const Builtins &builtins)
{
    PassEnvironment environment = environmentOf(model, builtins);
    environment.keepsGoing = true;
    return runPasses(model.opened.graph, livePasses(model.opened.graph), environment);
}

} // namespace nervure::cli
