// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace nervure {

/// What the processes of two sides printed, in the order of the rounds; one of each a round.
struct InterleavedProfiles {
    std::vector<nlohmann::ordered_json> first;
    std::vector<nlohmann::ordered_json> second;
};

/// Runs `profile --json` of this program in `rounds` processes for each of two command lines (a file and
/// its options). They take turns, and change places from round to round, so that what slowly changes on
/// the machine favors neither. One process of each runs before and does not count: it may compile. Fails as
/// the first process that fails.
[[nodiscard]] Result<InterleavedProfiles> profileInterleaved(const std::vector<std::string> &first,
                                                             const std::vector<std::string> &second,
                                                             std::size_t rounds);

} // namespace nervure
