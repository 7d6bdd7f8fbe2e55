// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/plan_memory.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure::opencl {

namespace {

/// OpenCL knows no empty buffers.
constexpr std::int64_t leastBytes = 4;

Failure tooLarge(const std::string &what, std::uint64_t bytes, std::uint64_t limit)
{
    return {makeError("device-memory", what + " needs " + std::to_string(bytes)
                                           + " bytes, expected at most " + std::to_string(limit)
                                           + " on this device")};
}

Memory subBuffer(const Memory &arena, const PlanBuffer &buffer)
{
    const cl_buffer_region region{static_cast<std::size_t>(*buffer.arenaOffset),
                                  static_cast<std::size_t>(std::max(leastBytes, buffer.bytes))};
    cl_int error = CL_SUCCESS;
    Memory part(clCreateSubBuffer(arena.get(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                  &region, &error));
    check(error, "cut a buffer from the arena");
    return part;
}

} // namespace

Memory PlanMemory::create(const DeviceSession &session, const std::string &name, std::int64_t bytes)
{
    const auto size = static_cast<std::uint64_t>(std::max(leastBytes, bytes));
    if (size > session.info.maxAllocationBytes) {
        throw tooLarge("buffer " + quoted(name), size, session.info.maxAllocationBytes);
    }
    const auto total = static_cast<std::uint64_t>(m_totalBytes) + size;
    if (total > session.info.globalBytes) {
        throw tooLarge("the graph", total, session.info.globalBytes);
    }
    cl_int error = CL_SUCCESS;
    Memory memory(clCreateBuffer(session.context.get(), CL_MEM_READ_WRITE, size, nullptr, &error));
    check(error, "allocate device memory");
    const cl_uchar zero = 0;
    check(clEnqueueFillBuffer(session.plain.get(), memory.get(), &zero, sizeof zero, 0, size, 0,
                              nullptr, nullptr),
          "clear device memory");
    m_totalBytes += static_cast<std::int64_t>(size);
    return memory;
}

void PlanMemory::allocate(const DeviceSession &session, const ExecutionPlan &plan)
{
    if (plan.arenaBytes > 0) {
        // The smallest buffer is larger than an empty one at the arena's end.
        m_arena = create(session, "arena", plan.arenaBytes + leastBytes);
    }
    for (const PlanBuffer &buffer : plan.buffers) {
        m_buffers.push_back(buffer.arenaOffset ? subBuffer(m_arena, buffer)
                                               : create(session, buffer.name, buffer.bytes));
    }
    check(clFinish(session.plain.get()), "clear device memory");
}

} // namespace nervure::opencl
