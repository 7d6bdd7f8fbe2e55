// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"

namespace nervure {

/// The device "reference": this computer's CPU, one thread, naive implementations. The truth that
/// kernels are tested against, and what runs where there is no OpenCL.
class ReferenceBackend : public Backend {
public:
    ReferenceBackend();

    /// The device as `devices` lists it.
    [[nodiscard]] static DeviceInfo describe();

    [[nodiscard]] const DeviceInfo &info() const override { return m_info; }
    Result<std::unique_ptr<PreparedPlan>> prepare(std::shared_ptr<const ExecutionPlan> plan,
                                                  const TensorMap &weights,
                                                  const JobControl &control) override;

private:
    DeviceInfo m_info;
};

/// Checks that `tensors` holds a tensor of the right type and shape for every buffer of `ids`:
/// what each backend does with weights before preparing and with inputs before a run.
[[nodiscard]] Status checkTensors(const ExecutionPlan &plan, std::span<const std::uint32_t> ids,
                                  const TensorMap &tensors);

} // namespace nervure
