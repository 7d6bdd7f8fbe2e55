// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/device_catalog.h"

#include "core/execution/reference_backend.h"
#include "core/opencl/device_list.h"
#include "core/opencl/opencl_backend.h"
#include "core/support/text.h"

namespace nervure::cli {

DeviceCatalog::DeviceCatalog() = default;
DeviceCatalog::~DeviceCatalog() = default;

std::vector<DeviceInfo> DeviceCatalog::list(Diagnostics &diagnostics) const
{
    std::vector<DeviceInfo> devices;
    if (Result<std::vector<DeviceInfo>> found = listDevices()) {
        devices = std::move(found).value();
    } else {
        diagnostics.push_back(found.error());
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
    const Result<std::vector<DeviceInfo>> devices = listDevices();
    if (!devices) {
        return devices.error();
    }
    const Result<DeviceInfo> device = selectDevice(*devices, selector);
    if (!device) {
        return device.error();
    }
    std::unique_ptr<Backend> &backend = m_opened[device->id];
    if (!backend) {
        Result<std::unique_ptr<OpenclBackend>> opened = OpenclBackend::open(*device);
        if (!opened) {
            return opened.error();
        }
        backend = std::move(opened).value();
    }
    return backend.get();
}

} // namespace nervure::cli
