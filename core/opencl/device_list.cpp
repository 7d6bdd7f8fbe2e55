// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/device_list.h"

#include "core/opencl/device_handle.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nervure {

namespace {

template <typename T>
T number(cl_device_id device, cl_device_info what)
{
    T value{};
    opencl::check(clGetDeviceInfo(device, what, sizeof value, &value, nullptr),
                  "ask the device for its limits");
    return value;
}

std::string typeName(cl_device_type type)
{
    if ((type & CL_DEVICE_TYPE_GPU) != 0) {
        return "gpu";
    }
    if ((type & CL_DEVICE_TYPE_CPU) != 0) {
        return "cpu";
    }
    return (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? "accelerator" : "other";
}

DeviceTraits traitsOf(cl_device_id id)
{
    DeviceTraits traits;
    const std::string extensions = opencl::deviceText(id, CL_DEVICE_EXTENSIONS);
    traits.hasFloat16 = extensions.find("cl_khr_fp16") != std::string::npos;
    traits.hasFloat64 = number<cl_device_fp_config>(id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    traits.computeUnits = number<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS);
    traits.maxWorkGroup = number<std::size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    traits.localBytes = number<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE);
    traits.preferredFloatVector =
        std::max<cl_uint>(1, number<cl_uint>(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT));
    return traits;
}

DeviceInfo describe(const opencl::DeviceHandle &handle)
{
    const cl_device_id id = handle.device;
    DeviceInfo info;
    info.id = handle.index;
    info.platform = opencl::platformText(handle.platform, CL_PLATFORM_NAME);
    info.platformVersion = opencl::platformText(handle.platform, CL_PLATFORM_VERSION);
    info.name = opencl::deviceText(id, CL_DEVICE_NAME);
    info.vendor = opencl::deviceText(id, CL_DEVICE_VENDOR);
    info.driverVersion = opencl::deviceText(id, CL_DRIVER_VERSION);
    info.version = opencl::deviceText(id, CL_DEVICE_VERSION);
    info.type = typeName(number<cl_device_type>(id, CL_DEVICE_TYPE));
    info.clockMhz = number<cl_uint>(id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    info.globalBytes = number<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE);
    info.maxAllocationBytes = number<cl_ulong>(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    info.timerResolutionNs = number<std::size_t>(id, CL_DEVICE_PROFILING_TIMER_RESOLUTION);
    info.alignment =
        std::max<cl_uint>(64 * 8, number<cl_uint>(id, CL_DEVICE_MEM_BASE_ADDR_ALIGN)) / 8;
    info.traits = traitsOf(id);
    info.traits.deviceClass = deviceClassOf(info.type, info.vendor);
    return info;
}

std::string label(const DeviceInfo &device)
{
    return device.id + " (" + device.platform + ", " + device.name + ')';
}

std::string labels(std::span<const DeviceInfo> devices)
{
    std::vector<std::string> texts;
    for (const DeviceInfo &device : devices) {
        texts.push_back(label(device));
    }
    return join(texts, ", ");
}

/// "0.0", "3.1", "2": the place of a device in the list, and never a part of some version.
bool isIndex(std::string_view selector)
{
    return selector.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool matches(const DeviceInfo &device, const std::string &part)
{
    const std::string *const texts[] = {&device.platform, &device.platformVersion, &device.name,
                                        &device.version};
    return std::any_of(std::begin(texts), std::end(texts), [&part](const std::string *text) {
        return toLower(*text).find(part) != std::string::npos;
    });
}

} // namespace

DeviceClass deviceClassOf(std::string_view type, std::string_view vendor)
{
    if (type == "cpu") {
        return DeviceClass::Cpu;
    }
    constexpr std::array<std::pair<std::string_view, DeviceClass>, 8> makers{
        {{"nvidia", DeviceClass::Nvidia},
         {"advanced micro devices", DeviceClass::Amd},
         {"amd", DeviceClass::Amd},
         {"intel", DeviceClass::Intel},
         {"arm", DeviceClass::Mobile},
         {"qualcomm", DeviceClass::Mobile},
         {"imagination", DeviceClass::Mobile},
         {"samsung", DeviceClass::Mobile}}};
    const std::string text = toLower(vendor);
    const auto maker = std::find_if(makers.begin(), makers.end(), [&text](const auto &entry) {
        return text.compare(0, entry.first.size(), entry.first) == 0;
    });
    return maker == makers.end() ? DeviceClass::Unknown : maker->second;
}

Result<std::vector<DeviceInfo>> listDevices()
{
    return opencl::guarded<std::vector<DeviceInfo>>([] {
        std::vector<DeviceInfo> devices;
        for (const opencl::DeviceHandle &handle : opencl::deviceHandles()) {
            devices.push_back(describe(handle));
        }
        return devices;
    });
}

Result<DeviceInfo> selectDevice(std::span<const DeviceInfo> devices, std::string_view selector)
{
    if (devices.empty()) {
        return makeError("device-missing",
                         "no OpenCL device was found, expected an installed OpenCL "
                         "driver such as PoCL (pocl-opencl-icd), or --device reference");
    }
    if (selector.empty()) {
        const auto gpu = std::find_if(devices.begin(), devices.end(),
                                      [](const DeviceInfo &d) { return d.type == "gpu"; });
        return gpu == devices.end() ? devices.front() : *gpu;
    }
    std::vector<DeviceInfo> found;
    const std::string part = toLower(selector);
    for (const DeviceInfo &device : devices) {
        if (device.id == selector) {
            return device;
        }
        if (!isIndex(selector) && matches(device, part)) {
            found.push_back(device);
        }
    }
    if (found.size() == 1) {
        return found.front();
    }
    if (found.empty()) {
        return makeError("device-unknown", "{}, expected one of {}",
                         (isIndex(selector) ? "there is no OpenCL device " + std::string(selector)
                                            : "no OpenCL device matches " + quoted(selector)),
                         labels(devices));
    }
    return makeError("device-ambiguous", "{} matches several OpenCL devices: {}", quoted(selector),
                     labels(found));
}

} // namespace nervure
