// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <optional>
#include <string>
#include <string_view>

namespace nervure {

/// Any OpenCL device: kernels are chosen for what all of them have.
inline constexpr std::string_view anyDevice = "opencl";
/// No kernels: everything runs on the host.
inline constexpr std::string_view hostDevice = "reference";

/// What passes choose kernels and layouts for when they are given a target: a device as run takes
/// it. "opencl", an empty one, and every device when the context can ask none: what all devices
/// have. "reference": nothing, there are no kernels. Fails when the device cannot be asked.
[[nodiscard]] Result<std::optional<DeviceTraits>> targetTraits(const PassContext &context,
                                                               const std::string &target);

} // namespace nervure
