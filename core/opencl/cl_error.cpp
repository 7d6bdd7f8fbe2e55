// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/cl_error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace nervure::opencl {

namespace {

struct ErrorName {
    cl_int value;
    std::string_view name;
};

constexpr std::array names{
    ErrorName{-1, "CL_DEVICE_NOT_FOUND"},
    ErrorName{-2, "CL_DEVICE_NOT_AVAILABLE"},
    ErrorName{-3, "CL_COMPILER_NOT_AVAILABLE"},
    ErrorName{-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    ErrorName{-5, "CL_OUT_OF_RESOURCES"},
    ErrorName{-6, "CL_OUT_OF_HOST_MEMORY"},
    ErrorName{-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
    ErrorName{-8, "CL_MEM_COPY_OVERLAP"},
    ErrorName{-11, "CL_BUILD_PROGRAM_FAILURE"},
    ErrorName{-12, "CL_MAP_FAILURE"},
    ErrorName{-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    ErrorName{-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    ErrorName{-30, "CL_INVALID_VALUE"},
    ErrorName{-32, "CL_INVALID_PLATFORM"},
    ErrorName{-33, "CL_INVALID_DEVICE"},
    ErrorName{-34, "CL_INVALID_CONTEXT"},
    ErrorName{-36, "CL_INVALID_COMMAND_QUEUE"},
    ErrorName{-38, "CL_INVALID_MEM_OBJECT"},
    ErrorName{-42, "CL_INVALID_BINARY"},
    ErrorName{-43, "CL_INVALID_BUILD_OPTIONS"},
    ErrorName{-44, "CL_INVALID_PROGRAM"},
    ErrorName{-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    ErrorName{-46, "CL_INVALID_KERNEL_NAME"},
    ErrorName{-48, "CL_INVALID_KERNEL"},
    ErrorName{-49, "CL_INVALID_ARG_INDEX"},
    ErrorName{-50, "CL_INVALID_ARG_VALUE"},
    ErrorName{-51, "CL_INVALID_ARG_SIZE"},
    ErrorName{-52, "CL_INVALID_KERNEL_ARGS"},
    ErrorName{-53, "CL_INVALID_WORK_DIMENSION"},
    ErrorName{-54, "CL_INVALID_WORK_GROUP_SIZE"},
    ErrorName{-55, "CL_INVALID_WORK_ITEM_SIZE"},
    ErrorName{-56, "CL_INVALID_GLOBAL_OFFSET"},
    ErrorName{-57, "CL_INVALID_EVENT_WAIT_LIST"},
    ErrorName{-58, "CL_INVALID_EVENT"},
    ErrorName{-59, "CL_INVALID_OPERATION"},
    ErrorName{-61, "CL_INVALID_BUFFER_SIZE"},
    ErrorName{-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
    ErrorName{-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

} // namespace

std::string errorName(cl_int error)
{
    const auto *const it =
        std::find_if(names.begin(), names.end(),
                     [error](const ErrorName &known) { return known.value == error; });
    return it == names.end() ? fmt::format("error {}", error) : std::string(it->name);
}

Diagnostic deviceError(const std::string &action, cl_int error)
{
    const bool isLost = error == CL_DEVICE_NOT_AVAILABLE || error == CL_DEVICE_NOT_FOUND;
    return makeError(
        isLost ? "device-lost" : "device-error", "cannot {}: {}{}", action, errorName(error),
        (isLost ? ", the device went away; `devices` lists those that are there" : ""));
}

void check(cl_int error, const char *action)
{
    if (error != CL_SUCCESS) {
        throw Failure{deviceError(action, error)};
    }
}

} // namespace nervure::opencl
