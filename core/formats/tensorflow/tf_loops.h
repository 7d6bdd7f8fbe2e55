// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/diagnostic.h"

#include <unordered_map>
#include <vector>

namespace nervure::tensorflow {

/// The loops of TensorFlow 1 (frames), whose values go round: from a NextIteration back to a Merge. A graph of ours
/// has no cycles. Instead the Merge has an attribute (backEdgeKey), and what leaves the loop depends on what goes
/// round in it.
class Loops {
public:
    /// The Merge takes that NextIteration's value in all steps but the first. False: it takes another's already.
    bool add(NodeId merge, NodeId next) { return m_nextOf.emplace(merge, next).second; }

    /// Does so in the graph, whose nodes have all their inputs. Returns the NextIterations of loops that have no Exit:
    /// nothing depends on them. A warning tells of each such loop.
    [[nodiscard]] std::vector<NodeId> close(Graph &graph, Diagnostics &diagnostics) const;

private:
    std::unordered_map<NodeId, NodeId> m_nextOf; ///< by Merge
};

/// Has a node wait for another one, once.
void addControl(Node &node, NodeId control);

} // namespace nervure::tensorflow
