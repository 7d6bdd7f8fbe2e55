// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nervure {

/// The devices of this machine: the reference CPU and what OpenCL offers. Opened devices are kept,
/// so that a worker builds its programs once. Used by one thread.
class DeviceCatalog {
public:
    DeviceCatalog();
    ~DeviceCatalog();

    /// Before devices are listed for the first time, a child process tries whether the drivers
    /// survive that (probeDrivers()). For programs' main threads.
    void probeFirst() { m_isProbed = false; }

    /// All devices, the reference last. An OpenCL failure is a diagnostic; the reference is there.
    [[nodiscard]] std::vector<DeviceInfo> list(Diagnostics &diagnostics) const;

    /// The device that `selector` means: "reference", or as selectDevice() has it. The backend lives as long as the catalog.
    Result<Backend *> open(const std::string &selector);

    /// Forgets the opened devices, as after one went away; the next use opens anew. No plan of
    /// theirs may be left.
    void closeAll() { m_opened.clear(); }

private:
    Result<std::vector<DeviceInfo>> found() const;

    mutable bool m_isProbed = true;
    std::map<std::string, std::unique_ptr<Backend>> m_opened; ///< by DeviceInfo::id
};

} // namespace nervure
