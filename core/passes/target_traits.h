// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace nervure {

/// Any OpenCL device: kernels are chosen for what all of them have.
inline constexpr std::string_view anyDevice = "opencl";
/// No kernels: everything runs on the host.
inline constexpr std::string_view hostDevice = "reference";

/// What passes choose kernels and layouts for when they are given a target: a device as run takes
/// it. "opencl" and an empty one: what all devices have. "reference": nothing, there are no kernels.
/// Fails when the device cannot be asked, as where `targets` is empty.
[[nodiscard]] Result<std::optional<DeviceTraits>> targetTraits(const std::string &target,
                                                               const TargetLookup &targets);

/// The devices that have to be asked to run these passes, by the names that their options give them.
[[nodiscard]] std::set<std::string> namedTargets(std::span<const PassRequest> passes,
                                                 const PassRegistry &registry);

/// Traits on their way from one process to another: JSON, and back.
[[nodiscard]] std::string traitsText(const DeviceTraits &traits);
[[nodiscard]] Result<DeviceTraits> parseTraits(std::string_view text);

} // namespace nervure
