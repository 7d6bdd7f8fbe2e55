// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/profile.h"
#include "core/graph/graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nervure {

/// A part of the time of a run, by means: those add up.
struct BudgetItem {
    enum class Kind : std::uint8_t {
        Run,       ///< the whole, always the first
        Scope,     ///< layers whose names begin alike
        Layer,     ///< on the device
        Launches,  ///< what the host needs around layers
        Transfers, ///< inputs and outputs, with what the host needs around them
        Remainder, ///< explained by no layer
    };
    Kind kind = Kind::Run;
    std::string name; ///< of scopes and layers: below that of the parent
    int parent = -1;  ///< its place in the list; parents come first
    double ms = 0;
    std::uint32_t layer = 0; ///< of a layer: its index in ProfileData::layers
};

/// Where the time of a run goes, by the scopes of the graph that was run. Layers whose nodes it has not
/// stand below the run itself. What is below an item sums up to it, in the order of the layers.
[[nodiscard]] std::vector<BudgetItem> timeBudget(const ProfileData &profile, const Graph &graph);

} // namespace nervure
