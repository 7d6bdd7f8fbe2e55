// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device_catalog.h"

#include "core/engine/driver_probe.h"
#include "core/execution/reference_backend.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
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

} // namespace nervure
