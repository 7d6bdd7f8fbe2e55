// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace nervure {

/// Which nodes of a snapshot read each entry, for walks in the direction of the data.
class EntryUses {
public:
    EntryUses() = default;
    /// Inputs that name no output of their node must not be there.
    explicit EntryUses(const IndexedGraph &graph);

    /// The readers' ids in their order; a node that reads the entry twice is there twice.
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t entry) const
    {
        return std::span(m_readers).subspan(m_start[entry], m_start[entry + 1] - m_start[entry]);
    }

private:
    std::vector<std::uint32_t> m_start; ///< by entry, into m_readers
    std::vector<std::uint32_t> m_readers;
};

} // namespace nervure
