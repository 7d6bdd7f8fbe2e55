// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/opencl/cl_api.h"
#include "core/support/result.h"

#include <new>
#include <string>
#include <utility>

namespace nervure::opencl {

/// What the wrappers of this folder throw among themselves; guarded() turns it into a Diagnostic
/// at the border.
struct Failure {
    Diagnostic diagnostic;
};

/// "CL_OUT_OF_RESOURCES"; "error -9999" for numbers that are none of OpenCL 1.2's.
[[nodiscard]] std::string errorName(cl_int error);

/// The diagnostic (code "device-error", "device-lost" if it went away) of a failed call: what was tried and the error's name.
[[nodiscard]] Diagnostic deviceError(const std::string &action, cl_int error);

/// Throws Failure unless the call succeeded.
void check(cl_int error, const char *action);

/// Runs `work`, which gives a T (or nothing for a Status) and may throw Failure or run out of
/// memory; both come back as diagnostics.
template <typename T, typename Work>
Result<T> guarded(Work &&work) noexcept
{
    try {
        return std::forward<Work>(work)();
    } catch (const Failure &failure) {
        return failure.diagnostic;
    } catch (const std::bad_alloc &) {
        return makeError("device-error", "not enough memory");
    } catch (const std::exception &error) {
        return makeError("device-error", error.what());
    }
}

} // namespace nervure::opencl
