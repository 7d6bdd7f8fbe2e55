// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/stage_picture.h"

#include <algorithm>

namespace nervure {

NodeId heirOf(NodeId node, const StagePicture &from, const StagePicture &to)
{
    StagePlace place = from.place;
    if (const auto removed = from.removed.find(node); removed != from.removed.end()) {
        node = removed->second;
        place.stage = from.before;
    }
    const auto heirIn = [&](const StagePlace &stage) {
        const std::vector<NodeId> heirs = follow({&node, 1}, place, stage);
        return heirs.empty() ? NodeId() : heirs.back();
    };
    const NodeId heir = heirIn(to.place);
    if (heir.isValid() || to.removed.empty()) {
        return heir;
    }
    const NodeId lost = heirIn({to.place.lineage, to.before});
    const auto there = std::find_if(to.removed.begin(), to.removed.end(),
                                    [lost](const auto &one) { return one.second == lost; });
    return lost.isValid() && there != to.removed.end() ? there->first : NodeId();
}

void StageViews::leave(const StagePicture &picture, const ViewTransform &view)
{
    if (picture.place.lineage != m_lineage || !(view == m_entered)) {
        m_seen.clear();
    }
    m_lineage = picture.place.lineage;
    m_seen[picture.place.stage] = view;
}

ViewTransform StageViews::enter(const StagePicture &picture, const ViewTransform &view)
{
    const auto seen = m_seen.find(picture.place.stage);
    const bool isKnown = picture.place.lineage == m_lineage && seen != m_seen.end();
    m_entered = isKnown ? seen->second : view;
    return m_entered;
}

} // namespace nervure
