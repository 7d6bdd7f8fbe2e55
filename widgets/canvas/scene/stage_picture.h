// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/node_lineage.h"
#include "widgets/canvas/scene/view_transform.h"

#include <map>
#include <memory>
#include <unordered_map>

namespace nervure {

/// Which stage of a document a picture shows, and the nodes in it that are no longer of that stage.
struct StagePicture {
    StagePlace place;
    bool isOfPass = false; ///< else of the document's own graph
    /// What is no more: its number in the picture, and in stage `before`.
    std::unordered_map<NodeId, NodeId> removed = {};
    std::size_t before = 0;
};

/// What stands in one picture for a node of another one; invalid where nothing does.
[[nodiscard]] NodeId heirOf(NodeId node, const StagePicture &from, const StagePicture &to);

/// Which part of each stage's picture was seen, as long as nobody moves or selects anything: so steps
/// to and fro end where they began.
class StageViews {
public:
    void leave(const StagePicture &picture, const ViewTransform &view);
    /// What was seen of that picture; `view` where it was not seen yet.
    [[nodiscard]] ViewTransform enter(const StagePicture &picture, const ViewTransform &view);
    void forget() { m_seen.clear(); }

private:
    std::shared_ptr<const NodeLineage> m_lineage;
    std::map<std::size_t, ViewTransform> m_seen; ///< by stage
    ViewTransform m_entered;
};

} // namespace nervure
