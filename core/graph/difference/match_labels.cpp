// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/match_labels.h"

namespace nervure {

namespace {

class Labeler {
public:
    Labeler(const MatchGraph &graph, const Labels &base, const Labels &anchors)
        : m_graph(graph),
          m_anchors(anchors),
          m_labels(base)
    {
        for (std::size_t i = 0; i < m_labels.size(); ++i) {
            m_labels[i] = anchors[i] != 0 ? anchors[i] : m_labels[i];
        }
    }

    /// Each node learns of all that it reads.
    void sweepForward()
    {
        for (const std::uint32_t place : m_graph.order()) {
            set(m_labels, place, withInputs(m_labels[place], place));
        }
    }
    /// Each node learns of all that reads it.
    void sweepBackward()
    {
        for (auto it = m_graph.order().rbegin(); it != m_graph.order().rend(); ++it) {
            set(m_labels, *it, withUsers(m_labels[*it], *it));
        }
    }
    /// Each node learns of those beside it.
    void step()
    {
        Labels next = m_labels;
        for (std::uint32_t place = 0; place < m_graph.size(); ++place) {
            set(next, place, withUsers(withInputs(m_labels[place], place), place));
        }
        m_labels = std::move(next);
    }
    [[nodiscard]] Labels take() { return std::move(m_labels); }

private:
    void set(Labels &labels, std::uint32_t place, Label label) const
    {
        if (m_anchors[place] == 0) {
            labels[place] = label;
        }
    }
    [[nodiscard]] Label withInputs(Label label, std::uint32_t place) const
    {
        for (const MatchGraph::Link &input : m_graph.inputs(place)) {
            const Label source = input.node == MatchGraph::none ? 0 : m_labels[input.node];
            label = mixedLabel(label, mixedLabel(source, input.label()));
        }
        return label;
    }
    /// Readers are in no order.
    [[nodiscard]] Label withUsers(Label label, std::uint32_t place) const
    {
        Label sum = 0;
        for (const MatchGraph::Link &use : m_graph.users(place)) {
            sum += mixedLabel(m_labels[use.node], use.label());
        }
        return mixedLabel(label, sum);
    }

    const MatchGraph &m_graph;
    const Labels &m_anchors;
    Labels m_labels;
};

} // namespace

Labels surroundingLabels(const MatchGraph &graph, const Labels &base, const Labels &anchors,
                         LabelReach reach)
{
    Labeler labeler(graph, base, anchors);
    switch (reach) {
    case LabelReach::All:
        // Twice: what reads a weight knows more of itself the second time.
        for (int i = 0; i < 2; ++i) {
            labeler.sweepForward();
            labeler.sweepBackward();
        }
        break;
    case LabelReach::Sources: labeler.sweepForward(); break;
    case LabelReach::Readers: labeler.sweepBackward(); break;
    case LabelReach::Near: labeler.step(); [[fallthrough]];
    case LabelReach::Next: labeler.step(); break;
    }
    return labeler.take();
}

} // namespace nervure
