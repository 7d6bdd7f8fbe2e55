// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/run_model.h"

#include "core/support/text.h"

#include <map>

namespace nervure::cli {

namespace {

/// Runs over and over and keeps the records of the timed runs.
class Repeater {
public:
    Repeater(PreparedModel &model, const ExecutionRequest &request, const JobControl &control)
        : m_model(model),
          m_request(request),
          m_control(control)
    {}

    /// Fractions of the progress go from `from` to `to`.
    Result<std::vector<RunRecord>> run(RunMode mode, double from, double to)
    {
        std::vector<RunRecord> records;
        const std::size_t total = m_request.warmup + m_request.repeat;
        for (std::size_t i = 0; i < total; ++i) {
            const double done = static_cast<double>(i) / static_cast<double>(total);
            m_control.report(from + (to - from) * done,
                             i < m_request.warmup ? "warming up" : "measuring");
            Result<RunOutcome> outcome = m_model.prepared->run(m_model.inputs, mode, m_control);
            if (!outcome) {
                return outcome.error();
            }
            m_printed = std::move(outcome->printed);
            if (i >= m_request.warmup) {
                records.push_back(std::move(outcome->record));
            }
        }
        return records;
    }

    /// What the last run printed.
    [[nodiscard]] const std::string &printed() const { return m_printed; }

private:
    PreparedModel &m_model;
    const ExecutionRequest &m_request;
    const JobControl &m_control;
    std::string m_printed;
};

std::vector<double> wallTimes(const std::vector<RunRecord> &records)
{
    std::vector<double> times;
    for (const RunRecord &record : records) {
        times.push_back(record.wallMs);
    }
    return times;
}

std::vector<KernelProfile> kernelsOf(const PlanStep &step)
{
    std::vector<KernelProfile> kernels;
    for (const KernelLaunch &launch : step.kernel.launches) {
        if (!kernels.empty() && kernels.back().name == launch.entry
            && kernels.back().global == launch.global && kernels.back().local == launch.local) {
            ++kernels.back().calls;
            continue;
        }
        kernels.push_back({launch.entry, 1, launch.global, launch.local, launch.algorithm});
    }
    return kernels;
}

/// The times of one step in all timed runs.
struct StepSamples {
    std::vector<double> deviceMs;
    std::vector<double> hostMs; ///< device and launch together
    StepTiming last;
};

std::vector<LayerProfile> layersOf(const ExecutionPlan &plan, const std::vector<RunRecord> &records)
{
    std::map<std::uint32_t, StepSamples> samples;
    for (const RunRecord &record : records) {
        for (const StepTiming &timing : record.steps) {
            StepSamples &of = samples[timing.step];
            of.deviceMs.push_back(timing.deviceMs);
            of.hostMs.push_back(timing.deviceMs + timing.launchMs);
            of.last = timing;
        }
    }
    std::vector<LayerProfile> layers;
    for (const PlanStep &step : plan.steps) {
        if (step.phase != StepPhase::Run) {
            continue;
        }
        const StepSamples &of = samples[step.id];
        LayerProfile layer;
        layer.id = static_cast<std::uint32_t>(layers.size());
        layer.node = step.root;
        layer.op = step.op;
        layer.role = stepRoleName(step.role);
        layer.nodes = step.originals;
        layer.kernels = kernelsOf(step);
        layer.ms = summarise(of.deviceMs);
        const Statistics host = summarise(of.hostMs);
        layer.launchMs = host.median - layer.ms.median;
        layer.launchMeanMs = host.mean - layer.ms.mean;
        layer.startMs = of.last.startMs;
        layer.endMs = of.last.endMs;
        layer.flops = step.flops;
        layer.bytes = step.bytes;
        layers.push_back(std::move(layer));
    }
    return layers;
}

} // namespace

Result<RunReport> runModel(const ExecutionRequest &request, ExecutionContext &context)
{
    Result<PreparedModel> model = prepareModel(request, context);
    if (!model) {
        return model.error();
    }
    context.control.report(0.5, "running");
    Result<RunOutcome> outcome =
        model->prepared->run(model->inputs, RunMode::Unprofiled, context.control);
    if (!outcome) {
        return outcome.error();
    }
    RunReport report;
    report.device = model->device;
    report.pipeline = request.pipeline;
    for (std::size_t i = 0; i < outcome->outputs.size(); ++i) {
        report.outputs.push_back({model->plan->outputs[i].name, std::move(outcome->outputs[i])});
    }
    report.printed = std::move(outcome->printed);
    report.wallMs = outcome->record.wallMs;
    report.prepareMs = model->prepared->prepared().ms;
    report.diagnostics = std::move(model->diagnostics);
    for (const auto &[file, text] : outcome->files) {
        report.diagnostics.push_back(makeWarning(
            "file-not-written",
            "an fprint operator asks for " + std::to_string(text.size()) + " bytes in the file "
                + quoted(file)
                + ", which models may not write; its text is not kept, use print to see it"));
    }
    return report;
}

Result<ProfileReport> profileModel(const ExecutionRequest &request, ExecutionContext &context)
{
    Result<PreparedModel> model = prepareModel(request, context);
    if (!model) {
        return model.error();
    }
    Repeater repeater(*model, request, context.control);
    const auto profiled = repeater.run(request.mode, 0.1, 0.6);
    if (!profiled) {
        return profiled.error();
    }
    const auto unprofiled = repeater.run(RunMode::Unprofiled, 0.6, 1);
    if (!unprofiled) {
        return unprofiled.error();
    }
    ProfileReport report;
    report.device = model->device;
    report.pipeline = request.pipeline;
    report.mode = request.mode;
    report.data.warmup = request.warmup;
    report.data.repeat = request.repeat;
    report.data.wallMs = summarise(wallTimes(*profiled));
    report.data.unprofiledWallMs = summarise(wallTimes(*unprofiled));
    std::vector<double> deviceTimes;
    for (const RunRecord &record : *profiled) {
        deviceTimes.push_back(record.deviceMs);
    }
    report.data.deviceMs = summarise(deviceTimes).median;
    report.data.prepareMs = model->prepared->prepared().ms;
    report.data.prepareBytes = model->prepared->prepared().bytes;
    report.data.layers = layersOf(*model->plan, *profiled);
    report.plan = model->plan;
    report.printed = repeater.printed();
    report.diagnostics = std::move(model->diagnostics);
    return report;
}

ExitCode exitCodeOf(const Diagnostic &failure)
{
    if (failure.code == "usage" || failure.code == "device-ambiguous"
        || failure.code == "device-unknown") {
        return ExitCode::WrongUsage;
    }
    return failure.code.starts_with("device-") ? ExitCode::DeviceFault : ExitCode::InputFault;
}

} // namespace nervure::cli
