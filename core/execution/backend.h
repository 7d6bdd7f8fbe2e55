// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"
#include "core/execution/profile/device_ceilings.h"
#include "core/execution/profile/layer_trial.h"
#include "core/execution/profile/profile.h"
#include "core/execution/tensor.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// A device as people choose it.
struct DeviceInfo {
    std::string id; ///< "reference", or "PLATFORM.DEVICE" as `devices` lists them
    std::string platform;
    std::string platformVersion;
    std::string name;
    std::string vendor;
    std::string version; ///< "OpenCL 3.0 PoCL …"
    std::string driverVersion;
    std::string type; ///< "cpu", "gpu", "accelerator", "reference"
    std::uint64_t globalBytes = 0;
    std::uint64_t maxAllocationBytes = 0;
    std::uint32_t clockMhz = 0;
    std::uint64_t timerResolutionNs = 0; ///< of event times; 0 when there are none
    std::int64_t alignment = 64;         ///< bytes a sub-buffer's origin must be a multiple of
    DeviceTraits traits;
};

/// The ways in which a plan is run.
enum class RunMode : std::uint8_t {
    Serialized, ///< each step enqueued and finished alone: launch_ms is measured
    Pipelined,  ///< all enqueued, one finish; device times from events
    Unprofiled, ///< the same on a queue without profiling: only wall time
};
/// "serialised", "pipelined" or "unprofiled".
[[nodiscard]] std::string_view runModeName(RunMode mode);

/// The cost of preparing, and the memory that it holds.
struct PrepareRecord {
    double ms = 0;                 ///< programs, weights, the prepare phase
    std::int64_t bytes = 0;        ///< device memory held by the prepared plan
    std::vector<StepTiming> steps; ///< of the prepare phase
};

/// One run: results in the order of ExecutionPlan::outputs, and times.
struct RunOutcome {
    std::vector<Tensor> outputs;
    std::string printed; ///< what `print` operators printed
    /// The texts that operators want in files, by the names they give; nothing was written.
    std::map<std::string, std::string> files;
    RunRecord record;
};

/// A plan made ready on a device. Used by one thread at a time; may outlive nothing of its backend.
class PreparedPlan {
public:
    virtual ~PreparedPlan() = default;

    [[nodiscard]] virtual const PrepareRecord &prepared() const = 0;

    /// Restores the states, then (timed: input upload to output read) runs the run phase. `inputs`
    /// holds a tensor of the right type and shape for every input of the plan; others are ignored.
    /// Asks `control.cancel` between steps; a canceled run fails with the code "cancelled".
    virtual Result<RunOutcome> run(const TensorMap &inputs, RunMode mode,
                                   const JobControl &control) = 0;

    /// The times of the steps that had ended when the last run was canceled; none of an unprofiled run.
    [[nodiscard]] const std::vector<StepTiming> &stepsBeforeStop() const
    {
        return m_stepsBeforeStop;
    }

    /// The facts that the device tells of the kernels of a step, launch by launch; nothing where there are none.
    [[nodiscard]] virtual std::vector<KernelFacts> kernelFacts(
        [[maybe_unused]] std::uint32_t step) const
    {
        return {};
    }

    /// Runs the steps before `step`, then that one alone `repeat` times with each size of work-groups that its kernels
    /// may be launched with. Fails with "no-kernels" where it has none, and as run() does.
    virtual Result<LayerTrial> tryLayer([[maybe_unused]] const TensorMap &inputs,
                                        [[maybe_unused]] std::uint32_t step,
                                        [[maybe_unused]] std::size_t repeat,
                                        [[maybe_unused]] const JobControl &control)
    {
        return makeError("no-kernels", "this device has no kernels to try, expected an OpenCL one");
    }

protected:
    std::vector<StepTiming> m_stepsBeforeStop; ///< for run() to set
};

/// The ways by which the programs of a device were got since it was opened.
struct ProgramCounts {
    std::uint32_t compiled = 0; ///< from their source
    std::uint32_t loaded = 0;   ///< from what an earlier process kept
};

/// A device that runs plans: the reference CPU or an OpenCL device. Created by a composition root,
/// used by one thread at a time. Failures of the device have codes that start with "device-".
class Backend {
public:
    virtual ~Backend() = default;

    [[nodiscard]] virtual const DeviceInfo &info() const = 0;

    /// Builds programs, allocates, uploads `weights` (values of the plan's weights and states by
    /// name; fails when one is missing or has another type or shape) and runs the prepare phase.
    /// Steps without launches run on the host through runOnHost().
    virtual Result<std::unique_ptr<PreparedPlan>> prepare(std::shared_ptr<const ExecutionPlan> plan,
                                                          const TensorMap &weights,
                                                          const JobControl &control) = 0;

    /// The best that the device does; nothing for one that is not measured (the reference). Measured
    /// once for a device and driver and kept for later processes, unless that was not sure or is old;
    /// `again` measures once more and keeps the best of both. Takes the device for some seconds.
    virtual Result<std::optional<DeviceCeilings>> ceilings([[maybe_unused]] bool again)
    {
        return std::optional<DeviceCeilings>();
    }

    [[nodiscard]] virtual ProgramCounts programCounts() const { return {}; }
};

} // namespace nervure
