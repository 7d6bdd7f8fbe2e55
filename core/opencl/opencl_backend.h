// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace nervure {

/// Runs plans on one OpenCL device: one context, two in-order queues (with and without profiling),
/// programs built once and cached on disk.
class OpenclBackend final : public Backend {
public:
    /// Opens a device that listDevices() gave. Programs and ceilings are kept in `cacheFolder`,
    /// tuning is read from there, too; an empty one stands for the user's folders.
    static Result<std::unique_ptr<OpenclBackend>> open(const DeviceInfo &device,
                                                       std::filesystem::path cacheFolder = {});
    /// Lists the devices and opens the one `selector` means, see selectDevice().
    static Result<std::unique_ptr<OpenclBackend>> openSelected(std::string_view selector);

    /// The file of the user's data folder that keeps what `tune` found out about the device. Read
    /// when the device is opened.
    [[nodiscard]] static std::filesystem::path tuningFileOf(const DeviceInfo &device);

    ~OpenclBackend() override;

    [[nodiscard]] const DeviceInfo &info() const override;
    Result<std::unique_ptr<PreparedPlan>> prepare(std::shared_ptr<const ExecutionPlan> plan,
                                                  const TensorMap &weights,
                                                  const JobControl &control) override;

    Result<std::optional<DeviceCeilings>> ceilings(bool again) override;

    [[nodiscard]] ProgramCounts programCounts() const override;

private:
    struct State;
    explicit OpenclBackend(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace nervure
