// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_model.h"

#include "core/engine/imported_values.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/remote/remote_run.h"
#include "core/engine/repeated_runs.h"
#include "core/execution/profile/layer_verdict.h"
#include "core/execution/profile_summary.h"
#include "core/graph/value/value_type.h"
#include "core/support/process_use.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// The tensor that was computed, in the shape and type that the model gives the result.
Result<NamedTensor> resultOf(const PreparedModel &model, std::size_t output, Tensor computed)
{
    NamedTensor result{model.plan->outputs[output].name, std::move(computed)};
    const ValueType type = output < model.resultTypes.size()
                               ? ValueType::fromText(model.resultTypes[output])
                               : ValueType();
    const auto count = type.elementCount();
    if (!count) {
        return result;
    }
    const Shape shape = type.numbers();
    if (*count == 0) {
        ASSIGN_OR_RETURN(result.tensor, Tensor::zeros(computableType(type.element), shape));
    } else if (shape != result.tensor.shape() && *count == result.tensor.count()) {
        ASSIGN_OR_RETURN(result.tensor, tensorInShape(result.tensor, shape));
    }
    if (computableType(type.element) == result.tensor.type()) {
        result.element = type.element;
    }
    return result;
}

/// Ceilings that layers pass were measured while others worked, and are measured once more. If they are
/// passed all the same, nothing is judged by them.
void raiseCeilings(Backend &backend, ProfileReport &report)
{
    if (layerBeyondRoof(report.data) != nullptr) {
        if (const Result<std::optional<DeviceCeilings>> again = backend.ceilings(true)) {
            report.data.ceilings = *again;
        }
    }
    if (const LayerProfile *layer = layerBeyondRoof(report.data)) {
        report.data.ceilings->isPassed = true;
        report.diagnostics.push_back(makeWarningAt(layer->node.name, "device-ceilings",
                                                   "no layer is judged: {}",
                                                   distrustText(*report.data.ceilings)));
    } else if (report.data.ceilings && !report.data.ceilings->isTrusted()) {
        report.diagnostics.push_back(makeWarning("device-ceilings", "no layer is judged: {}",
                                                 distrustText(*report.data.ceilings)));
    }
}

/// In the mode that was asked for. Where somebody stops before the first has ended, one all the same: what is known
/// of whole runs says nothing of layers.
Result<RecordedRuns> profiledRuns(RepeatedRuns &repeated, RunMode mode,
                                  const RecordedRuns &unprofiled)
{
    if (repeated.isStopped()) {
        return repeated.oneAfterStop(mode, unprofiled);
    }
    Result<RecordedRuns> runs = repeated.run(mode, 0.5, 1);
    return !runs && runs.error().code == "cancelled" ? repeated.oneAfterStop(mode, unprofiled)
                                                     : std::move(runs);
}

void tellMissingLayers(ProfileReport &report)
{
    const auto &steps = report.plan->steps;
    const auto all = std::count_if(steps.begin(), steps.end(), [](const PlanStep &step) {
        return step.phase == StepPhase::Run;
    });
    if (report.isStopped && report.data.repeat == 0) {
        report.diagnostics.push_back(makeWarning(
            "stopped", "the run was stopped after {} of {} layers: the others have no times",
            report.data.layers.size(), all));
    }
}

} // namespace

Result<std::optional<DeviceCeilings>> measuredDevice(Backend &backend, RunMode mode,
                                                     Diagnostics &diagnostics)
{
    Result<std::optional<DeviceCeilings>> ceilings = backend.ceilings(false);
    if (!ceilings) {
        diagnostics.push_back(makeWarning("device-ceilings",
                                          "what the device does at best could not be measured: {}",
                                          ceilings.error().message));
        return std::optional<DeviceCeilings>();
    }
    if (*ceilings && !(*ceilings)->hasTimer) {
        const std::string fault =
            "the device's driver does not time kernels: it gives times far below those they take";
        if (mode == RunMode::Pipelined) {
            return makeError("device-timer", "{}; profile it serialised, by the host's clock",
                             fault);
        }
        diagnostics.push_back(
            makeWarning("device-timer",
                        "{}; those of layers are the host's, with what launching costs", fault));
    }
    return ceilings;
}

Result<RunReport> runModel(const ExecutionRequest &request, ExecutionContext &context)
{
    if (isRemoteDevice(request.device)) {
        return runRemotely(request, context);
    }
    ASSIGN_OR_RETURN(const std::shared_ptr<PreparedModel> kept,
                     keptOrPreparedModel(request, context));
    PreparedModel &model = *kept;
    context.control.report(0.5, "running");
    ASSIGN_OR_RETURN(RunOutcome outcome,
                     model.prepared->run(model.inputs, RunMode::Unprofiled, context.control));
    RunReport report;
    report.device = model.device;
    report.origin = originOf(request, *model.plan, context.builtins);
    report.pipeline = request.pipeline;
    for (std::size_t i = 0; i < outcome.outputs.size(); ++i) {
        ASSIGN_OR_RETURN(NamedTensor result, resultOf(model, i, std::move(outcome.outputs[i])));
        report.outputs.push_back(std::move(result));
    }
    report.printed = std::move(outcome.printed);
    report.wallMs = outcome.record.wallMs;
    report.prepareMs = model.prepared->prepared().ms;
    report.peakBytes = ownUse().peakBytes;
    report.diagnostics = model.diagnostics;
    report.invented = model.invented;
    for (const auto &[file, text] : outcome.files) {
        report.diagnostics.push_back(
            makeWarning("file-not-written",
                        "an fprint operator asks for {} bytes in the file {}, which models may not "
                        "write; its text is not kept, use print to see it",
                        text.size(), quoted(file)));
    }
    return report;
}

Result<ProfileReport> profileModel(const ExecutionRequest &request, ExecutionContext &context)
{
    if (isRemoteDevice(request.device)) {
        return profileRemotely(request, context);
    }
    ASSIGN_OR_RETURN(const std::shared_ptr<PreparedModel> kept,
                     keptOrPreparedModel(request, context));
    PreparedModel &model = *kept;
    // The first run is what the kept programs are complete after; the device is measured next, since
    // profiled runs must know whether it times kernels.
    RepeatedRuns repeated(model, request, context);
    ASSIGN_OR_RETURN(const auto unprofiled, repeated.run(RunMode::Unprofiled, 0.1, 0.5));
    ProfileReport report = reportOf(request, model, context.builtins);
    report.programs = model.backend->programCounts();
    std::optional<DeviceCeilings> ceilings;
    if (!repeated.isStopped()) { // who stopped it does not wait for seconds
        context.control.report(0.5, "measuring the device");
        ASSIGN_OR_RETURN(ceilings,
                         measuredDevice(*model.backend, request.mode, report.diagnostics));
    }
    ASSIGN_OR_RETURN(const RecordedRuns profiled, profiledRuns(repeated, request.mode, unprofiled));
    report.printed = repeated.printed();
    report.isStopped = repeated.isStopped();
    report.peakBytes = ownUse().peakBytes;
    addRuns(report, *model.backend, {profiled, unprofiled, ceilings});
    tellMissingLayers(report);
    return report;
}

ProfileReport reportOf(const ExecutionRequest &request, PreparedModel &model,
                       const Builtins &builtins)
{
    ProfileReport report;
    report.device = model.device;
    report.origin = originOf(request, *model.plan, builtins);
    report.diagnostics = model.diagnostics;
    report.invented = model.invented;
    report.pipeline = request.pipeline;
    report.mode = request.mode;
    report.plan = model.plan;
    report.kernels = layerKernels(*model.plan, model.prepared.get());
    report.arena = {model.plan->arenaBytes, model.plan->arenaLowerBound};
    report.data.prepareMs = model.prepared->prepared().ms;
    report.data.prepareBytes = model.prepared->prepared().bytes;
    return report;
}

void addRuns(ProfileReport &report, Backend &backend, const MeasuredRuns &runs)
{
    ProfileData data = summarizeRuns(*report.plan, report.mode, runs.profiled, runs.unprofiled);
    data.ceilings = runs.ceilings;
    data.prepareMs = report.data.prepareMs;
    data.prepareBytes = report.data.prepareBytes;
    report.data = std::move(data);
    if (!report.isStopped) {
        raiseCeilings(backend, report);
    }
    judgeLayers(report.data, report.device.timerResolutionNs);
}

} // namespace nervure
