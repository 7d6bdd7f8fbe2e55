// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/output_pills.h"

#include "core/graph/analysis/value_names.h"
#include "core/layout/diagram/line_labels.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace nervure {

namespace {

class OutputAdder {
public:
    OutputAdder(DrawnGraph drawn, const Graph &graph, const OpRegistry &ops,
                const DrawOptions &options)
        : m_drawn(std::move(drawn)),
          m_graph(graph),
          m_ops(ops),
          m_labels(graph, options)
    {}

    DrawnGraph run()
    {
        collectSources();
        m_drawn.outputs.assign(m_graph.heads().size(), DrawnGraph::notDrawn);
        if (m_sources.empty()) {
            return std::move(m_drawn);
        }
        placeBoxes();
        renumber();
        for (const Source &source : m_sources) {
            addLine(source);
        }
        return std::move(m_drawn);
    }

private:
    /// Which box gives an output.
    struct Source {
        std::uint32_t box = 0; ///< its number before there were pills
        std::uint32_t head = 0;
    };

    void collectSources()
    {
        const std::vector<Entry> &heads = m_graph.heads();
        for (std::uint32_t head = 0; head < heads.size(); ++head) {
            if (const auto box = m_drawn.find(heads[head].node)) {
                m_sources.push_back({*box, head});
            }
        }
        std::stable_sort(m_sources.begin(), m_sources.end(),
                         [](const Source &a, const Source &b) { return a.box < b.box; });
    }

    /// Each pill behind its source. From the back and in place: pictures of large graphs are large.
    void placeBoxes()
    {
        std::vector<DrawnNode> &nodes = m_drawn.nodes;
        m_newBox.resize(nodes.size());
        nodes.resize(nodes.size() + m_sources.size());
        auto to = static_cast<std::uint32_t>(nodes.size());
        auto next = m_sources.rbegin();
        for (auto box = static_cast<std::uint32_t>(m_newBox.size()); box-- > 0;) {
            for (; next != m_sources.rend() && next->box == box; ++next) {
                nodes[--to] = pillOf(next->head);
                m_drawn.outputs[next->head] = to;
            }
            m_newBox[box] = --to;
            if (to != box) {
                nodes[to] = std::move(nodes[box]);
            }
        }
    }

    [[nodiscard]] DrawnNode pillOf(std::uint32_t head) const
    {
        const Entry &value = m_graph.heads()[head];
        DrawnNode pill;
        pill.kind = DrawnKind::Output;
        pill.category = OpCategory::Data;
        pill.head = head;
        pill.title = valueName(m_graph, m_ops, value);
        pill.detail = m_labels.typeAndShape(value);
        return pill;
    }

    void renumber()
    {
        const auto follow = [this](DrawnEdge &edge) {
            edge.from = m_newBox[edge.from];
            edge.to = m_newBox[edge.to];
        };
        std::for_each(m_drawn.edges.begin(), m_drawn.edges.end(), follow);
        for (std::vector<DrawnEdge> &lines : m_drawn.bundles) {
            std::for_each(lines.begin(), lines.end(), follow);
        }
        for (std::uint32_t &box : m_drawn.indexOf) {
            box = box == DrawnGraph::notDrawn ? box : m_newBox[box];
        }
    }

    void addLine(const Source &source)
    {
        const Entry &value = m_graph.heads()[source.head];
        DrawnEdge line;
        line.value = value;
        line.from = m_newBox[source.box];
        line.to = m_drawn.outputs[source.head];
        line.input = source.head;
        line.label = m_labels.of(value);
        m_drawn.edges.push_back(std::move(line));
    }

    DrawnGraph m_drawn;
    const Graph &m_graph;
    const OpRegistry &m_ops;
    LineLabels m_labels;
    std::vector<Source> m_sources; ///< by box
    std::vector<std::uint32_t> m_newBox;
};

} // namespace

DrawnGraph addOutputs(DrawnGraph drawn, const Graph &graph, const OpRegistry &ops,
                      const DrawOptions &options)
{
    return OutputAdder(std::move(drawn), graph, ops, options).run();
}

} // namespace nervure
