// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"
#include "core/execution/host_step.h"
#include "core/opencl/device_session.h"
#include "core/opencl/plan_memory.h"
#include "core/opencl/step_clock.h"

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nervure::opencl {

/// A plan on an open device: memory allocated, kernels with their arguments set, prepare phase run.
/// The session must outlive it. Those of the bodies of control flow are plans of this kind too, whose
/// buffers are bound to memory of the plan around, again and again.
class OpenclPlan final : public PreparedPlan {
public:
    OpenclPlan(DeviceSession &session, std::shared_ptr<const ExecutionPlan> plan);

    /// Throws Failure on device errors; fails on weights that are missing or do not fit.
    Status prepare(const TensorMap &weights, const JobControl &control);

    [[nodiscard]] const PrepareRecord &prepared() const override { return m_prepared; }
    Result<RunOutcome> run(const TensorMap &inputs, RunMode mode,
                           const JobControl &control) override;
    [[nodiscard]] std::vector<KernelFacts> kernelFacts(std::uint32_t step) const override;
    Result<LayerTrial> tryLayer(const TensorMap &inputs, std::uint32_t step, std::size_t repeat,
                                const JobControl &control) override;

private:
    struct Launch {
        Kernel kernel;
        const KernelLaunch *spec = nullptr;
    };
    /// The things that one pass over steps needs.
    struct Pass {
        StepPhase phase = StepPhase::Run;
        RunMode mode = RunMode::Pipelined;
        cl_command_queue queue = nullptr;
        const JobControl &control;
        StepClock &clock;
        HostTexts &texts;
    };

    class Flow;
    class Trial;
    /// Where a kernel gets a buffer that is bound.
    struct Use {
        cl_kernel kernel = nullptr;
        cl_uint position = 0;
    };

    Status open(const std::vector<bool> &isBound, const JobControl &control);
    Status prepareBodies(const Pass &pass);
    void bind(std::uint32_t buffer, cl_mem memory);
    [[nodiscard]] Launch makeLaunch(const KernelLaunch &spec, const PlanStep &step);
    [[nodiscard]] std::vector<Launch> makeLaunches(const PlanStep &step);
    void collectSizes();
    [[nodiscard]] KernelFacts factsOf(const Launch &launch) const;
    void setArgument(cl_kernel kernel, cl_uint position, const KernelArg &arg,
                     const PlanStep &step);
    Status upload(const std::vector<std::uint32_t> &buffers, const TensorMap &values,
                  cl_command_queue queue) const;
    Status uploadInputs(const TensorMap &inputs, const Pass &pass) const;
    void readBuffer(std::uint32_t buffer, Tensor &tensor, const Pass &pass) const;
    Result<RunOutcome> runUnguarded(const TensorMap &inputs, RunMode mode,
                                    const JobControl &control);
    /// Those of the pass's phase before step `end`.
    Status runSteps(const Pass &pass,
                    std::uint32_t end = std::numeric_limits<std::uint32_t>::max()) const;
    void runDeviceStep(const PlanStep &step, const Pass &pass) const;
    Status runHostStep(const PlanStep &step, const Pass &pass) const;
    Status runFlow(const PlanStep &step, const Pass &pass) const;
    [[nodiscard]] Result<std::vector<Tensor>> readOutputs(const Pass &pass) const;

    DeviceSession &m_session;
    std::shared_ptr<const ExecutionPlan> m_plan;
    PlanMemory m_memory;
    std::vector<std::vector<Launch>> m_launches;                    ///< by step
    std::vector<std::vector<std::unique_ptr<OpenclPlan>>> m_bodies; ///< by step, of control flow
    std::map<std::uint32_t, std::vector<Use>> m_uses;               ///< of buffers that are bound
    TensorMap m_states;                                             ///< initial values
    PrepareRecord m_prepared;
    std::map<std::string, std::string> m_sizes; ///< of all launches of a program, by its text
    bool m_keptPrograms = false;
};

} // namespace nervure::opencl
