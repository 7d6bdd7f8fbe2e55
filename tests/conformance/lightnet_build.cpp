// SPDX-License-Identifier: Apache-2.0
// Where the runner meets what this build can do with LightNet's documents.
#include "app/cli/execution/run_model.h"
#include "core/execution/static_order.h"
#include "tests/conformance/lightnet_context.h"

namespace nervure::conformance {

namespace {

Diagnostic notThere(const char *what)
{
    return makeError("not-built", std::string("this build has no ") + what);
}

} // namespace

Result<LightNetBuild> buildLightNet(const LightNetJob &)
{
    return notThere("planner of LightNet's memory");
}

Result<LightNetRun> runLightNet(const LightNetJob &)
{
    return notThere("run on LightNet's arena");
}

Result<std::string> printLightNet(const LightNetJob &job)
{
    cli::ExecutionRequest request;
    request.graph = job.graph;
    request.device = "reference";
    request.pipeline = "none";
    cli::DeviceCatalog devices;
    cli::ExecutionContext execution{job.context.builtins, devices, {}};
    auto report = cli::runModel(request, execution);
    if (!report) {
        return report.error();
    }
    return std::move(report->printed);
}

Result<std::string> translateNet(const std::string &)
{
    return notThere("reader of .net files");
}

} // namespace nervure::conformance
