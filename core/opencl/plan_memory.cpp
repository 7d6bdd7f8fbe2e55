// SPDX-License-Identifier: Apache-2.0
#include "core/opencl/plan_memory.h"

#include "core/support/text.h"
#include "core/support/units.h"

#include <algorithm>
#include <limits>

namespace nervure::opencl {

namespace {

/// OpenCL knows no empty buffers.
constexpr std::int64_t leastBytes = 4;

/// The largest buffers of their own and of the arena, for whoever has to make the model smaller.
std::string largestBuffers(const ExecutionPlan &plan)
{
    constexpr std::size_t shown = 3;
    std::vector<const PlanBuffer *> buffers;
    for (const PlanBuffer &buffer : plan.buffers) {
        buffers.push_back(&buffer);
    }
    std::stable_sort(buffers.begin(), buffers.end(),
                     [](const auto *a, const auto *b) { return a->bytes > b->bytes; });
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(shown, buffers.size()); ++i) {
        texts.push_back(std::string(bufferKindName(buffers[i]->kind)) + ' '
                        + quoted(buffers[i]->name) + " of " + bytesText(buffers[i]->bytes));
    }
    return join(texts, ", ");
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

Failure outOfMemory(const ExecutionPlan &plan, const std::string &what)
{
    return {makeError("device-memory",
                      "{}; the largest of the model are {}; expected a smaller batch or input, or "
                      "a device with more memory (--device reference uses the host's)",
                      what, largestBuffers(plan))};
}

bool isOutOfMemory(cl_int error)
{
    return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES
           || error == CL_OUT_OF_HOST_MEMORY;
}

Memory PlanMemory::create(const DeviceSession &session, const ExecutionPlan &plan,
                          const std::string &name, std::int64_t bytes)
{
    const auto size = static_cast<std::uint64_t>(std::max(leastBytes, bytes));
    const auto textOf = [](std::uint64_t value) {
        return bytesText(static_cast<std::int64_t>(
            std::min<std::uint64_t>(value, std::numeric_limits<std::int64_t>::max())));
    };
    const std::string who = "buffer " + quoted(name) + " of " + textOf(size);
    if (size > session.info.maxAllocationBytes) {
        throw outOfMemory(plan, who + " is larger than the "
                                    + textOf(session.info.maxAllocationBytes)
                                    + " that the device allows one to be");
    }
    const auto held = static_cast<std::uint64_t>(m_totalBytes);
    if (held + size > session.info.globalBytes) {
        throw outOfMemory(plan, who + " does not fit beside " + textOf(held) + " into the "
                                    + textOf(session.info.globalBytes) + " of the device");
    }
    cl_int error = CL_SUCCESS;
    Memory memory(clCreateBuffer(session.context.get(), CL_MEM_READ_WRITE, size, nullptr, &error));
    if (error == CL_SUCCESS) {
        // Many drivers allocate when memory is first used.
        const cl_uchar zero = 0;
        error = clEnqueueFillBuffer(session.plain.get(), memory.get(), &zero, sizeof zero, 0, size,
                                    0, nullptr, nullptr);
    }
    if (isOutOfMemory(error)) {
        throw outOfMemory(plan, "the device has no memory for " + who + " beside " + textOf(held)
                                    + " (" + errorName(error) + ")");
    }
    check(error, "allocate device memory");
    m_totalBytes += static_cast<std::int64_t>(size);
    return memory;
}

/// The last first, and the arena after what lies in it: NVIDIA's driver (580.159) crashes in
/// clReleaseMemObject where kernels have used sub-buffers that overlap and the first goes first.
PlanMemory::~PlanMemory()
{
    while (!m_buffers.empty()) {
        m_buffers.pop_back();
    }
}

void PlanMemory::allocate(const DeviceSession &session, const ExecutionPlan &plan,
                          const std::vector<bool> &isBound)
{
    const bool hasArena =
        std::any_of(plan.buffers.begin(), plan.buffers.end(),
                    [](const PlanBuffer &buffer) { return buffer.arenaOffset.has_value(); });
    if (hasArena) {
        // The smallest buffer is larger than one without elements, at the arena's end or in it alone.
        m_arena = create(session, plan, "arena", plan.arenaBytes + leastBytes);
    }
    for (const PlanBuffer &buffer : plan.buffers) {
        m_buffers.push_back(isBound[buffer.id] ? Memory()
                            : buffer.arenaOffset
                                ? subBuffer(m_arena, buffer)
                                : create(session, plan, buffer.name, buffer.bytes));
        m_handles.push_back(m_buffers.back().get());
    }
    check(clFinish(session.plain.get()), "clear device memory");
}

} // namespace nervure::opencl
