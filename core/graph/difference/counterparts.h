// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/node_lineage.h"

#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace nervure {

/// Which nodes of two stages of a lineage stand for each other, found out once for all nodes: answers take
/// no longer where stages lie far apart. Equal to what NodeLineage::follow() says of a step from one to the
/// next. A value for any thread.
class Counterparts {
public:
    /// Knows of none.
    Counterparts() = default;
    Counterparts(const NodeLineage &lineage, std::size_t first, std::size_t second);

    /// In the second stage, of these nodes of the first; last what stands for them best. Without doubles.
    [[nodiscard]] std::vector<NodeId> inSecond(std::span<const NodeId> nodes) const;
    /// In the first stage, of these nodes of the second.
    [[nodiscard]] std::vector<NodeId> inFirst(std::span<const NodeId> nodes) const;

private:
    using Places = std::unordered_map<NodeId, std::vector<NodeId>>;

    std::shared_ptr<const Graph> m_first;
    std::shared_ptr<const Graph> m_second;
    bool m_hasSharedIds = false;
    Places m_inFirst;  ///< of the nodes of the second stage that did not just keep their id
    Places m_inSecond; ///< what became of nodes of the first stage beside those of their id
};

} // namespace nervure
