// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"
#include "core/opencl/program_cache.h"

namespace nervure::opencl {

/// An open device: what prepared plans work on.
struct DeviceSession {
    DeviceInfo info;
    cl_device_id device = nullptr;
    Context context;
    Queue profiled; ///< in order, with event times
    Queue plain;    ///< in order, without
    std::unique_ptr<ProgramCache> programs;
    /// See DeviceCeilings::hasTimer; true until it was measured.
    bool hasTimer = true;
    /// Where what was found out about the device is kept; empty: nowhere.
    std::filesystem::path cacheFolder;
};

} // namespace nervure::opencl
