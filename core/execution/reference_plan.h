// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"
#include "core/execution/host_step.h"
#include "core/execution/reference_backend.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace nervure {

/// A plan with its memory on the host: one tensor of bytes a buffer of its own, one for the arena. Those
/// of the bodies of control flow are plans of this kind too, whose buffers are bound to memory of the
/// plan around.
class ReferencePlan : public PreparedPlan {
public:
    using Clock = std::chrono::steady_clock;

    ReferencePlan(std::shared_ptr<const ExecutionPlan> plan, ReferenceBackend::StepWatcher watcher);

    Status prepare(const TensorMap &weights, const JobControl &control);

    [[nodiscard]] const PrepareRecord &prepared() const override { return m_prepared; }
    Result<RunOutcome> run(const TensorMap &inputs, RunMode mode,
                           const JobControl &control) override;

private:
    class Flow;

    Status allocate(const std::vector<bool> &isBound);
    Status prepareBodies(const JobControl &control);
    void upload(std::uint32_t id, const Tensor &tensor);
    Status runPhase(StepPhase phase, Clock::time_point start, std::vector<StepTiming> &times,
                    const JobControl &control, HostTexts &texts);
    Status runStep(const PlanStep &step, StepTiming &time, const JobControl &control,
                   HostTexts &texts);
    Status readOutputs(RunOutcome &outcome, Clock::time_point start);

    std::shared_ptr<const ExecutionPlan> m_plan;
    Tensor m_arena;
    std::vector<Tensor> m_own; ///< by buffer id; empty for those in the arena and bound ones
    std::vector<std::byte *> m_memory;                                 ///< by buffer id
    std::vector<std::vector<std::unique_ptr<ReferencePlan>>> m_bodies; ///< by step, of control flow
    std::vector<Tensor> m_states;
    PrepareRecord m_prepared;
    ReferenceBackend::StepWatcher m_watcher;
};

} // namespace nervure
