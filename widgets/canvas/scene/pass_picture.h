// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/graph_changes.h"
#include "widgets/document/pass_step.h"

#include <memory>
#include <unordered_map>

namespace nervure {

/// What is drawn of a graph that a pass made.
struct PassPicture {
    std::shared_ptr<const Graph> graph; ///< the stage's, and the operators that are gone
    std::unordered_map<NodeId, ChangeMark> marks;
    std::unordered_map<NodeId, NodeId> removed; ///< of what is gone: its id in `graph`, and before
};

/// What the pass did, to look at: operators that vanished without going into another stay in the
/// picture, under ids of their own, below the values that they read, unless they are very many. `stage` is that of a pass.
[[nodiscard]] PassPicture pictureOf(const ModelStage &stage);

} // namespace nervure
