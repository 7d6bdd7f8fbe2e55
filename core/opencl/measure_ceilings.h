// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/device_ceilings.h"
#include "core/opencl/device_session.h"

#include <filesystem>
#include <optional>

namespace nervure::opencl {

/// Measures the device in several rounds: two to four seconds, and what its compiler takes. Throws
/// Failure.
[[nodiscard]] DeviceCeilings measureCeilings(const DeviceSession &session);

/// The file below `folder` that keeps the ceilings of a device and driver, as measured by these
/// kernels; empty for an empty folder.
[[nodiscard]] std::filesystem::path ceilingsFile(const std::filesystem::path &folder,
                                                 const std::string &deviceKey);
/// What the file says; nothing when it is not there or damaged.
[[nodiscard]] std::optional<DeviceCeilings> readCeilings(const std::filesystem::path &file);
/// Whether what was measured should be measured again: it is not trusted, or others were at work then, and
/// some time has passed since.
[[nodiscard]] bool isWorthAnother(const DeviceCeilings &ceilings);
/// Whether it is so old that the device may have become another: with a new cooler, or a new setting.
[[nodiscard]] bool isOutdated(const DeviceCeilings &ceilings);
/// Replaces the file. One that cannot be written costs the next start some time, so nothing is said.
void writeCeilings(const std::filesystem::path &file, const DeviceCeilings &ceilings);

} // namespace nervure::opencl
