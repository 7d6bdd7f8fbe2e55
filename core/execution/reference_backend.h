// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"
#include "core/execution/host_step.h"

#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace nervure {

/// The device "reference": this computer's CPU, one thread, naive implementations. The truth that
/// kernels are tested against, and what runs where there is no OpenCL.
class ReferenceBackend : public Backend {
public:
    ReferenceBackend();

    /// The device as `devices` lists it.
    [[nodiscard]] static DeviceInfo describe();

    [[nodiscard]] const DeviceInfo &info() const override { return m_info; }

    /// Called after every step, with where the plan's buffers lie. For checks that look inside.
    using StepWatcher = std::function<void(const PlanStep &, const HostMemory &)>;
    /// For plans that are prepared from now on.
    void setWatcher(StepWatcher watcher) { m_watcher = std::move(watcher); }

    Result<std::unique_ptr<PreparedPlan>> prepare(std::shared_ptr<const ExecutionPlan> plan,
                                                  const TensorMap &weights,
                                                  const JobControl &control) override;

private:
    DeviceInfo m_info;
    StepWatcher m_watcher;
};

/// Checks that `tensors` holds a tensor of the right type and shape for every buffer of `ids`:
/// what each backend does with weights before preparing and with inputs before a run.
[[nodiscard]] Status checkTensors(const ExecutionPlan &plan, std::span<const std::uint32_t> ids,
                                  const TensorMap &tensors);

} // namespace nervure
