// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/table.h"
#include "core/engine/execution_request.h"

#include <filesystem>
#include <string>

namespace nervure::cli {

/// "copies 12.4 GB/s, …": the same for people.
[[nodiscard]] std::string ceilingsText(const DeviceCeilings &ceilings);

/// The layers by time, the slowest first, with their share of all layers' time.
[[nodiscard]] Table profileTable(const ProfileReport &report);

/// Two lines under the table: wall and device times, preparation, how much is explained.
[[nodiscard]] std::string profileSummary(const ProfileReport &report);

/// The layers in order as comma-separated values with a heading.
[[nodiscard]] std::string profileCsv(const ProfileReport &report);

/// The last timed run in Chrome's trace event format.
[[nodiscard]] std::string profileTrace(const ProfileReport &report);

/// Writes each program of the plan as it is compiled into `folder`, a file a program.
[[nodiscard]] Status dumpKernels(const ExecutionPlan &plan, const std::filesystem::path &folder);

} // namespace nervure::cli
