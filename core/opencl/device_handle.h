// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/opencl/cl_error.h"

#include <string>
#include <vector>

namespace nervure::opencl {

/// A device of a platform, with the index ("P.D") that people name it by.
struct DeviceHandle {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    std::string index;
};

/// All devices of all platforms, in the order of the ICD loader. Throws Failure.
[[nodiscard]] std::vector<DeviceHandle> deviceHandles();

/// A text that the platform or device tells about itself, without surrounding blanks.
[[nodiscard]] std::string platformText(cl_platform_id platform, cl_platform_info what);
[[nodiscard]] std::string deviceText(cl_device_id device, cl_device_info what);

} // namespace nervure::opencl
