// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device_catalog.h"

#include "core/engine/driver_probe.h"
#include "core/engine/remote/remote_worker.h"
#include "core/engine/worker_request.h"
#include "core/execution/reference_backend.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "core/passes/target_traits.h"
#include "core/support/text.h"

namespace nervure {

DeviceCatalog::DeviceCatalog() = default;
DeviceCatalog::~DeviceCatalog() = default;

Result<std::vector<DeviceInfo>> DeviceCatalog::found() const
{
    if (!m_isProbed) {
        RETURN_IF_FAILED(probeDrivers());
        m_isProbed = true;
    }
    return listDevices();
}

std::vector<DeviceInfo> DeviceCatalog::list(Diagnostics &diagnostics) const
{
    std::vector<DeviceInfo> devices;
    if (Result<std::vector<DeviceInfo>> opencl = found()) {
        devices = std::move(opencl).value();
    } else {
        diagnostics.push_back(opencl.error());
    }
    devices.push_back(ReferenceBackend::describe());
    return devices;
}

Result<Backend *> DeviceCatalog::open(const std::string &selector)
{
    if (toLower(selector) == "reference") {
        std::unique_ptr<Backend> &backend = m_opened["reference"];
        if (!backend) {
            backend = std::make_unique<ReferenceBackend>();
        }
        return backend.get();
    }
    if (isRemoteDevice(selector)) {
        return makeError("usage",
                         "device {} is another machine's, expected one of this machine: only run, "
                         "profile, peek, tune, compare and devices ask others",
                         quoted(selector));
    }
    ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices, found());
    ASSIGN_OR_RETURN(const DeviceInfo device, selectDevice(devices, selector));
    std::unique_ptr<Backend> &backend = m_opened[device.id];
    if (!backend) {
        Result<std::unique_ptr<OpenclBackend>> opened = OpenclBackend::open(device);
        RETURN_IF_FAILED(opened);
        backend = std::move(opened).value();
    }
    return backend.get();
}

Result<DeviceTraits> DeviceCatalog::traits(const std::string &selector)
{
    if (!isRemoteDevice(selector)) {
        ASSIGN_OR_RETURN(Backend * backend, open(selector));
        return backend->info().traits;
    }
    ASSIGN_OR_RETURN(const RemotePlace place, parseRemotePlace(selector));
    ASSIGN_OR_RETURN(RemoteWorker * worker, remote(place, {}));
    WorkerRequest request;
    request.command = "traits";
    request.execution.device = place.device;
    ASSIGN_OR_RETURN(const RemoteAnswer answer, worker->ask(std::move(request), {}));
    return parseTraits(answer.result.traits);
}

Result<std::vector<DeviceInfo>> DeviceCatalog::listRemote(const RemotePlace &place,
                                                          const CancelToken &cancel,
                                                          Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(RemoteWorker * worker, remote(place, cancel));
    WorkerRequest request;
    request.command = "devices";
    ASSIGN_OR_RETURN(RemoteAnswer answer, worker->ask(std::move(request), {cancel, {}}));
    if (!place.device.empty()) {
        Result<DeviceInfo> device = selectDevice(answer.result.devices, place.device);
        if (!device) {
            return makeError(device.error().code, "on {}: {}", place.host, device.error().message);
        }
        answer.result.devices = {std::move(*device)};
    }
    for (DeviceInfo &device : answer.result.devices) {
        device.id = place.nameOf(device.id);
    }
    diagnostics.insert(diagnostics.end(), answer.result.diagnostics.begin(),
                       answer.result.diagnostics.end());
    return std::move(answer.result.devices);
}

Result<RemoteWorker *> DeviceCatalog::remote(const RemotePlace &place, const CancelToken &cancel)
{
    std::unique_ptr<RemoteWorker> &worker = m_remote[place.machine()];
    if (!worker || !worker->isAlive()) {
        worker.reset();
        ASSIGN_OR_RETURN(worker, RemoteWorker::connect(place, cancel));
    }
    return worker.get();
}

void DeviceCatalog::closeAll()
{
    m_opened.clear();
    m_remote.clear();
}

} // namespace nervure
