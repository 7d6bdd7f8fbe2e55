// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/sweep/sweep_plan.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// The document of a cell that was run before, of the same model and with the same command line; else nothing, and
/// the cell is to be run. Whatever else is in its file, as of a program that was stopped while it wrote, counts for nothing.
[[nodiscard]] std::optional<nlohmann::ordered_json> finishedCell(const SweepCell &cell);

/// Profiles the cell in a process of its own, so that a driver that crashes takes along nothing else, and writes its
/// document to its file, whole or not at all. Beside what `profile --json` says it has `cell` {model, device,
/// options, arguments, checksum}. Fails as the process does.
[[nodiscard]] Result<nlohmann::ordered_json> runCell(const SweepCell &cell);

/// The command line of `profile` for a cell, as a shell reads it.
[[nodiscard]] std::string shellLine(const std::vector<std::string> &words);

} // namespace nervure
