// SPDX-License-Identifier: Apache-2.0
#include "core/layout/group_frames.h"

#include <algorithm>

namespace nervure {

namespace {

void include(PlacedFrame &frame, bool &isEmpty, const PlacedFrame &part)
{
    if (isEmpty) {
        frame = {frame.group, part.left, part.top, part.right, part.bottom};
    } else {
        frame.left = std::min(frame.left, part.left);
        frame.top = std::min(frame.top, part.top);
        frame.right = std::max(frame.right, part.right);
        frame.bottom = std::max(frame.bottom, part.bottom);
    }
    isEmpty = false;
}

} // namespace

std::vector<PlacedFrame> placedFrames(const Drawing &drawing)
{
    const std::vector<DrawnGroup> &groups = drawing.graph.groups;
    std::vector<PlacedFrame> all(groups.size());
    std::vector<bool> isEmpty(groups.size(), true);
    const auto add = [&](int group, const PlacedFrame &part) {
        if (group >= 0) {
            const auto at = static_cast<std::size_t>(group);
            bool isNew = isEmpty[at];
            include(all[at], isNew, part);
            isEmpty[at] = isNew;
        }
    };
    for (std::size_t i = 0; i < drawing.graph.nodes.size() && !groups.empty(); ++i) {
        const DrawnNode &node = drawing.graph.nodes[i];
        if (node.group < 0) {
            continue;
        }
        const PlacedNode &box = drawing.layout.nodes[i];
        const int around = node.kind == DrawnKind::Group
                               ? groups[static_cast<std::size_t>(node.group)].parent
                               : node.group;
        add(around, {0, box.left(), box.top(), box.right(), box.bottom()});
    }
    std::vector<PlacedFrame> frames;
    for (std::size_t i = groups.size(); i-- > 0;) {
        if (!groups[i].isOpen || isEmpty[i]) {
            continue;
        }
        PlacedFrame &one = all[i];
        one.group = static_cast<std::uint32_t>(i);
        one.left -= frame::padding;
        one.top -= frame::padding + frame::nameHeight;
        one.right += frame::padding;
        one.bottom += frame::padding;
        add(groups[i].parent, one);
        frames.push_back(one);
    }
    std::reverse(frames.begin(), frames.end());
    return frames;
}

std::string frameName(const DrawnGroup &group, const TextMeasure &measure)
{
    return elideMiddle(group.label, TextStyle::Name, frame::longestName, measure);
}

} // namespace nervure
