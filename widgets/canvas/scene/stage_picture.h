// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/counterparts.h"
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

/// Which box of one stage's picture becomes which of another's: those of nodes that stand for each other, and those
/// of nodes that are drawn though they are gone.
class PictureWays {
public:
    /// `counterparts` are of the stages of `from` (first) and `to`.
    PictureWays(std::shared_ptr<const Counterparts> counterparts, StagePicture from,
                StagePicture to);

    /// What a node of `from` becomes; invalid: nothing.
    [[nodiscard]] NodeId heirOf(NodeId node) const;
    /// What a node of `to` was; invalid: nothing.
    [[nodiscard]] NodeId sourceOf(NodeId node) const;

private:
    using Places = std::unordered_map<NodeId, NodeId>;

    std::shared_ptr<const Counterparts> m_counterparts;
    StagePicture m_from;
    StagePicture m_to;
    Places m_goneFrom; ///< of nodes that are no more: their numbers in the picture
    Places m_goneTo;
};

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
