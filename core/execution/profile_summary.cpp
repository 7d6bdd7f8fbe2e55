// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile_summary.h"

#include "core/execution/profile/step_work.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace nervure {

namespace {

using Sample = std::vector<double>;

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

/// Times of a layer or transfer: on the device, and with what surrounds them on the host.
struct Times {
    Sample deviceMs;
    Sample hostMs;
    double startMs = 0; ///< in the last run
    double endMs = 0;

    template <typename Timing>
    void add(const Timing &timing)
    {
        deviceMs.push_back(timing.deviceMs);
        hostMs.push_back(timing.deviceMs + timing.launchMs);
        startMs = timing.startMs;
        endMs = timing.endMs;
    }

    template <typename Profile>
    void summarizeTo(Profile &profile) const
    {
        profile.ms = summarize(deviceMs);
        const Statistics host = summarize(hostMs);
        profile.launchMs = host.median - profile.ms.median;
        profile.launchMeanMs = host.mean - profile.ms.mean;
        profile.startMs = startMs;
        profile.endMs = endMs;
    }
};

struct LaunchTimes {
    Sample queueMs;
    Sample submitMs;
    Sample ms;
    LaunchTiming last;
};

/// The times of each step and launch in all runs.
class Samples {
public:
    explicit Samples(const std::vector<RunRecord> &records)
    {
        for (const RunRecord &record : records) {
            addSteps(record.steps);
            for (const LaunchTiming &timing : record.launches) {
                LaunchTimes &of = m_launches[{timing.step, timing.launch}];
                of.queueMs.push_back(timing.submitMs - timing.queuedMs);
                of.submitMs.push_back(timing.startMs - timing.submitMs);
                of.ms.push_back(timing.endMs - timing.startMs);
                of.last = timing;
            }
        }
    }

    /// The steps of a body of control flow in each run of the operator, by StepTiming::inner.
    Samples(const std::vector<std::vector<StepTiming>> &runs, std::uint32_t body)
    {
        for (const std::vector<StepTiming> &inner : runs) {
            std::vector<StepTiming> steps;
            std::copy_if(inner.begin(), inner.end(), std::back_inserter(steps),
                         [body](const StepTiming &timing) { return timing.body == body; });
            addSteps(steps);
        }
    }

    [[nodiscard]] bool has(const PlanStep &step) const { return m_steps.count(step.id) != 0; }

    [[nodiscard]] LayerProfile layerOf(const ExecutionPlan &plan, const PlanStep &step,
                                       RunMode mode)
    {
        LayerProfile layer;
        layer.node = {step.rootId, step.root};
        layer.op = step.op;
        layer.role = stepRoleName(step.role);
        layer.nodes = step.originals;
        layer.kernels = kernelsOf(step);
        m_steps[step.id].summarizeTo(layer);
        layer.samplesMs = lastSamples(m_steps[step.id].deviceMs);
        layer.gapMs = mode == RunMode::Pipelined ? summarize(m_gaps[step.id]).median : 0;
        layer.flops = step.flops;
        layer.macs = step.macs;
        layer.bytes = step.bytes;
        layer.performedFlops = performedFlops(step);
        layer.traffic = trafficOf(plan, step);
        layer.isTrafficCertain = isTrafficCertain(plan, step);
        if (step.flow) {
            addInnerLayers(*step.flow, m_inner[step.id], mode, layer);
        }
        for (std::uint32_t i = 0; i < step.kernel.launches.size(); ++i) {
            if (const auto it = m_launches.find({step.id, i}); it != m_launches.end()) {
                const LaunchTimes &of = it->second;
                layer.launches.push_back({step.kernel.launches[i].entry, summarize(of.queueMs),
                                          summarize(of.submitMs), summarize(of.ms), of.last});
            }
        }
        return layer;
    }

private:
    /// The layers of the bodies: what a layer does, as often as it was run in the last run.
    static void addInnerLayers(const PlanFlow &flow,
                               const std::vector<std::vector<StepTiming>> &runs, RunMode mode,
                               LayerProfile &layer)
    {
        for (std::uint32_t body = 0; body < flow.bodies.size(); ++body) {
            const ExecutionPlan &plan = *flow.bodies[body].plan;
            Samples samples(runs, body);
            for (const PlanStep &step : plan.steps) {
                if (step.phase != StepPhase::Run) {
                    continue;
                }
                LayerProfile inner = samples.layerOf(plan, step, mode);
                inner.id = static_cast<std::uint32_t>(layer.inner.size());
                inner.gapMs = 0;
                repeat(inner, samples.m_calls[step.id]);
                layer.flops += inner.flops;
                layer.performedFlops += inner.performedFlops;
                layer.macs += inner.macs;
                layer.inner.push_back(std::move(inner));
            }
        }
    }

    static void repeat(LayerProfile &layer, std::size_t calls)
    {
        const auto times = static_cast<std::int64_t>(calls);
        layer.calls = calls;
        layer.flops *= times;
        layer.performedFlops *= times;
        layer.macs *= times;
        layer.bytes *= times;
        layer.traffic.readBytes *= static_cast<double>(calls);
        layer.traffic.writtenBytes *= static_cast<double>(calls);
        for (KernelProfile &kernel : layer.kernels) {
            kernel.calls *= calls;
        }
    }

    void addSteps(const std::vector<StepTiming> &steps)
    {
        double previousEnd = -1;
        for (const StepTiming &timing : steps) {
            m_steps[timing.step].add(timing);
            m_calls[timing.step] = timing.calls;
            m_inner[timing.step].push_back(timing.inner);
            if (previousEnd >= 0) {
                m_gaps[timing.step].push_back(std::max(0.0, timing.startMs - previousEnd));
            }
            previousEnd = timing.endMs;
        }
    }

    std::map<std::uint32_t, Times> m_steps;
    std::map<std::uint32_t, Sample> m_gaps;
    std::map<std::uint32_t, std::size_t> m_calls; ///< in the last run
    std::map<std::uint32_t, std::vector<std::vector<StepTiming>>> m_inner;
    std::map<std::pair<std::uint32_t, std::uint32_t>, LaunchTimes> m_launches;
};

/// All layers of runs that ended; those that were timed of one that was stopped.
std::vector<LayerProfile> layersOf(const ExecutionPlan &plan, RunMode mode,
                                   const std::vector<RunRecord> &records, bool isStopped)
{
    Samples samples(records);
    std::vector<LayerProfile> layers;
    std::map<std::uint32_t, std::uint32_t> layerOfStep;
    for (const PlanStep &step : plan.steps) {
        if (step.phase != StepPhase::Run || (isStopped && !samples.has(step))) {
            continue;
        }
        layers.push_back(samples.layerOf(plan, step, mode));
        layers.back().id = static_cast<std::uint32_t>(layers.size() - 1);
        layerOfStep[step.id] = layers.back().id;
        for (const std::uint32_t before : step.dependencies) {
            if (const auto it = layerOfStep.find(before); it != layerOfStep.end()) {
                layers.back().after.push_back(it->second);
            }
        }
    }
    return layers;
}

/// All runs move the same tensors in the same order.
std::vector<TransferProfile> transfersOf(const ExecutionPlan &plan,
                                         const std::vector<RunRecord> &records)
{
    std::vector<TransferProfile> transfers;
    if (records.empty()) {
        return transfers;
    }
    for (std::size_t i = 0; i < records.back().transfers.size(); ++i) {
        Times times;
        for (const RunRecord &record : records) {
            times.add(record.transfers.at(i));
        }
        const TransferTiming &last = records.back().transfers[i];
        const PlanBuffer &buffer = plan.buffers[last.buffer];
        TransferProfile transfer;
        transfer.name = buffer.name;
        transfer.isUpload = last.isUpload;
        transfer.bytes = buffer.bytes;
        times.summarizeTo(transfer);
        transfers.push_back(std::move(transfer));
    }
    return transfers;
}

/// The steps of a run that was stopped as a record of them.
std::vector<RunRecord> stoppedRun(const std::vector<StepTiming> &steps)
{
    RunRecord record;
    record.steps = steps;
    for (const StepTiming &step : steps) {
        record.deviceMs += step.deviceMs;
    }
    return {std::move(record)};
}

Sample wallTimes(const std::vector<RunRecord> &records)
{
    Sample times;
    for (const RunRecord &record : records) {
        times.push_back(record.wallMs);
    }
    return times;
}

} // namespace

ProfileData summarizeRuns(const ExecutionPlan &plan, RunMode mode, const RecordedRuns &profiled,
                          const RecordedRuns &unprofiled)
{
    ProfileData data;
    const Sample walls = wallTimes(profiled.records);
    data.warmup = profiled.warmupMs.size();
    data.repeat = profiled.records.size();
    data.warmupMs = profiled.warmupMs;
    data.unsettledRuns = unsettledRuns(walls);
    data.drift = driftOf(walls);
    data.otherLoad = profiled.otherLoad;
    data.wallMs = summarize(walls);
    data.unprofiledWallMs = summarize(wallTimes(unprofiled.records));
    const bool isStopped = profiled.records.empty() && !profiled.stepsBeforeStop.empty();
    const std::vector<RunRecord> timed =
        isStopped ? stoppedRun(profiled.stepsBeforeStop) : profiled.records;
    Sample deviceTimes;
    for (const RunRecord &record : timed) {
        deviceTimes.push_back(record.deviceMs);
    }
    data.deviceMs = summarize(deviceTimes).median;
    data.layers = layersOf(plan, mode, timed, isStopped);
    data.folded = plan.folded;
    data.transfers = transfersOf(plan, profiled.records);
    return data;
}

} // namespace nervure
