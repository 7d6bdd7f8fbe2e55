// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/group_frames.h"

#include "core/layout/engine/route.h"

#include <algorithm>
#include <cstddef>

namespace nervure {

namespace {

class Framer {
public:
    explicit Framer(const Drawing &drawing)
        : m_drawing(drawing),
          m_groups(drawing.graph.groups),
          m_frames(m_groups.size()),
          m_isEmpty(m_groups.size(), true),
          m_results(m_groups.size())
    {}

    std::vector<PlacedFrame> frames()
    {
        if (m_groups.empty()) {
            return {};
        }
        addBoxes();
        addLines();
        std::vector<PlacedFrame> placed;
        for (std::size_t i = m_groups.size(); i-- > 0;) { // what is inside comes first
            if (!m_groups[i].isOpen || m_isEmpty[i]) {
                continue;
            }
            addResults(i);
            PlacedFrame &one = m_frames[i];
            one.group = static_cast<std::uint32_t>(i);
            one.left -= frame::padding;
            one.top -= frame::padding + frame::nameHeight;
            one.right += frame::padding;
            one.bottom += frame::padding;
            add(m_groups[i].parent, one);
            placed.push_back(one);
        }
        std::reverse(placed.begin(), placed.end());
        return placed;
    }

private:
    void add(int group, const PlacedFrame &part)
    {
        if (group < 0) {
            return;
        }
        const auto at = static_cast<std::size_t>(group);
        PlacedFrame &frame = m_frames[at];
        if (m_isEmpty[at]) {
            frame = part;
        } else {
            frame.left = std::min(frame.left, part.left);
            frame.top = std::min(frame.top, part.top);
            frame.right = std::max(frame.right, part.right);
            frame.bottom = std::max(frame.bottom, part.bottom);
        }
        m_isEmpty[at] = false;
    }

    /// The group in whose frame the box stands.
    [[nodiscard]] int around(std::uint32_t box) const
    {
        const DrawnNode &node = m_drawing.graph.nodes[box];
        return node.kind == DrawnKind::Group && node.group >= 0
                   ? m_groups[static_cast<std::size_t>(node.group)].parent
                   : node.group;
    }

    void addBoxes()
    {
        for (std::uint32_t i = 0; i < m_drawing.graph.nodes.size(); ++i) {
            const PlacedNode &box = m_drawing.layout.nodes[i];
            add(around(i), {0, box.left(), box.top(), box.right(), box.bottom()});
        }
    }

    /// Lines of a subgraph pass its boxes at the side; its frame has room for them. Other groups
    /// stand among what is not theirs, as do their lines.
    void addLines()
    {
        const auto isSubgraph = [this](int group) {
            return group >= 0 && m_groups[static_cast<std::size_t>(group)].subgraph;
        };
        for (std::size_t i = 0; i < m_drawing.graph.edges.size(); ++i) {
            const int source = around(m_drawing.graph.edges[i].from);
            if (!isSubgraph(source)) {
                continue;
            }
            const int target = around(m_drawing.graph.edges[i].to);
            if (source != target) {
                m_results[static_cast<std::size_t>(source)].push_back(i);
            }
            if (isSubgraph(target)) {
                for (const Point &point : flatten(m_drawing.layout.edges[i].points)) {
                    add(target, {0, point.x, point.y, point.x, point.y});
                }
            }
        }
    }

    /// Makes the frame so wide that the lines that lead out of it do so where values flow to.
    void addResults(std::size_t group)
    {
        const bool flowsRight = m_drawing.direction == LayoutDirection::Right;
        const PlacedFrame inside = m_frames[group];
        for (const std::size_t line : m_results[group]) {
            for (const Point &point : flatten(m_drawing.layout.edges[line].points)) {
                if (flowsRight && point.x <= inside.right + frame::padding) {
                    add(static_cast<int>(group), {0, inside.left, point.y, inside.left, point.y});
                } else if (!flowsRight && point.y <= inside.bottom + frame::padding) {
                    add(static_cast<int>(group), {0, point.x, inside.top, point.x, inside.top});
                } else {
                    break;
                }
            }
        }
    }

    const Drawing &m_drawing;
    const std::vector<DrawnGroup> &m_groups;
    std::vector<PlacedFrame> m_frames; ///< by group
    std::vector<bool> m_isEmpty;
    std::vector<std::vector<std::size_t>> m_results; ///< by group: the lines that lead out of it
};

} // namespace

std::vector<PlacedFrame> placedFrames(const Drawing &drawing)
{
    return Framer(drawing).frames();
}

std::string frameName(const DrawnGroup &group, const TextMeasure &measure)
{
    return elideMiddle(group.label, TextStyle::Name, frame::longestName, measure);
}

} // namespace nervure
