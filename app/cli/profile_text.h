// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/table.h"
#include "core/engine/execution_request.h"
#include "core/execution/profile/run_findings.h"
#include "core/execution/profile/time_groups.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>

namespace nervure::cli {

/// "copies 12.4 GB/s, …": the same for people.
[[nodiscard]] std::string ceilingsText(const DeviceCeilings &ceilings);

/// What the way to another machine cost, in a line; empty where nothing went anywhere.
[[nodiscard]] std::string wireText(const std::optional<WireTimes> &wire);

/// The layers by time, the slowest first, with their share of all layers' time.
[[nodiscard]] Table profileTable(const ProfileReport &report);

/// Two lines under the table: wall and device times, preparation, how much is explained.
[[nodiscard]] std::string profileSummary(const ProfileReport &report);

/// The layers in order as comma-separated values with a heading.
[[nodiscard]] std::string profileCsv(const ProfileReport &report);

/// The table and the lines below it as Markdown.
[[nodiscard]] std::string profileMarkdown(const ProfileReport &report);

/// What is found in a run, a line each, with what it costs; empty where nothing is.
[[nodiscard]] std::string findingsText(const std::vector<RunFinding> &findings);
/// [{kind, ms, share, layers [ids], layer, other, factor, text}].
[[nodiscard]] nlohmann::ordered_json findingsJson(const std::vector<RunFinding> &findings);

/// The sums of layers by what they have in common, and of all of them; `title` says by what.
[[nodiscard]] Table groupTable(const std::vector<TimeGroup> &groups, const std::string &title);
/// [{name, layers [ids], launches, ms, share, flops, bytes}].
[[nodiscard]] nlohmann::ordered_json groupsJson(const std::vector<TimeGroup> &groups);

/// The last timed run in Chrome's trace event format.
[[nodiscard]] std::string profileTrace(const ProfileReport &report);

/// Writes each program of the plan as it is compiled into `folder`, a file a program.
[[nodiscard]] Status dumpKernels(const ExecutionPlan &plan, const std::filesystem::path &folder);

} // namespace nervure::cli
