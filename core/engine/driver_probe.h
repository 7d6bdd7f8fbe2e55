// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

namespace nervure {

/// This program, for starting another process of it.
inline constexpr const char *ownProgram = "/proc/self/exe";
/// A variable of the environment that keeps a process from having the drivers tried, as its parent has.
inline constexpr const char *probedVariable = "NERVURE_PROBES_DRIVERS";

/// Has the OpenCL devices listed by a child of this program, so that a driver that crashes or hangs
/// on it takes along the child. Fails with code "device-driver", in one line that names the driver.
/// Does nothing in a program that has no subcommands, and in the child itself.
[[nodiscard]] Status probeDrivers();

} // namespace nervure
