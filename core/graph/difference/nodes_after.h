// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/provenance.h"
#include "core/graph/graph.h"

#include <unordered_map>

namespace nervure {

/// Where nodes of one graph are in another: the only way from an id of the one to an id of the other. Graphs that
/// were read from files number their nodes each for itself, so that an id of one of them means nothing in the
/// other.
class NodesAfter {
public:
    /// `provenance` says where the nodes of `after` came from; null: nodes of one id are the same.
    NodesAfter(const Graph &after, const Provenance *provenance);

    /// The node that it still is, else one that it went into; an invalid id where nothing is left of it.
    [[nodiscard]] NodeId of(NodeId before) const;

private:
    const Graph &m_after;
    bool m_hasSharedIds;
    std::unordered_map<NodeId, NodeId> m_places; ///< by node before
    std::unordered_map<NodeId, bool>
        m_isListed; ///< nodes after of which the provenance says something
};

} // namespace nervure
