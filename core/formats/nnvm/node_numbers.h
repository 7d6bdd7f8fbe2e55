// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace nervure {

/// The numbers that references to nodes get in a text: their places in its list of nodes.
class NodeNumbers {
public:
    NodeNumbers() = default;
    NodeNumbers(const Graph &graph, std::span<const NodeId> order)
        : m_numbers(graph.idLimit(), none),
          m_count(static_cast<std::uint32_t>(order.size()))
    {
        std::uint32_t number = 0;
        for (const NodeId id : order) {
            m_numbers[id.value] = number++;
        }
    }

    [[nodiscard]] bool contains(NodeId id) const
    {
        return id.value < m_numbers.size() && m_numbers[id.value] != none;
    }
    /// For nodes that are not listed a number that names none, so that the fault stays visible.
    [[nodiscard]] std::uint32_t of(NodeId id) const
    {
        if (contains(id)) {
            return m_numbers[id.value];
        }
        return id.isValid() ? std::max(id.value, m_count) : m_count;
    }

private:
    static constexpr std::uint32_t none = NodeId::invalidValue;

    std::vector<std::uint32_t> m_numbers; ///< by NodeId
    std::uint32_t m_count = 0;
};

} // namespace nervure
