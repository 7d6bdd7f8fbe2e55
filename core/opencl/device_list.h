// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"
#include "core/support/result.h"

#include <span>
#include <string_view>
#include <vector>

namespace nervure {

/// All devices of all platforms; none when there is no ICD, which is no error.
Result<std::vector<DeviceInfo>> listDevices();

/// What class a device of this type ("cpu", "gpu", …) and maker is of, as CL_DEVICE_VENDOR names it.
DeviceClass deviceClassOf(std::string_view type, std::string_view vendor);

/// The device that `selector` means: "P.D" (digits and dots are indices and nothing else), or a
/// case-insensitive part of the platform's or device's name or version; empty: the first GPU, else the first device. Fails with code
/// "device-missing" when there is no device at all, "device-unknown" when none matches and
/// "device-ambiguous" when several do; the message lists them.
Result<DeviceInfo> selectDevice(std::span<const DeviceInfo> devices, std::string_view selector);

} // namespace nervure
