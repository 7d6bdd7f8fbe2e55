// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace nervure {

/// Runs `profile --json` of this program in a process of its own, with a file and its options, and returns what it
/// printed. `isProbed` says that the drivers were tried before. Fails as the process does.
[[nodiscard]] Result<nlohmann::ordered_json> profileInProcess(
    const std::vector<std::string> &arguments, bool isProbed);

/// Runs `profile --json` of this program in `rounds` processes for each of several command lines (a file and its
/// options), and returns for each what they printed, in the order of the rounds. They take turns, and another one
/// begins each round, so that what slowly changes on the machine favors none. One process of each runs before and
/// does not count: it may compile. Fails as the first process that fails.
[[nodiscard]] Result<std::vector<std::vector<nlohmann::ordered_json>>> profileInterleaved(
    const std::vector<std::vector<std::string>> &sides, std::size_t rounds);

} // namespace nervure
