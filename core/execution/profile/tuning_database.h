// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/support/result.h"

#include <filesystem>
#include <map>
#include <string>

namespace nervure {

/// What was fastest for one choice of a kernel rule.
struct TuningWinner {
    std::string variant;
    double ms = 0;        ///< of the launches that the choice is about, when it was timed again
    double defaultMs = 0; ///< the same of the rule's own preference, in the same runs
};

/// Winners of one device and driver, by the choices' keys.
using TuningWinners = std::map<std::string, TuningWinner>;

/// The file below `folder` that keeps the winners of a device; empty for an empty folder.
[[nodiscard]] std::filesystem::path tuningFile(const std::filesystem::path &folder,
                                               const std::string &deviceKey);

/// What the file holds; nothing when it is not there, damaged, or of another version.
[[nodiscard]] TuningWinners readTuning(const std::filesystem::path &file);

/// Adds winners to what the file has by now, and replaces it as a whole: a process that is killed
/// on the way leaves it as it was.
[[nodiscard]] Status addTuning(const std::filesystem::path &file, const TuningWinners &winners);

/// The same as kernel rules take it.
[[nodiscard]] std::shared_ptr<const KernelTuning> kernelTuning(const TuningWinners &winners);

} // namespace nervure
