// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/backend.h"
#include "core/support/cancellation.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nervure {

class RemoteWorker;
struct RemotePlace;

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

    /// The device of this machine that `selector` means: "reference", or as selectDevice() has it. The backend lives as
    /// long as the catalog.
    Result<Backend *> open(const std::string &selector);

    /// What passes that compile for a device want to know, also for one of another machine.
    [[nodiscard]] Result<DeviceTraits> traits(const std::string &selector);

    /// The devices of another machine, or the one that the place names, their ids as open() does not take them: with
    /// the machine's name. Fails as RemoteWorker does.
    [[nodiscard]] Result<std::vector<DeviceInfo>> listRemote(const RemotePlace &place,
                                                             const CancelToken &cancel,
                                                             Diagnostics &diagnostics);

    /// The worker of another machine, connected. It is kept for the next use, and replaced when it is gone.
    [[nodiscard]] Result<RemoteWorker *> remote(const RemotePlace &place,
                                                const CancelToken &cancel);

    /// Forgets the opened devices, as after one went away; the next use opens anew. No plan of
    /// theirs may be left.
    void closeAll();

private:
    Result<std::vector<DeviceInfo>> found() const;

    mutable bool m_isProbed = true;
    std::map<std::string, std::unique_ptr<Backend>> m_opened;      ///< by DeviceInfo::id
    std::map<std::string, std::unique_ptr<RemoteWorker>> m_remote; ///< by RemotePlace::machine()
};

} // namespace nervure
