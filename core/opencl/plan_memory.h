// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/plan/execution_plan.h"
#include "core/opencl/cl_api.h"
#include "core/opencl/device_session.h"

#include <cstdint>
#include <vector>

namespace nervure::opencl {

/// Whether a call failed for want of memory; drivers may notice that as late as at a launch.
[[nodiscard]] bool isOutOfMemory(cl_int error);

/// The failure (code "device-memory") of a plan that does not fit: `what` was found; says which
/// buffers are the largest and what may help.
[[nodiscard]] Failure outOfMemory(const ExecutionPlan &plan, const std::string &what);

/// The device memory of a plan: one allocation behind the arena, cut into sub-buffers, and one for
/// each buffer of its own. Zeroed, so that what nobody writes reads the same on every device.
class PlanMemory {
public:
    PlanMemory() = default;
    PlanMemory(const PlanMemory &) = delete;
    PlanMemory &operator=(const PlanMemory &) = delete;
    ~PlanMemory();

    /// Throws Failure when a buffer is larger than the device allows or memory runs out. `isBound`, by
    /// buffer: bind() gives it memory.
    void allocate(const DeviceSession &session, const ExecutionPlan &plan,
                  const std::vector<bool> &isBound);

    /// Null for a buffer that is not bound yet.
    [[nodiscard]] cl_mem of(std::uint32_t buffer) const { return m_handles[buffer]; }
    /// The memory is another's, and must outlive its use.
    void bind(std::uint32_t buffer, cl_mem memory) { m_handles[buffer] = memory; }
    [[nodiscard]] std::int64_t totalBytes() const { return m_totalBytes; }

private:
    Memory create(const DeviceSession &session, const ExecutionPlan &plan, const std::string &name,
                  std::int64_t bytes);

    Memory m_arena;
    std::vector<Memory> m_buffers; ///< by buffer
    std::vector<cl_mem> m_handles; ///< by buffer
    std::int64_t m_totalBytes = 0;
};

} // namespace nervure::opencl
