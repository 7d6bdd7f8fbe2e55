// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/stage_picture.h"

#include <algorithm>
#include <utility>

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

namespace {

NodeId placeOf(NodeId node, const std::unordered_map<NodeId, NodeId> &places)
{
    const auto place = places.find(node);
    return place == places.end() ? NodeId() : place->second;
}

std::unordered_map<NodeId, NodeId> turned(const std::unordered_map<NodeId, NodeId> &places)
{
    std::unordered_map<NodeId, NodeId> result;
    for (const auto &[from, to] : places) {
        result[to] = from;
    }
    return result;
}

/// In picture `there`, for a node of picture `here` that is there no more, or is as its other nodes.
NodeId goneOrStill(NodeId node, const StagePicture &here, const StagePicture &there,
                   const std::unordered_map<NodeId, NodeId> &goneThere)
{
    const NodeId lost = placeOf(node, here.removed);
    if (lost.isValid() && there.place.stage == here.before) {
        return lost;
    }
    const std::size_t stage = lost.isValid() ? here.before : here.place.stage;
    return there.before == stage ? placeOf(lost.isValid() ? lost : node, goneThere) : NodeId();
}

NodeId bestOf(const std::vector<NodeId> &nodes)
{
    return nodes.empty() ? NodeId() : nodes.back();
}

} // namespace

PictureWays::PictureWays(std::shared_ptr<const Counterparts> counterparts, StagePicture from,
                         StagePicture to)
    : m_counterparts(std::move(counterparts)),
      m_from(std::move(from)),
      m_to(std::move(to)),
      m_goneFrom(turned(m_from.removed)),
      m_goneTo(turned(m_to.removed))
{}

NodeId PictureWays::heirOf(NodeId node) const
{
    const NodeId heir =
        m_from.removed.count(node) != 0 ? NodeId() : bestOf(m_counterparts->inSecond({&node, 1}));
    return heir.isValid() ? heir : goneOrStill(node, m_from, m_to, m_goneTo);
}

NodeId PictureWays::sourceOf(NodeId node) const
{
    const NodeId source =
        m_to.removed.count(node) != 0 ? NodeId() : bestOf(m_counterparts->inFirst({&node, 1}));
    return source.isValid() ? source : goneOrStill(node, m_to, m_from, m_goneFrom);
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
