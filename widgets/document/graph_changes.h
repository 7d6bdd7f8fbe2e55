// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <QString>

#include <string>
#include <vector>

namespace nervure {

/// What an edit or a pass did to a node.
enum class ChangeMark { None, Added, Changed, Fused, Removed };
/// "+", "~", "⊕", "−"; empty for None.
[[nodiscard]] QString changeSign(ChangeMark mark);
/// "new", "changed", "fused", "removed"; empty for None.
[[nodiscard]] QString changeWord(ChangeMark mark);

/// A node that is not as it was.
struct NodeChange {
    ChangeMark mark = ChangeMark::None;
    NodeId node;              ///< of the graph after; for Removed of the graph before
    std::vector<NodeId> from; ///< the nodes before that it came from, when there is more to say
    std::string reason;       ///< the pass's words, or empty
};
using NodeChanges = std::vector<NodeChange>;

/// "conv0, bn0: folded batch_norm into conv2d"; empty when there is nothing to say.
[[nodiscard]] QString originText(const NodeChange &change, const Graph &before);

/// What makes `after` differ from `before`, in the order of `after`, then what is gone. A node that
/// came from several is Fused; nodes that went into others are not told as removed. Without
/// `provenance` nodes are the same when their ids are.
[[nodiscard]] NodeChanges changesBetween(const Graph &before, const Graph &after,
                                         const Provenance *provenance);

} // namespace nervure
