// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/accessible_graph_view.h"

#include "widgets/canvas/view/box_placement.h"
#include "widgets/canvas/view/canvas_surface.h"
#include "widgets/canvas/view/spoken_text.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>
#include <map>
#include <utility>

namespace nervure {

namespace {

/// More nodes than this at once are of no use to anyone.
constexpr std::size_t mostChildren = 500;

/// One node, as assistive technology sees it. Lives as long as its view's interface.
class AccessibleNode final : public QAccessibleInterface {
public:
    AccessibleNode(CanvasSurface *view, BoxPlacement place)
        : m_view(view),
          m_place(std::move(place))
    {}

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
        case QAccessible::Name: return spokenName(*m_view->scene(), *node);
        case QAccessible::Description:
            return spokenDetails(*m_view->scene(), m_view->marks(), *node);
        default: return {};
        }
    }
    void setText(QAccessible::Text /*kind*/, const QString & /*text*/) override {}
    [[nodiscard]] QRect rect() const override
    {
        const auto box = index();
        if (!box) {
            return {};
        }
        const QRect rect =
            m_view->transform().toView(m_view->scene()->nodeRect(*box)).toAlignedRect();
        return {m_view->viewport()->mapToGlobal(rect.topLeft()), rect.size()};
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        if (m_view) {
            const std::vector<NodeId> &selected = m_view->selectedNodes();
            const auto box = index();
            const bool isCurrent = box && m_view->currentBox() == box;
            const bool isListed =
                m_place.group.empty()
                && std::find(selected.begin(), selected.end(), m_place.node) != selected.end();
            state.selected = isCurrent || isListed;
            state.focused = m_view->hasFocus() && isCurrent;
        }
        return state;
    }

private:
    [[nodiscard]] std::optional<std::uint32_t> index() const
    {
        if (!m_view || !m_view->scene()) {
            return std::nullopt;
        }
        const DrawnGraph &graph = m_view->scene()->graph();
        const auto box = findBox(graph, m_place);
        const bool isIt = box && (m_place.group.empty() || placeOf(graph, *box) == m_place);
        return isIt ? box : std::nullopt;
    }

    QPointer<CanvasSurface> m_view;
    BoxPlacement m_place;
};

class AccessibleGraphView final : public QAccessibleWidget {
public:
    explicit AccessibleGraphView(CanvasSurface *view)
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
        const DrawnEdge *line = m_view->selectedLine();
        if (kind == QAccessible::Description && line) {
            return spokenValue(*m_view->scene(), m_view->names(), *line);
        }
        return QAccessibleWidget::text(kind);
    }

    /// Where the box is among the children that are seen.
    [[nodiscard]] int indexOf(std::uint32_t box) const
    {
        const std::vector<std::uint32_t> nodes = seen();
        const auto it = std::find(nodes.begin(), nodes.end(), box);
        return it == nodes.end() ? -1 : static_cast<int>(it - nodes.begin());
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
        const BoxPlacement place = placeOf(m_view->scene()->graph(), node);
        if (const auto it = m_children.find(place); it != m_children.end()) {
            return QAccessible::accessibleInterface(it->second);
        }
        auto *child = new AccessibleNode(m_view, place);
        m_children[place] = QAccessible::registerAccessibleInterface(child);
        return child;
    }

    CanvasSurface *m_view;
    mutable std::map<BoxPlacement, QAccessible::Id> m_children;
};

QAccessibleInterface *makeInterface(const QString & /*className*/, QObject *object)
{
    auto *view = qobject_cast<CanvasSurface *>(object);
    return view ? new AccessibleGraphView(view) : nullptr;
}

} // namespace

void installAccessibleGraphView()
{
    QAccessible::installFactory(makeInterface);
}

void announceFocus(CanvasSurface &view)
{
    if (!QAccessible::isActive()) {
        return;
    }
    const auto box = view.currentBox(); // also an output, whose line is selected
    if (view.selectedEdge() && !box) {
        QAccessibleEvent event(&view, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
        return;
    }
    if (!box) {
        return;
    }
    auto *interface =
        dynamic_cast<AccessibleGraphView *>(QAccessible::queryAccessibleInterface(&view));
    const int index = interface ? interface->indexOf(*box) : -1;
    if (index >= 0) {
        QAccessibleEvent event(&view, QAccessible::Focus);
        event.setChild(index);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace nervure
