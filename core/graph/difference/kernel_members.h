// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/match_evidence.h"

#include <utility>
#include <vector>

namespace nervure {

/// A place before, and the place of the kernel after that computes it.
using KernelMembers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Nodes without a counterpart that new kernels compute, in the order of the first graph. A kernel that came of
/// a node also computes what is read by nodes of that kernel alone, as far as its name tells of more operators.
[[nodiscard]] KernelMembers kernelMembers(const MatchGraph &before, const MatchGraph &after,
                                          const MatchPairs &pairs);

} // namespace nervure
