// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/accessible_graph_view.h"

#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/spoken_text.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>
#include <unordered_map>

namespace nervure {

namespace {

/// More nodes than this at once are of no use to anyone.
constexpr std::size_t mostChildren = 500;

/// One node, as assistive technology sees it. Lives as long as its view's interface.
class AccessibleNode final : public QAccessibleInterface {
public:
    AccessibleNode(GraphView *view, NodeId node) : m_view(view), m_node(node) {}

    [[nodiscard]] bool isValid() const override { return index().has_value(); }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QWindow *window() const override
    {
        return m_view ? m_view->window()->windowHandle() : nullptr;
    }
    [[nodiscard]] QAccessibleInterface *parent() const override
    {
        return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface *child(int /*index*/) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *childAt(int /*x*/, int /*y*/) const override
    {
        return nullptr;
    }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface * /*child*/) const override
    {
        return -1;
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        const auto node = index();
        if (!node) {
            return {};
        }
        switch (kind) {
        case QAccessible::Name: return m_view->spokenName(*node);
        case QAccessible::Description:
            return spokenDetails(*m_view->scene(), m_view->marks(), *node);
        default: return {};
        }
    }
    void setText(QAccessible::Text /*kind*/, const QString & /*text*/) override {}
    [[nodiscard]] QRect rect() const override
    {
        if (!m_view) {
            return {};
        }
        const QRect rect = m_view->nodeRectInView(m_node).toAlignedRect();
        return {m_view->viewport()->mapToGlobal(rect.topLeft()), rect.size()};
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        if (m_view) {
            const std::vector<NodeId> &selected = m_view->selectedNodes();
            state.selected = std::find(selected.begin(), selected.end(), m_node) != selected.end();
            state.focused = m_view->hasFocus() && !selected.empty() && selected.back() == m_node;
        }
        return state;
    }

private:
    [[nodiscard]] std::optional<std::uint32_t> index() const
    {
        return m_view && m_view->scene() ? m_view->scene()->graph().find(m_node) : std::nullopt;
    }

    QPointer<GraphView> m_view;
    NodeId m_node;
};

class AccessibleGraphView final : public QAccessibleWidget {
public:
    explicit AccessibleGraphView(GraphView *view)
        : QAccessibleWidget(view, QAccessible::List),
          m_view(view)
    {}

    AccessibleGraphView(const AccessibleGraphView &) = delete;
    AccessibleGraphView &operator=(const AccessibleGraphView &) = delete;
    ~AccessibleGraphView() override
    {
        for (const auto &[node, id] : m_children) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }

    [[nodiscard]] int childCount() const override { return static_cast<int>(seen().size()); }
    [[nodiscard]] QAccessibleInterface *child(int index) const override
    {
        const std::vector<std::uint32_t> nodes = seen();
        if (index < 0 || static_cast<std::size_t>(index) >= nodes.size()) {
            return nullptr;
        }
        return childFor(nodes[static_cast<std::size_t>(index)]);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *child) const override
    {
        const std::vector<std::uint32_t> nodes = seen();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (childFor(nodes[i]) == child) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }
    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override
    {
        const QPointF place = m_view->viewport()->mapFromGlobal(QPoint(x, y));
        const auto node = m_view->scene()
                              ? m_view->scene()->nodeAt(m_view->transform().toScene(place))
                              : std::nullopt;
        return node ? childFor(*node) : nullptr;
    }

    /// While a value is selected, the view itself says what it is: lines are no children.
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        if (kind == QAccessible::Description && m_view->scene() && m_view->selectedEdge()) {
            return spokenValue(*m_view->scene(), *m_view->selectedEdge());
        }
        return QAccessibleWidget::text(kind);
    }

    /// Where the node is among the children that are seen.
    [[nodiscard]] int indexOf(NodeId node) const
    {
        const std::vector<std::uint32_t> nodes = seen();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (m_view->scene()->graph().nodes[nodes[i]].node == node) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }

private:
    [[nodiscard]] std::vector<std::uint32_t> seen() const
    {
        std::vector<std::uint32_t> nodes;
        if (m_view->scene()) {
            nodes = m_view->scene()->nodesIn(m_view->visibleArea());
            nodes.resize(std::min(nodes.size(), mostChildren));
        }
        return nodes;
    }

    [[nodiscard]] QAccessibleInterface *childFor(std::uint32_t node) const
    {
        const NodeId id = m_view->scene()->graph().nodes[node].node;
        if (const auto it = m_children.find(id); it != m_children.end()) {
            return QAccessible::accessibleInterface(it->second);
        }
        auto *child = new AccessibleNode(m_view, id);
        m_children[id] = QAccessible::registerAccessibleInterface(child);
        return child;
    }

    GraphView *m_view;
    mutable std::unordered_map<NodeId, QAccessible::Id> m_children;
};

QAccessibleInterface *makeInterface(const QString & /*className*/, QObject *object)
{
    auto *view = qobject_cast<GraphView *>(object);
    return view ? new AccessibleGraphView(view) : nullptr;
}

} // namespace

void installAccessibleGraphView()
{
    QAccessible::installFactory(makeInterface);
}

void announceFocus(GraphView &view)
{
    if (!QAccessible::isActive()) {
        return;
    }
    if (view.selectedEdge()) {
        QAccessibleEvent event(&view, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
        return;
    }
    if (view.selectedNodes().empty()) {
        return;
    }
    auto *interface =
        dynamic_cast<AccessibleGraphView *>(QAccessible::queryAccessibleInterface(&view));
    const int index = interface ? interface->indexOf(view.selectedNodes().back()) : -1;
    if (index >= 0) {
        QAccessibleEvent event(&view, QAccessible::Focus);
        event.setChild(index);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace nervure
