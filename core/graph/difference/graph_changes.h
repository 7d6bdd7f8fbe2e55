// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/change_details.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What an edit or a pass did to a node.
enum class ChangeMark { None, Added, Changed, Fused, Removed };

/// A node that is not as it was.
struct NodeChange {
    ChangeMark mark = ChangeMark::None;
    NodeId node;              ///< of the graph after; for Removed of the graph before
    std::vector<NodeId> from; ///< the nodes before that it came from, when there is more to say
    std::string reason;       ///< the pass's words, or empty
    NodeId was{};             ///< the node before that it still is, if it is one
    ChangeDetails details{};  ///< what is otherwise than in that one
};
using NodeChanges = std::vector<NodeChange>;

/// What makes `after` differ from `before`, in the order of `after`, then what is gone. A node that
/// came from several is Fused; nodes that went into others are not told as removed. Without
/// `provenance` nodes are the same when their ids are.
[[nodiscard]] NodeChanges changesBetween(const Graph &before, const Graph &after,
                                         const Provenance *provenance);

/// Whether all that is otherwise are names.
[[nodiscard]] bool isRenamed(const NodeChange &change);

/// A node that is gone and went into another one.
struct AbsorbedNode {
    NodeId node; ///< of the graph before
    NodeId into; ///< of the graph after; of several the last

    bool operator==(const AbsorbedNode &) const = default;
};
/// In the order of `before`; `provenance` as for changesBetween().
[[nodiscard]] std::vector<AbsorbedNode> absorbedNodes(const Graph &before, const Graph &after,
                                                      const Provenance *provenance);

/// "added", "replaced" (new, in the place of others), "changed", "renamed", "fused", "removed".
[[nodiscard]] std::string_view changeName(const NodeChange &change);

/// "conv0, bn0: folded batch_norm into conv2d"; empty when there is nothing to say.
[[nodiscard]] std::string originWords(const NodeChange &change, const Graph &before);

/// How many nodes, and how many things in them, are otherwise.
struct ChangeCounts {
    std::size_t made = 0;  ///< nodes that are new, whatever they came from
    std::size_t added = 0; ///< nodes that came from none
    std::size_t removed = 0;
    std::size_t replaced = 0; ///< new nodes in the place of others
    std::size_t fused = 0;    ///< nodes that came from several
    std::size_t absorbed = 0; ///< nodes that are gone, and went into others
    std::size_t changed = 0;
    std::size_t renamed = 0;
    std::size_t attributes = 0;
    std::size_t inputs = 0;

    /// Nodes that are not there any more, be they removed or part of others.
    [[nodiscard]] std::size_t gone() const { return removed + absorbed; }
    /// Nodes that are still there, of which something is otherwise.
    [[nodiscard]] std::size_t otherwise() const { return changed + renamed; }
    /// Nodes that took others in and are still what they were.
    [[nodiscard]] std::size_t grown() const
    {
        return fused - std::min(fused, made - added - replaced);
    }
};
[[nodiscard]] ChangeCounts countChanges(const NodeChanges &changes, const Graph &before,
                                        const Graph &after);

/// "+2 −1 ~3, 4 fused": nodes that are new, gone, changed, and that took others in. Empty where all are
/// as they were.
[[nodiscard]] std::string changeFigures(const ChangeCounts &counts);

} // namespace nervure
