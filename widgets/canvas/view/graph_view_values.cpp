// SPDX-License-Identifier: Apache-2.0
// Walking over values with the keyboard.
#include "widgets/canvas/graph_view.h"

#include <QKeyEvent>

#include <algorithm>

namespace nervure {

/// V goes over the values at a node, what it gives first and then what it reads; the arrows go from
/// a value to its ends.
bool GraphView::valueKey(const QKeyEvent &event)
{
    const bool isBack = event.modifiers() == Qt::ShiftModifier;
    if (event.key() == Qt::Key_V && (event.modifiers() == Qt::NoModifier || isBack)) {
        walkValues(isBack ? -1 : 1);
        return true;
    }
    if (!m_selectedEdge || event.modifiers() != Qt::NoModifier
        || (event.key() != Qt::Key_Up && event.key() != Qt::Key_Down)) {
        return false;
    }
    const DrawnEdge &edge = m_scene->graph().edges[*m_selectedEdge];
    const std::uint32_t end = event.key() == Qt::Key_Up ? edge.from : edge.to;
    m_selectedEdge.reset();
    changeSelection({m_scene->graph().nodes[end].node}, end);
    bringIntoSight(end);
    return true;
}

void GraphView::walkValues(int step)
{
    if (!m_scene) {
        return;
    }
    std::optional<std::uint32_t> node;
    if (!m_selection.empty()) {
        node = currentBox();
    } else if (m_selectedEdge) {
        // The node whose values are walked: the last one that was selected, while it is an end.
        const DrawnEdge &edge = m_scene->graph().edges[*m_selectedEdge];
        node = m_valuesOf == edge.to ? edge.to : edge.from;
    }
    if (!node) {
        return;
    }
    std::vector<std::uint32_t> values;
    const auto add = [&](std::uint32_t edge) {
        const DrawnEdge &line = m_scene->graph().edges[edge];
        const bool isNew = std::none_of(values.begin(), values.end(), [&](std::uint32_t at) {
            const DrawnEdge &other = m_scene->graph().edges[at];
            return other.value == line.value && other.from == line.from;
        });
        if (isNew) {
            values.push_back(edge);
        }
    };
    const auto outEdges = m_scene->outEdges(*node);
    const auto inEdges = m_scene->inEdges(*node);
    std::for_each(outEdges.begin(), outEdges.end(), add);
    std::for_each(inEdges.begin(), inEdges.end(), add);
    if (values.empty()) {
        return;
    }
    const auto now =
        m_selectedEdge ? std::find(values.begin(), values.end(), *m_selectedEdge) : values.end();
    const auto count = static_cast<int>(values.size());
    const int at = now == values.end()
                       ? (step > 0 ? 0 : count - 1)
                       : (static_cast<int>(now - values.begin()) + step + count) % count;
    m_valuesOf = node;
    m_selectedEdge = values[static_cast<std::size_t>(at)];
    changeSelection({});
}

} // namespace nervure
