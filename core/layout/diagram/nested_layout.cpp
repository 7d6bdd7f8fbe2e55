// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/nested_layout.h"

#include "core/layout/diagram/group_frames.h"
#include "core/layout/engine/route.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// Room around what stands in a frame; below it the lines that lead out have some of their own.
struct Margins {
    double left = frame::padding;
    double top = frame::padding + frame::nameHeight;
    double right = frame::padding;
};

class Nester {
public:
    Nester(const NestedPicture &picture, const TextMeasure &measure, LayoutClient &client,
           const JobControl &control)
        : m_picture(picture),
          m_groups(picture.graph.groups),
          m_measure(measure),
          m_client(client),
          m_control(control),
          m_levels(m_groups.size() + 1),
          m_numberOf(picture.graph.nodes.size())
    {
        if (picture.isTurned) {
            std::swap(m_margins.left, m_margins.top);
        }
        m_result.nodes.resize(picture.request.nodes.size());
        m_result.edges.resize(picture.request.edges.size());
    }

    Result<LayoutResult> layout()
    {
        share();
        for (std::size_t at = m_levels.size(); at-- > 0;) { // what is inside comes first
            if (at != 0 && m_levels[at].boxes.empty()) {
                continue;
            }
            RETURN_IF_FAILED(layoutLevel(m_levels[at], at != 0));
            if (at != 0) {
                frameIn(m_levels[at], m_groups[at - 1]);
            }
        }
        place(m_levels.front(), {});
        m_result.width = m_levels.front().result.width;
        m_result.height = m_levels.front().result.height;
        return std::move(m_result);
    }

private:
    /// The picture without its open subgraphs, or one of these. Its boxes, then the frames in it, then
    /// the ends of the lines that lead out of it are what is laid out.
    struct Level {
        std::vector<std::uint32_t> boxes;   ///< of the picture
        std::vector<std::size_t> frames;    ///< levels
        std::vector<std::uint32_t> lines;   ///< of the picture, within it or from one of its frames
        std::vector<std::uint32_t> leaving; ///< lines of the picture
        std::size_t around = 0;             ///< the level its frame stands in
        std::uint32_t number = 0;           ///< of its frame there
        LayoutResult result;
        Point content; ///< where that begins in its frame
        LayoutNode size;
    };

    [[nodiscard]] const DrawnGroup &group(int number) const
    {
        return m_groups[static_cast<std::size_t>(number)];
    }

    /// The innermost open subgraph that a group is or lies in, as a level.
    [[nodiscard]] std::size_t levelOf(int number) const
    {
        while (number >= 0 && !(group(number).subgraph && group(number).isOpen)) {
            number = group(number).parent;
        }
        return static_cast<std::size_t>(number + 1);
    }

    [[nodiscard]] std::size_t levelOfBox(std::uint32_t box) const
    {
        const DrawnNode &node = m_picture.graph.nodes[box];
        const bool isCard = node.kind == DrawnKind::Group;
        return levelOf(isCard ? group(node.group).parent : node.group);
    }

    /// What stands where.
    void share()
    {
        for (std::uint32_t box = 0; box < m_numberOf.size(); ++box) {
            Level &level = m_levels[levelOfBox(box)];
            m_numberOf[box] = static_cast<std::uint32_t>(level.boxes.size());
            level.boxes.push_back(box);
        }
        for (std::size_t at = 1; at < m_levels.size(); ++at) {
            Level &level = m_levels[at];
            if (!level.boxes.empty()) {
                level.around = levelOf(m_groups[at - 1].parent);
                Level &around = m_levels[level.around];
                level.number =
                    static_cast<std::uint32_t>(around.boxes.size() + around.frames.size());
                around.frames.push_back(at);
            }
        }
        for (std::uint32_t line = 0; line < m_result.edges.size(); ++line) {
            const LayoutEdge &edge = m_picture.request.edges[line];
            const std::size_t from = levelOfBox(edge.from);
            const std::size_t to = levelOfBox(edge.to);
            m_levels[to].lines.push_back(line);
            if (from != to) {
                m_levels[from].leaving.push_back(line);
            }
        }
    }

    Status layoutLevel(Level &level, bool isFramed)
    {
        LayoutRequest request;
        request.nodeGap = m_picture.request.nodeGap;
        request.rankGap = m_picture.request.rankGap;
        for (const std::uint32_t box : level.boxes) {
            request.nodes.push_back(m_picture.request.nodes[box]);
        }
        for (const std::size_t inner : level.frames) {
            request.nodes.push_back(m_levels[inner].size);
        }
        for (const std::uint32_t line : level.lines) {
            LayoutEdge edge = m_picture.request.edges[line];
            const Level &source = m_levels[levelOfBox(edge.from)];
            const bool isFromFrame = &source != &level;
            edge.value = isFromFrame ? line : edge.value;
            edge.from = isFromFrame ? source.number : m_numberOf[edge.from];
            edge.to = m_numberOf[edge.to];
            request.edges.push_back(edge);
        }
        const auto firstExit = static_cast<std::uint32_t>(request.nodes.size());
        for (const std::uint32_t line : level.leaving) {
            request.edges.push_back({m_numberOf[m_picture.request.edges[line].from],
                                     static_cast<std::uint32_t>(request.nodes.size())});
            request.nodes.push_back({1, 1});
        }
        keepBelow(request, firstExit);
        // How far the parts are says little of the whole.
        Result<LayoutResult> result = m_client.layout(
            request, isFramed ? JobControl{m_control.cancel, {}} : m_control, m_next);
        m_next = LayoutClient::Picture::Same;
        RETURN_IF_FAILED(result);
        level.result = std::move(*result);
        m_result.engine = std::max(m_result.engine, level.result.engine);
        return {};
    }

    /// Keeps the last boxes of the request, to which others lead, below all others.
    static void keepBelow(LayoutRequest &request, std::uint32_t first)
    {
        constexpr std::size_t mostLines = 2000;
        std::vector<bool> leadsOn(first, false);
        std::vector<std::uint32_t> sources(request.nodes.size() - first);
        for (const LayoutEdge &edge : request.edges) {
            if (edge.to < first) {
                leadsOn[edge.from] = true;
            } else {
                sources[edge.to - first] = edge.from;
            }
        }
        for (std::uint32_t box = 0, lines = 0; box < first; ++box) {
            for (std::uint32_t i = 0; i < sources.size() && !leadsOn[box]; ++i) {
                if (sources[i] == box) {
                    continue; // a second line would bend the one that is seen
                }
                if (++lines > mostLines) {
                    return;
                }
                LayoutEdge edge{box, first + i};
                edge.isHidden = true;
                request.edges.push_back(edge);
            }
        }
    }

    /// As wide as its name at least.
    void frameIn(Level &level, const DrawnGroup &group) const
    {
        constexpr double besideName = 32; // with the sign before it
        const double name =
            m_measure.width(frameName(group, m_measure), TextStyle::Name) + besideName;
        double width = level.result.width + m_margins.left + m_margins.right;
        double height = level.result.height + m_margins.top;
        level.content = {m_margins.left, m_margins.top};
        double &along = m_picture.isTurned ? height : width;
        double &start = m_picture.isTurned ? level.content.y : level.content.x;
        if (along < name) {
            start += (name - along) / 2;
            along = name;
        }
        level.size = {static_cast<float>(width), static_cast<float>(height)};
    }

    void place(Level &level, Point by)
    {
        translate(level.result, by);
        for (std::size_t i = 0; i < level.boxes.size(); ++i) {
            m_result.nodes[level.boxes[i]] = level.result.nodes[i];
        }
        for (std::size_t i = 0; i < level.lines.size(); ++i) {
            m_result.edges[level.lines[i]] = std::move(level.result.edges[i]);
        }
        for (const std::size_t inner : level.frames) {
            const PlacedNode &frame = level.result.nodes[m_levels[inner].number];
            place(m_levels[inner], {frame.left() + m_levels[inner].content.x,
                                    frame.top() + m_levels[inner].content.y});
            leadOut(m_levels[inner], frame);
        }
    }

    /// The lines of a level go on from where they leave its frame, in the order in which they do.
    void leadOut(const Level &level, const PlacedNode &frame)
    {
        const std::size_t count = level.leaving.size();
        std::vector<std::size_t> exits(count);
        std::vector<PlacedEdge> ways;
        for (std::size_t i = 0; i < count; ++i) {
            exits[i] = i;
            ways.push_back(std::move(m_result.edges[level.leaving[i]]));
        }
        const std::size_t firstExit = level.result.nodes.size() - count;
        std::sort(exits.begin(), exits.end(), [&](std::size_t a, std::size_t b) {
            return level.result.nodes[firstExit + a].center.x
                   < level.result.nodes[firstExit + b].center.x;
        });
        std::sort(ways.begin(), ways.end(), [](const PlacedEdge &a, const PlacedEdge &b) {
            const auto end = [](const PlacedEdge &way) {
                return way.points.empty() ? 0 : way.points.back().x;
            };
            return end(a) < end(b);
        });
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t line = level.leaving[exits[i]];
            const PlacedEdge &within = level.result.edges[level.lines.size() + exits[i]];
            m_result.edges[line] = joined(within, std::move(ways[i]), frame.bottom());
        }
    }

    /// One line out of both: down through the bottom of the frame, and from there as steeply as it
    /// goes to the other end.
    static PlacedEdge joined(const PlacedEdge &within, PlacedEdge way, double bottom)
    {
        if (way.isStub || way.points.size() < 4 || within.isStub || within.points.size() < 4) {
            return way;
        }
        std::vector<Point> points = within.points;
        points[points.size() - 2].x = points.back().x;
        if (points.back().y < bottom) {
            straightDown(points, {points.back().x, bottom});
        }
        const Point exit = points.back();
        std::size_t next = 3;
        while (next + 3 < way.points.size()
               && way.points[next].y - exit.y < std::abs(way.points[next].x - exit.x)) {
            next += 3;
        }
        points.push_back({exit.x, (exit.y + way.points[next].y) / 2});
        points.insert(points.end(), way.points.begin() + static_cast<std::ptrdiff_t>(next) - 1,
                      way.points.end());
        way.points = std::move(points);
        return way;
    }

    const NestedPicture &m_picture;
    const std::vector<DrawnGroup> &m_groups;
    const TextMeasure &m_measure;
    LayoutClient &m_client;
    const JobControl &m_control;
    LayoutClient::Picture m_next = LayoutClient::Picture::New;
    Margins m_margins;
    std::vector<Level> m_levels;           ///< the picture, then by group
    std::vector<std::uint32_t> m_numberOf; ///< by box: its number in its level
    LayoutResult m_result;
};

} // namespace

Result<LayoutResult> layoutNested(const NestedPicture &picture, const TextMeasure &measure,
                                  LayoutClient &client, const JobControl &control)
{
    const std::vector<DrawnGroup> &groups = picture.graph.groups;
    const bool isNested = std::any_of(groups.begin(), groups.end(), [](const DrawnGroup &group) {
        return group.subgraph && group.isOpen;
    });
    return isNested ? Nester(picture, measure, client, control).layout()
                    : client.layout(picture.request, control);
}

} // namespace nervure
