// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace nervure::cli {

/// A device's driver may end the process that loads it. Subcommands that use devices therefore run in a child of
/// this program, which has the same arguments and streams; this process loads no driver, and says in one line what
/// became of a child that crashed.
///
/// What somebody sends to stop this process (SIGINT, SIGTERM, SIGHUP) is passed on to the child as SIGTERM, the
/// second time as SIGKILL. See stop_signal.h.

/// The end of a child that did the work.
struct DeviceProcessEnd {
    int exitCode = 0;
    /// Why it did not end by itself, with the code "device-crash"; then nothing was said yet.
    std::optional<Diagnostic> crash;
};

/// Runs the program with these arguments in such a child and waits for its end. Nothing where this process is the
/// child itself, or where none can be started: then the caller does the work. Does not return where the child was
/// stopped by a signal that this process was sent: it ends by the same.
[[nodiscard]] std::optional<DeviceProcessEnd> runInDeviceProcess(
    const std::string &program, const std::vector<std::string> &arguments);

/// Where messages go: standard error, also in the child, whose own descriptor 2 is for what drivers write.
[[nodiscard]] std::FILE *messageStream();

} // namespace nervure::cli
