// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

/// Multiply-accumulates of one call of a kernel, by its node; nothing where a part of it is unknown.
using KernelMacs = std::unordered_map<NodeId, std::optional<std::int64_t>>;

/// What a graph that passes have made no longer says by itself: a weight stays a parameter when an
/// operator scales it first, and a kernel computes what the operators did that it was made of.
struct InheritedFacts {
    std::unordered_set<NodeId> parameters;
    KernelMacs kernelMacs;
};

} // namespace nervure
