// SPDX-License-Identifier: Apache-2.0
#include "core/engine/layer_peek.h"

#include "core/engine/json_members.h"
#include "core/engine/profile_json.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/remote/remote_run.h"
#include "core/engine/report_json.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;
using GroupSize = std::array<std::size_t, 3>;

bool runsNode(const PlanStep &step, const std::string &node)
{
    const auto isIt = [&node](const NamedNode &one) { return one.name == node; };
    return step.root == node || std::any_of(step.originals.begin(), step.originals.end(), isIt)
           || std::any_of(step.absorbed.begin(), step.absorbed.end(), isIt);
}

Result<const PlanStep *> stepOf(const ExecutionPlan &plan, const std::string &node)
{
    std::vector<std::string> names;
    for (const PlanStep &step : plan.steps) {
        if (step.phase == StepPhase::Run && runsNode(step, node)) {
            return &step;
        }
        names.push_back(step.root);
    }
    const auto similar = nearest(node, names);
    return makeError("no-such-layer", "no layer runs a node {}, {}", quoted(node),
                     similar ? "did you mean " + quoted(*similar)
                             : std::string("expected the name of an operator that runs"));
}

Json sizeJson(const GroupSize &size)
{
    return size == GroupSize{0, 0, 0} ? Json() : Json(size);
}

GroupSize sizeFrom(const Json &json)
{
    GroupSize size{0, 0, 0};
    for (std::size_t i = 0; json.is_array() && i < std::min(json.size(), size.size()); ++i) {
        size.at(i) = json[i].is_number_unsigned() ? json[i].get<std::size_t>() : 0;
    }
    return size;
}

Json launchTrialJson(const LaunchTrial &launch)
{
    Json sizes = Json::array();
    const SizeTrial *best = launch.best();
    for (const SizeTrial &size : launch.sizes) {
        sizes.push_back({{"local", sizeJson(size.local)},
                         {"ms", statisticsJson(size.ms)},
                         {"correct", size.isCorrect},
                         {"fault", size.fault.empty() ? Json() : Json(size.fault)},
                         {"fastest", &size == best}});
    }
    return {{"kernel", launch.kernel},
            {"global", launch.global},
            {"facts", kernelFactsJson(launch.facts)},
            {"sizes", std::move(sizes)}};
}

LaunchTrial launchTrialFrom(const Json &json)
{
    LaunchTrial launch;
    launch.kernel = textOf(json, "kernel");
    launch.global = sizeFrom(memberOf(json, "global"));
    launch.facts = kernelFactsFrom(memberOf(json, "facts"));
    for (const Json &item : memberOf(json, "sizes")) {
        launch.sizes.push_back({sizeFrom(memberOf(item, "local")),
                                statisticsFrom(memberOf(item, "ms")),
                                memberOf(item, "correct") != Json(false), textOf(item, "fault")});
    }
    return launch;
}

} // namespace

Result<LayerPeek> peekLayer(const ExecutionRequest &request, const std::string &layer,
                            ExecutionContext &context)
{
    if (isRemoteDevice(request.device)) {
        return peekRemotely(request, layer, context);
    }
    ASSIGN_OR_RETURN(PreparedModel model, prepareModel(request, context));
    ASSIGN_OR_RETURN(const PlanStep *step, stepOf(*model.plan, layer));
    // Whether the device times kernels is known once it was measured.
    ASSIGN_OR_RETURN(const auto ceilings, model.backend->ceilings(false));
    LayerPeek peek{model.device, step->root, step->op, {}, {}, std::move(model.diagnostics)};
    if (ceilings && !ceilings->hasTimer) {
        peek.diagnostics.push_back(makeWarning(
            "device-timer", "the device's driver does not time kernels; times are the host's"));
    }
    ASSIGN_OR_RETURN(peek.trial, model.prepared->tryLayer(model.inputs, step->id, request.repeat,
                                                          context.control));
    return peek;
}

Json layerPeekJson(const LayerPeek &peek)
{
    Json launches = Json::array();
    for (const LaunchTrial &launch : peek.trial.launches) {
        launches.push_back(launchTrialJson(launch));
    }
    Json document{{"device", peek.device.name},
                  {"device_info", deviceJson(peek.device)},
                  {"layer", peek.layer},
                  {"op", peek.op},
                  {"ms", statisticsJson(peek.trial.ms)},
                  {"launches", std::move(launches)}};
    if (peek.wire) {
        document["wire"] = wireJson(peek.wire);
    }
    return document;
}

LayerPeek layerPeekFrom(const Json &json)
{
    LayerPeek peek;
    peek.device = deviceFrom(memberOf(json, "device_info"));
    peek.layer = textOf(json, "layer");
    peek.op = textOf(json, "op");
    peek.trial.ms = statisticsFrom(memberOf(json, "ms"));
    for (const Json &launch : memberOf(json, "launches")) {
        peek.trial.launches.push_back(launchTrialFrom(launch));
    }
    peek.wire = wireFrom(memberOf(json, "wire"));
    return peek;
}

} // namespace nervure
