// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"
#include "core/execution/host_step.h"
#include "core/opencl/device_session.h"
#include "core/opencl/plan_memory.h"
#include "core/opencl/step_clock.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nervure::opencl {

/// A plan on an open device: memory allocated, kernels with their arguments set, prepare phase run.
/// The session must outlive it.
class OpenclPlan final : public PreparedPlan {
public:
    OpenclPlan(DeviceSession &session, std::shared_ptr<const ExecutionPlan> plan);

    /// Throws Failure on device errors; fails on weights that are missing or do not fit.
    Status prepare(const TensorMap &weights, const JobControl &control);

    [[nodiscard]] const PrepareRecord &prepared() const override { return m_prepared; }
    Result<RunOutcome> run(const TensorMap &inputs, RunMode mode,
                           const JobControl &control) override;

private:
    struct Launch {
        Kernel kernel;
        const KernelLaunch *spec = nullptr;
    };
    /// What one pass over steps needs.
    struct Pass {
        StepPhase phase = StepPhase::Run;
        RunMode mode = RunMode::Pipelined;
        cl_command_queue queue = nullptr;
        const JobControl &control;
        StepClock &clock;
        HostTexts &texts;
    };

    [[nodiscard]] Launch makeLaunch(const KernelLaunch &spec, const PlanStep &step) const;
    [[nodiscard]] std::vector<Launch> makeLaunches(const PlanStep &step) const;
    void collectSizes();
    void setArgument(cl_kernel kernel, cl_uint position, const KernelArg &arg,
                     const PlanStep &step) const;
    Status upload(const std::vector<std::uint32_t> &buffers, const TensorMap &values,
                  cl_command_queue queue) const;
    Status uploadInputs(const TensorMap &inputs, const Pass &pass) const;
    void readBuffer(std::uint32_t buffer, Tensor &tensor, const Pass &pass) const;
    Result<RunOutcome> runUnguarded(const TensorMap &inputs, RunMode mode,
                                    const JobControl &control) const;
    Status runSteps(const Pass &pass) const;
    void runDeviceStep(const PlanStep &step, const Pass &pass) const;
    Status runHostStep(const PlanStep &step, const Pass &pass) const;
    [[nodiscard]] Result<std::vector<Tensor>> readOutputs(const Pass &pass) const;

    DeviceSession &m_session;
    std::shared_ptr<const ExecutionPlan> m_plan;
    PlanMemory m_memory;
    std::vector<std::vector<Launch>> m_launches; ///< by step
    TensorMap m_states;                          ///< initial values
    PrepareRecord m_prepared;
    std::map<std::string, std::string> m_sizes; ///< of all launches of a program, by its text
    bool m_keptPrograms = false;
};

} // namespace nervure::opencl
