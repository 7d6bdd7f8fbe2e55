// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_model.h"

#include "core/engine/remote/remote_place.h"
#include "core/engine/remote/remote_run.h"
#include "core/execution/profile/layer_verdict.h"
#include "core/execution/profile_summary.h"
#include "core/graph/value/value_type.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// Warm-ups beyond those asked for, while each is yet a twentieth faster than all before.
constexpr std::size_t mostExtraWarmups = 8;
constexpr double settledPart = 0.95;

/// Runs over and over and keeps the records of the timed runs.
class Repeater {
public:
    Repeater(PreparedModel &model, const ExecutionRequest &request, const ExecutionContext &context)
        : m_model(model),
          m_request(request),
          m_control(context.control),
          m_live(context.live)
    {}

    /// Fractions of the progress go from `from` to `to`. Whoever stops profiled runs keeps those that ended.
    Result<RecordedRuns> run(RunMode mode, double from, double to)
    {
        RecordedRuns runs;
        const std::size_t total = m_request.warmup + m_request.repeat;
        const auto report = [&](std::size_t done, std::string_view stage) {
            const double part = static_cast<double>(done) / static_cast<double>(total);
            m_control.report(from + (to - from) * part, stage);
        };
        while (isCold(runs.warmupMs)) {
            report(std::min(runs.warmupMs.size(), m_request.warmup), "warming up");
            ASSIGN_OR_RETURN(RunRecord record, once(mode));
            runs.warmupMs.push_back(record.wallMs);
        }
        for (std::size_t i = 0; i < m_request.repeat; ++i) {
            report(m_request.warmup + i, "measuring");
            Result<RunRecord> record = once(mode);
            const bool isKept = mode != RunMode::Unprofiled && !runs.records.empty();
            if (!record && isKept && record.error().code == "cancelled") {
                m_isStopped = true;
                break;
            }
            RETURN_IF_FAILED(record);
            runs.records.push_back(std::move(record).value());
            tellLive(runs);
        }
        return runs;
    }

    [[nodiscard]] bool isStopped() const { return m_isStopped; }

    /// What the last run printed.
    [[nodiscard]] const std::string &printed() const { return m_printed; }

private:
    void tellLive(const RecordedRuns &runs) const
    {
        if (m_live) {
            std::vector<double> wallMs;
            for (const RunRecord &record : runs.records) {
                wallMs.push_back(record.wallMs);
            }
            m_live({wallMs.size(), m_request.repeat, summarize(wallMs).median});
        }
    }

    /// Whether another run is to come before those that count.
    [[nodiscard]] bool isCold(const std::vector<double> &warmupMs) const
    {
        if (warmupMs.size() < m_request.warmup) {
            return true;
        }
        if (!m_request.warmsUntilSettled || warmupMs.size() < 2
            || warmupMs.size() >= m_request.warmup + mostExtraWarmups) {
            return false;
        }
        const double before = *std::min_element(warmupMs.begin(), warmupMs.end() - 1);
        return warmupMs.back() < settledPart * before;
    }

    Result<RunRecord> once(RunMode mode)
    {
        ASSIGN_OR_RETURN(RunOutcome outcome,
                         m_model.prepared->run(m_model.inputs, mode, m_control));
        m_printed = std::move(outcome.printed);
        return std::move(outcome.record);
    }

    PreparedModel &m_model;
    const ExecutionRequest &m_request;
    const JobControl &m_control;
    const std::function<void(const LiveRuns &)> &m_live;
    std::string m_printed;
    bool m_isStopped = false;
};

/// What was computed, or what has no elements, where that stood for it.
Result<Tensor> resultOf(const PreparedModel &model, std::size_t output, Tensor computed)
{
    if (output >= model.emptyResults.size() || model.emptyResults[output].empty()) {
        return computed;
    }
    const ValueType type = ValueType::fromText(model.emptyResults[output]);
    return Tensor::zeros(computableType(type.element), type.numbers());
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
        ASSIGN_OR_RETURN(Tensor tensor, resultOf(model, i, std::move(outcome.outputs[i])));
        report.outputs.push_back({model.plan->outputs[i].name, std::move(tensor)});
    }
    report.printed = std::move(outcome.printed);
    report.wallMs = outcome.record.wallMs;
    report.prepareMs = model.prepared->prepared().ms;
    report.diagnostics = model.diagnostics;
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
    Repeater repeater(model, request, context);
    ASSIGN_OR_RETURN(const auto unprofiled, repeater.run(RunMode::Unprofiled, 0.1, 0.5));
    ProfileReport report;
    report.device = model.device;
    report.origin = originOf(request, *model.plan, context.builtins);
    report.diagnostics = model.diagnostics;
    report.programs = model.backend->programCounts();
    context.control.report(0.5, "measuring the device");
    ASSIGN_OR_RETURN(const auto ceilings,
                     measuredDevice(*model.backend, request.mode, report.diagnostics));
    ASSIGN_OR_RETURN(const auto profiled, repeater.run(request.mode, 0.5, 1));
    report.pipeline = request.pipeline;
    report.mode = request.mode;
    report.data = summarizeRuns(*model.plan, request.mode, profiled, unprofiled);
    report.data.ceilings = ceilings;
    report.data.prepareMs = model.prepared->prepared().ms;
    report.data.prepareBytes = model.prepared->prepared().bytes;
    report.plan = model.plan;
    report.kernels = layerKernels(*model.plan, model.prepared.get());
    report.arena = {model.plan->arenaBytes, model.plan->arenaLowerBound};
    report.printed = repeater.printed();
    report.isStopped = repeater.isStopped();
    if (!report.isStopped) { // who stopped it does not wait for seconds
        raiseCeilings(*model.backend, report);
    }
    judgeLayers(report.data, report.device.timerResolutionNs);
    return report;
}

} // namespace nervure
