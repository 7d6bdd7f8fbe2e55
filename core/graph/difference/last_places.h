// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/id.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace nervure {

/// Nodes without doubles; of a double the last place counts.
class LastPlaces {
public:
    void add(NodeId node) { m_all.push_back(node); }
    [[nodiscard]] std::vector<NodeId> take() const
    {
        std::vector<NodeId> nodes;
        std::unordered_set<NodeId> seen;
        for (auto node = m_all.rbegin(); node != m_all.rend(); ++node) {
            if (seen.insert(*node).second) {
                nodes.push_back(*node);
            }
        }
        std::reverse(nodes.begin(), nodes.end());
        return nodes;
    }

private:
    std::vector<NodeId> m_all;
};

} // namespace nervure
