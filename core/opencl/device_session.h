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
    std::optional<DeviceCeilings> ceilings; ///< once they were asked for
    /// Where what was found out about the device is kept; empty: nowhere.
    std::filesystem::path cacheFolder;

    /// Whether event times count: taken for granted until the device was measured.
    [[nodiscard]] bool hasTimer() const { return !ceilings || ceilings->hasTimer; }
};

} // namespace nervure::opencl
