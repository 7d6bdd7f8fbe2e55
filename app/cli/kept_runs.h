// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/run_history.h"

#include <string>

namespace nervure::cli {

/// The runs that a project file keeps. Fails as the file does.
[[nodiscard]] Result<RunHistory> readKeptRuns(const std::string &file);

/// "1, 2 or 5": the numbers of the runs.
[[nodiscard]] std::string keptNumbers(const RunHistory &history);

} // namespace nervure::cli
