// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/stubs.h"

#include "core/layout/engine/place_stubs.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>

namespace nervure {

namespace {

class Tagger {
public:
    Tagger(const Drawing &drawing, const TextMeasure &measure)
        : m_drawing(drawing),
          m_measure(measure)
    {}

    std::vector<StubTag> run()
    {
        for (std::uint32_t i = 0; i < m_drawing.layout.edges.size(); ++i) {
            const PlacedEdge &line = m_drawing.layout.edges[i];
            if (line.isStub && !line.points.empty()) {
                const DrawnEdge &edge = m_drawing.graph.edges[i];
                take(i, edge.to, edge.from, false, line.points.front());
                take(i, edge.from, edge.to, true, {});
            }
        }
        for (StubTag &tag : m_tags) {
            std::sort(tag.farEnds.begin(), tag.farEnds.end());
            tag.farEnds.erase(std::unique(tag.farEnds.begin(), tag.farEnds.end()),
                              tag.farEnds.end());
            tag.text = textOf(tag);
            if (tag.isAtSource) {
                placeBelow(tag);
            }
        }
        return std::move(m_tags);
    }

private:
    /// Below the right end of the box. Where values flow to the right, boxes of one rank stand near
    /// below each other.
    void placeBelow(StubTag &tag) const
    {
        const PlacedNode &box = m_drawing.layout.nodes[tag.box];
        const double width = m_measure.width(tag.text, TextStyle::Label) + 2 * stub::padding;
        const bool isDown = m_drawing.direction == LayoutDirection::Down;
        tag.foot = {box.right() - width / 2, box.bottom()};
        tag.at = {tag.foot.x, tag.foot.y + (isDown ? stub::lineLength : stub::shortLength)};
    }

    void take(std::uint32_t edge, std::uint32_t box, std::uint32_t other, bool isAtSource, Point at)
    {
        const auto [it, isNew] =
            m_known.try_emplace(std::tuple(box, isAtSource, at.x, at.y), m_tags.size());
        if (isNew) {
            m_tags.push_back({box, isAtSource, at, {}, {}, {}, {}});
        }
        StubTag &tag = m_tags[it->second];
        tag.edges.push_back(edge);
        tag.farEnds.push_back(other);
    }

    [[nodiscard]] std::string textOf(const StubTag &tag) const
    {
        const DrawnGraph &graph = m_drawing.graph;
        const DrawnEdge &edge = graph.edges[tag.edges.front()];
        const std::string sign = tag.isAtSource ? "→ " : "";
        if (tag.farEnds.size() > 1) {
            return fmt::format("{}×{}", sign, tag.farEnds.size());
        }
        std::string rest;
        if (edge.bundle >= 0 || tag.edges.size() > 1) {
            std::size_t count = 0;
            for (const std::uint32_t stub : tag.edges) {
                count += graph.linesOf(graph.edges[stub]).size();
            }
            rest = fmt::format(" ×{}", count);
        } else if (!tag.isAtSource && edge.value.index > 0) {
            rest = fmt::format(":{}", edge.value.index);
        }
        const double room =
            stub::widestTag - 2 * stub::padding - m_measure.width(sign + rest, TextStyle::Label);
        const std::string &name = graph.calledOf(tag.farEnds.front());
        return sign + elideMiddle(name, TextStyle::Label, room, m_measure) + rest;
    }

    const Drawing &m_drawing;
    const TextMeasure &m_measure;
    std::map<std::tuple<std::uint32_t, bool, double, double>, std::size_t> m_known;
    std::vector<StubTag> m_tags;
};

} // namespace

std::vector<StubTag> stubTags(const Drawing &drawing, const TextMeasure &measure)
{
    return Tagger(drawing, measure).run();
}

} // namespace nervure
