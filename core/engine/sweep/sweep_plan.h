// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// One profile of a sweep: a model on a device with options.
struct SweepCell {
    std::string model;                  ///< as people call it
    std::string device;                 ///< as `--device` takes it
    std::string options;                ///< as people call them; empty: the usual ones
    std::filesystem::path file;         ///< of the model
    std::vector<std::string> arguments; ///< of `profile`, without the model and --json
    std::filesystem::path result;       ///< the file that its document is kept in
};

/// All cells of a plan, in the order of its models, then devices, then options.
struct SweepPlan {
    std::filesystem::path results; ///< the folder of their files
    std::vector<SweepCell> cells;
};

/// Most cells of one plan.
inline constexpr std::size_t mostCells = 100000;

/// Reads a plan:
///
///     {"models": ["a.json", {"file": "b.onnx", "name": "b", "shape": "batch=8"}],
///      "devices": ["0.0", "ssh:gpu1/0.0"],
///      "options": [{}, {"name": "direct", "algorithm": "direct", "repeat": 20}],
///      "results": "measured"}
///
/// A model and a set of options may have options of `profile`: a text, a number, true for a flag, or a list
/// for one that is given often. Without `devices` the best there is is taken, without `options` the usual
/// ones, without `results` a folder beside the plan. Names of files are relative to the plan's folder.
/// Fails with "sweep-plan" at `file` on anything else.
[[nodiscard]] Result<SweepPlan> parseSweepPlan(std::string_view text,
                                               const std::filesystem::path &file);

} // namespace nervure
