// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/report.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace nervure::conformance {

/// The checks of one file, to be made on any thread.
struct Task {
    std::string file;         ///< as reports name it
    std::uintmax_t bytes = 0; ///< how much there is to read: the largest are begun first
    std::function<void(FileReport &)> run;
};

/// How tasks are run.
struct TaskOptions {
    unsigned jobs = 1;                ///< threads
    double seconds = 30;              ///< a file that takes longer fails
    std::set<std::string> sections{}; ///< the only ones that are checked; empty: all
};

/// Runs all tasks and gives their reports in the order of the tasks. An exception fails its file
/// and no other.
[[nodiscard]] std::vector<FileReport> runTasks(const std::vector<Task> &tasks,
                                               const TaskOptions &options);

} // namespace nervure::conformance
