// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/device_handle.h"

#include "core/support/text.h"

#include <cstdlib>
#include <fmt/format.h>
#include <mutex>
#ifdef __linux__
#include <sched.h>
#include <unistd.h>
#endif

namespace nervure::opencl {

namespace {

/// What the ICD loader answers when no driver is installed.
constexpr cl_int platformNotFound = -1001;

/// Has PoCL bind its threads to cores, unless people decided about it: left to the system, they at times
/// share one core for as long as a process lives. PoCL counts cores from the first one on, so that it
/// must not where this process was given some of them only.
void bindThreadsOfPocl()
{
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0
        && CPU_COUNT(&allowed) == sysconf(_SC_NPROCESSORS_ONLN)) {
        setenv("POCL_AFFINITY", "1", 0);
    }
#endif
}

std::vector<cl_platform_id> platforms()
{
    static std::once_flag isPrepared;
    std::call_once(isPrepared, bindThreadsOfPocl);
    cl_uint count = 0;
    const cl_int error = clGetPlatformIDs(0, nullptr, &count);
    if (error == platformNotFound || count == 0) {
        return {};
    }
    check(error, "list the OpenCL platforms");
    std::vector<cl_platform_id> ids(count);
    check(clGetPlatformIDs(count, ids.data(), nullptr), "list the OpenCL platforms");
    return ids;
}

/// A platform that cannot tell its devices is passed over: the others still work.
std::vector<cl_device_id> devicesOf(cl_platform_id platform)
{
    cl_uint count = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) {
        return {};
    }
    std::vector<cl_device_id> ids(count);
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr),
          "list the OpenCL devices");
    return ids;
}

/// C texts come with their terminating zero, some drivers pad them with blanks.
std::string cleaned(std::string text)
{
    text.resize(text.find('\0') == std::string::npos ? text.size() : text.find('\0'));
    return std::string(trim(text));
}

} // namespace

std::vector<DeviceHandle> deviceHandles()
{
    std::vector<DeviceHandle> handles;
    const std::vector<cl_platform_id> all = platforms();
    for (std::size_t p = 0; p < all.size(); ++p) {
        const std::vector<cl_device_id> devices = devicesOf(all[p]);
        for (std::size_t d = 0; d < devices.size(); ++d) {
            handles.push_back({all[p], devices[d], fmt::format("{}.{}", p, d)});
        }
    }
    return handles;
}

std::string platformText(cl_platform_id platform, cl_platform_info what)
{
    std::size_t size = 0;
    check(clGetPlatformInfo(platform, what, 0, nullptr, &size), "ask the platform about itself");
    std::string text(size, '\0');
    check(clGetPlatformInfo(platform, what, size, text.data(), nullptr),
          "ask the platform about itself");
    return cleaned(std::move(text));
}

std::string deviceText(cl_device_id device, cl_device_info what)
{
    std::size_t size = 0;
    check(clGetDeviceInfo(device, what, 0, nullptr, &size), "ask the device about itself");
    std::string text(size, '\0');
    check(clGetDeviceInfo(device, what, size, text.data(), nullptr), "ask the device about itself");
    return cleaned(std::move(text));
}

} // namespace nervure::opencl
