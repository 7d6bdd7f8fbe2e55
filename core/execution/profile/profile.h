// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"
#include "core/execution/profile/device_ceilings.h"
#include "core/execution/profile/layer_verdict.h"
#include "core/execution/profile/statistics.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// Times of one step in one run, in milliseconds; the host's without DeviceCeilings::hasTimer.
struct StepTiming {
    std::uint32_t step = 0; ///< its id in the plan
    double deviceMs = 0;    ///< sum of END - START over its launches; wall time for host steps
    /// Serialized only: the host's wall time of enqueue and finish less deviceMs.
    double launchMs = 0;
    double startMs = 0; ///< start and end on one clock, 0 when the run began
    double endMs = 0;
    std::uint32_t body = 0;  ///< of those in `inner`: which body of the operator it is a step of
    std::uint32_t calls = 1; ///< of those in `inner`: how often it ran; its times are sums
    std::vector<StepTiming> inner; ///< of control flow: steps of the bodies, by body and step
};

/// Adds the times of one run of a body to `inner` of its operator; where they began is not kept.
void addInner(std::vector<StepTiming> &inner, std::uint32_t body,
              const std::vector<StepTiming> &times);

/// What an event says of one launch, in milliseconds since the run began; none without hasTimer.
struct LaunchTiming {
    std::uint32_t step = 0;
    std::uint32_t launch = 0; ///< its index in the step's kernel
    double queuedMs = 0;
    double submitMs = 0;
    double startMs = 0;
    double endMs = 0;
};

/// One tensor on its way to or from the device, in milliseconds; the host's without hasTimer.
struct TransferTiming {
    std::uint32_t buffer = 0; ///< its id in the plan
    bool isUpload = false;
    double deviceMs = 0; ///< END - START of its event
    double launchMs = 0; ///< serialized only: the host's wall time less deviceMs
    double startMs = 0;
    double endMs = 0;
};

/// Times of one run, in milliseconds.
struct RunRecord {
    double wallMs = 0;                     ///< input upload to output read, host clock
    double deviceMs = 0;                   ///< sum over steps; 0 when unprofiled
    std::vector<StepTiming> steps;         ///< of the run phase, in order; empty when unprofiled
    std::vector<LaunchTiming> launches;    ///< in order; none for host steps
    std::vector<TransferTiming> transfers; ///< inputs, then outputs
};

/// One kernel of a layer.
struct KernelProfile {
    std::string name;
    std::size_t calls = 1; ///< launches a run
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> local{0, 0, 0};
    std::string algorithm;
};

/// One launch over all repeats, in milliseconds.
struct LaunchProfile {
    std::string kernel;
    Statistics queueMs;  ///< SUBMIT - QUEUED: waiting in the host's queue
    Statistics submitMs; ///< START - SUBMIT: until the device gets to it
    Statistics ms;       ///< END - START
    LaunchTiming last;   ///< in the last run
};

/// How many runs are kept one by one of a layer.
inline constexpr std::size_t mostSamples = 1000;
/// The last of them.
[[nodiscard]] std::vector<double> lastSamples(const std::vector<double> &all);

/// One executed group over all repeats. Times in milliseconds.
struct LayerProfile {
    std::uint32_t id = 0; ///< its index in ProfileData::layers
    NamedNode node;       ///< root of the group: PlanStep::root and rootId
    std::string op;
    std::string role;
    std::vector<NamedNode> nodes; ///< all originals that it runs; each is in one layer or folded
    std::vector<KernelProfile> kernels;
    std::vector<LaunchProfile> launches; ///< in order; empty where there are no events
    Statistics ms;
    std::vector<double>
        samplesMs; ///< what `ms` tells about, in the order of the runs: the last mostSamples
    /// Medians: the host's time around the layer less `ms`. A difference of medians rather than a
    /// median of differences, since medians of two skewed parts say less than half of the whole.
    double launchMs = 0;     ///< 0 unless serialized
    double launchMeanMs = 0; ///< the same of means, which add up to the mean wall time
    double gapMs = 0;        ///< pipelined: median of what the device idled before the layer
    double startMs = 0;      ///< in the last run
    double endMs = 0;
    std::vector<std::uint32_t> after; ///< layers that must end before it, storage reuse included
    std::int64_t flops = 0;           ///< of the operators' plain sums
    std::int64_t performedFlops = 0;  ///< that its kernels do: performedFlops()
    std::int64_t macs = 0;
    std::int64_t bytes = 0; ///< of its tensors, once each
    Traffic traffic;        ///< what it surely moves of them: trafficOf()
    bool isTrafficCertain = false;
    LayerVerdict verdict;      ///< judgeLayers()
    bool isBelowTimer = false; ///< too short for the clock that times it
    std::size_t calls = 1;     ///< of a layer of a body: how often it ran in the last run
    /// Of control flow: the layers of its bodies, with times and work summed over all their runs in a
    /// run. They are parts of its own time.
    std::vector<LayerProfile> inner;
};

/// A tensor that every run brings to the device or back. Times in milliseconds.
struct TransferProfile {
    std::string name;
    bool isUpload = false;
    std::int64_t bytes = 0;
    Statistics ms;
    double launchMs = 0; ///< of medians and means, as those of layers
    double launchMeanMs = 0;
    double startMs = 0; ///< in the last run
    double endMs = 0;
};

/// A profile as plain data: times of every layer and of whole runs, in milliseconds.
struct ProfileData {
    std::size_t warmup = 0;
    std::size_t repeat = 0;
    std::vector<double> warmupMs;  ///< wall times of the runs before those that count
    std::size_t unsettledRuns = 0; ///< timed runs at the start that are slower than the others
    Drift drift;                   ///< of the wall times
    /// The part (0 to 1) of all processors that other programs had while the runs were timed; nothing where that
    /// is not known.
    std::optional<double> otherLoad;
    Statistics wallMs;
    Statistics unprofiledWallMs;
    double deviceMs = 0; ///< median over the runs of the sum over layers
    double prepareMs = 0;
    std::int64_t prepareBytes = 0;
    std::vector<LayerProfile> layers;       ///< in the order they run
    std::vector<FoldedNode> folded;         ///< nodes that no layer runs
    std::vector<TransferProfile> transfers; ///< inputs, then outputs
    std::optional<DeviceCeilings> ceilings; ///< what layers are compared with, where it is known
};

/// Sum of the layers' medians, in ms: what shares are shares of.
[[nodiscard]] double totalMs(const ProfileData &data);

/// Which part (0 to 1) of the wall time of serialized runs lies in layers and their launches, by
/// means, since those add up; 0 without runs.
[[nodiscard]] double explainedPart(const ProfileData &data);

/// What neither layers, their launches nor transfers explain of a run, in milliseconds, by means.
/// In pipelined runs the host's work and the device's idling.
[[nodiscard]] double remainderMs(const ProfileData &data);

/// How many kernels one run launches; steps on the host count as one.
[[nodiscard]] std::size_t launchCount(const ProfileData &data);

} // namespace nervure
