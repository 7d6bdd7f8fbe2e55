// SPDX-License-Identifier: Apache-2.0
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <utility>

namespace nervure::opencl {

/// Owns one reference to an OpenCL object.
template <typename Handle, cl_int(CL_API_CALL *release)(Handle)>
class Owned {
public:
    Owned() = default;
    explicit Owned(Handle handle) : m_handle(handle) {}
    Owned(Owned &&other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}
    Owned &operator=(Owned &&other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    ~Owned()
    {
        if (m_handle != nullptr) {
            release(m_handle);
        }
    }

    [[nodiscard]] Handle get() const { return m_handle; }
    [[nodiscard]] explicit operator bool() const { return m_handle != nullptr; }

private:
    Handle m_handle = nullptr;
};

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Memory = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Event = Owned<cl_event, clReleaseEvent>;

} // namespace nervure::opencl
