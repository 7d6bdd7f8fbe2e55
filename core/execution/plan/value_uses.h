// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace nervure {

/// Who reads each value of a graph. Views show their input's value: what they are read by reads
/// that.
class ValueUses {
public:
    /// Every input and head must name an output that is there.
    explicit ValueUses(const IndexedGraph &graph);

    /// The entry whose value this is, behind views.
    [[nodiscard]] std::uint32_t sourceOf(const IndexedEntry &entry) const
    {
        return m_source[m_graph.entryId(entry)];
    }
    /// The node that makes an entry.
    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t entry) const;
    /// Nodes that are no views, in order; a head counts as a node behind the last one.
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t node, std::uint32_t index) const;
    /// Whether a head or a node that is not one of `nodes` (in order) reads an output of `node`.
    [[nodiscard]] bool isSeenOutside(std::uint32_t node,
                                     std::span<const std::uint32_t> nodes) const;

private:
    template <typename F>
    void forEachRead(F &&visit) const;

    const IndexedGraph &m_graph;
    std::vector<std::uint32_t> m_source;  ///< by entry
    std::vector<std::uint32_t> m_start;   ///< by entry: where its readers begin
    std::vector<std::uint32_t> m_readers; ///< one entry's after the other's
};

} // namespace nervure
