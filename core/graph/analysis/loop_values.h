// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/value/value_type.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace nervure {

/// Values that go round in loops of a graph (back_edge.h): one walk from the inputs knows only what they begin with, so
/// the graph is walked through again until what is known of them holds in all steps.
class LoopValues {
public:
    explicit LoopValues(const IndexedGraph &graph);

    /// What is known of a value, by entry: what a walk found in its first step, and all walks in later ones.
    [[nodiscard]] ValueType inAllSteps(std::uint32_t entry, ValueType found) const;
    /// Looks at what a walk found. Whether less is known than it took for granted.
    bool learn(const ValueTypes &values);

private:
    /// In a loop, `taken` is what `given` was in the step before; entries.
    struct BackEdge {
        std::uint32_t taken;
        std::uint32_t given;
    };

    std::vector<BackEdge> m_edges;
    std::unordered_map<std::uint32_t, ValueType> m_later; ///< by entry: in later steps
    int m_walks = 0;
};

} // namespace nervure
