// SPDX-License-Identifier: Apache-2.0
#include "core/engine/remote/remote_run.h"

#include "core/engine/given_values.h"
#include "core/engine/json_members.h"
#include "core/engine/layer_peek.h"
#include "core/engine/profile_json.h"
#include "core/engine/remote/remote_worker.h"
#include "core/engine/remote/sent_model.h"
#include "core/engine/report_json.h"
#include "core/engine/tuning/tune_messages.h"
#include "core/engine/what_if/what_if_messages.h"
#include "core/engine/worker_request.h"

#include <nlohmann/json.hpp>

namespace nervure {

namespace {

/// What came back, and the nodes that it speaks of by their places.
struct Returned {
    RemoteAnswer answer;
    RemotePlace place;
    std::vector<NodeId> nodes;
};

WorkerRequest commandOf(const char *name)
{
    WorkerRequest away;
    away.command = name;
    return away;
}

/// Adds all that the model is run by to the request, the text and the weights behind those that it has.
Result<Returned> askAway(WorkerRequest away, const ExecutionRequest &request,
                         ExecutionContext &context)
{
    RETURN_IF_FAILED(checkGivenValues(request, context.builtins));
    ASSIGN_OR_RETURN(RemotePlace place, parseRemotePlace(request.device));
    context.control.report(-1, "connecting");
    ASSIGN_OR_RETURN(RemoteWorker * worker, context.devices.remote(place, context.control.cancel));
    ASSIGN_OR_RETURN(SentModel sent, sentModel(request, context.builtins));
    away.model += sent.text;
    sent.weights.merge(away.execution.weights);
    away.semantics = request.semantics;
    away.operators = context.builtins.ops.declared().files();
    away.execution = request;
    away.execution.device = place.device;
    away.execution.weights = std::move(sent.weights);
    ASSIGN_OR_RETURN(RemoteAnswer answer,
                     worker->ask(std::move(away), context.control, context.live));
    return Returned{std::move(answer), std::move(place), std::move(sent.nodes)};
}

} // namespace

Result<RunReport> runRemotely(const ExecutionRequest &request, ExecutionContext &context)
{
    ASSIGN_OR_RETURN(Returned back, askAway(commandOf("run"), request, context));
    const nlohmann::ordered_json &document = *back.answer.result.document;
    RunReport report;
    report.device = deviceFrom(memberOf(document, "device_info"));
    report.device.id = back.place.nameOf(report.device.id);
    report.origin = originFrom(document);
    report.pipeline = textOf(document, "pipeline");
    report.outputs = std::move(back.answer.result.outputs);
    report.printed = textOf(document, "printed");
    report.wallMs = numberOf(document, "wall_ms", 0);
    report.prepareMs = numberOf(document, "prepare_ms", 0);
    report.invented = textsOf(memberOf(document, "invented"));
    report.wire = back.answer.wire;
    report.diagnostics = std::move(back.answer.result.diagnostics);
    return report;
}

Result<ProfileReport> profileRemotely(const ExecutionRequest &request, ExecutionContext &context)
{
    ASSIGN_OR_RETURN(const Returned back, askAway(commandOf("profile"), request, context));
    const nlohmann::ordered_json &document = *back.answer.result.document;
    ASSIGN_OR_RETURN(ProfileReport report, profileFrom(document, back.nodes));
    report.device.id = back.place.nameOf(report.device.id);
    report.kernels = layerKernelsFrom(memberOf(document, "layer_kernels"));
    report.wire = back.answer.wire;
    return report;
}

Result<LayerPeek> peekRemotely(const ExecutionRequest &request, const std::string &layer,
                               ExecutionContext &context)
{
    WorkerRequest away = commandOf("peek");
    away.layer = layer;
    ASSIGN_OR_RETURN(const Returned back, askAway(std::move(away), request, context));
    LayerPeek peek = layerPeekFrom(*back.answer.result.document);
    peek.device.id = back.place.nameOf(peek.device.id);
    peek.wire = back.answer.wire;
    peek.diagnostics = back.answer.result.diagnostics;
    return peek;
}

Result<TuneReport> tuneRemotely(const ExecutionRequest &request, TuneKeeping keeping,
                                ExecutionContext &context)
{
    ASSIGN_OR_RETURN(const Returned back, askAway(tuneRequest({}, keeping), request, context));
    TuneReport report = tuneReportFrom(*back.answer.result.document);
    report.device.id = back.place.nameOf(report.device.id);
    report.wire = back.answer.wire;
    report.diagnostics = back.answer.result.diagnostics;
    return report;
}

Result<WhatIfReport> whatIfRemotely(const WhatIf &question, ExecutionContext &context)
{
    RETURN_IF_FAILED(checkGivenValues(question.before, context.builtins));
    ASSIGN_OR_RETURN(SentModel sent, sentModel(question.before, context.builtins));
    WorkerRequest before;
    before.model = std::move(sent.text);
    before.execution.pipeline = question.before.pipeline;
    WorkerRequest away = whatIfRequest(before, {}, question.rounds);
    away.execution.weights = std::move(sent.weights);
    ASSIGN_OR_RETURN(const Returned back, askAway(std::move(away), question.after, context));
    ASSIGN_OR_RETURN(WhatIfReport report,
                     whatIfFrom(*back.answer.result.document, sent.nodes, back.nodes));
    for (ProfileReport *side : {&report.before, &report.after}) {
        side->device.id = back.place.nameOf(side->device.id);
        side->wire = back.answer.wire;
    }
    report.diagnostics = back.answer.result.diagnostics;
    return report;
}

} // namespace nervure
