// SPDX-License-Identifier: Apache-2.0
// Groups on the canvas: what is folded and unfolded, and how one picture becomes the next.
#include "widgets/canvas/graph_view.h"
#include "widgets/text/format.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QVariantAnimation>

#include <set>

namespace nervure {

std::optional<std::uint32_t> GraphView::currentBox() const
{
    if (!m_scene || m_selection.empty()) {
        return std::nullopt;
    }
    return m_insideBox ? m_insideBox : m_scene->graph().find(m_selection.back());
}

int GraphView::selectedGroup() const
{
    const auto node = currentBox();
    return node ? m_scene->graph().nodes[*node].group : -1;
}

void GraphView::activate(std::uint32_t node)
{
    const DrawnNode &drawn = m_scene->graph().nodes[node];
    if (drawn.kind == DrawnKind::Group) {
        toggleGroup(drawn.group);
    } else if (m_scene->graph().isInside(node)) {
        const auto group = static_cast<std::size_t>(drawn.group);
        Q_EMIT subgraphActivated(m_scene->graph().groups[group].subgraph);
    } else {
        Q_EMIT nodeActivated(drawn.node);
    }
}

void GraphView::toggleGroup(int group)
{
    if (group >= 0) {
        const std::vector<DrawnGroup> &groups = m_scene->graph().groups;
        Q_EMIT groupToggled(toQString(groups[static_cast<std::size_t>(group)].key));
    }
}

/// The subgraphs that a node holds, by the lines that they lead to it.
bool GraphView::toggleSubgraphs(std::uint32_t holder, bool unfolds)
{
    const DrawnGraph &graph = m_scene->graph();
    std::set<int> toggled;
    for (const std::uint32_t edge : m_scene->inEdges(holder)) {
        const int group = graph.nodes[graph.edges[edge].from].group;
        if (graph.isResult(graph.edges[edge])
            && graph.groups[static_cast<std::size_t>(group)].isFolded == unfolds) {
            toggled.insert(group);
        }
    }
    for (const int group : toggled) {
        toggleGroup(group);
    }
    return !toggled.empty();
}

/// Plus unfolds the selected card or the subgraphs of the selected node, minus folds these or the group
/// around what is selected.
bool GraphView::groupKey(const QKeyEvent &event)
{
    const bool isPlus = event.key() == Qt::Key_Plus;
    const auto strange = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    if ((!isPlus && event.key() != Qt::Key_Minus) || (event.modifiers() & strange) != 0) {
        return false;
    }
    const auto box = currentBox();
    const int group = selectedGroup();
    if (box && m_scene->graph().nodes[*box].kind != DrawnKind::Group
        && toggleSubgraphs(*box, isPlus)) {
        return true;
    }
    if (group < 0) {
        return false;
    }
    const DrawnGroup &chosen = m_scene->graph().groups[static_cast<std::size_t>(group)];
    if (chosen.isFolded == isPlus) {
        toggleGroup(group);
    } else if (!isPlus) {
        toggleGroup(chosen.parent);
    }
    return true;
}

bool GraphView::isStill() const
{
    return !m_isAnimated || !isVisible()
           || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0;
}

/// The picture before fades into the one that follows.
void GraphView::fadeFrom(const QImage &before)
{
    if (isStill() || before.isNull()) {
        return;
    }
    m_before = before;
    m_fade->stop();
    m_fade->start();
}

void GraphView::paintFade(QPainter &painter) const
{
    if (!m_before.isNull() && m_fade->state() == QAbstractAnimation::Running) {
        painter.setOpacity(1 - m_fade->currentValue().toDouble());
        painter.drawImage(QRectF(viewport()->rect()), m_before, QRectF(m_before.rect()));
    }
}

} // namespace nervure
