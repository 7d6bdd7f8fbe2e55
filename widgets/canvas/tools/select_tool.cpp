// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/select_tool.h"

#include "widgets/canvas/tools/reach.h"
#include "widgets/text/mnemonics.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// How near to the end of a line a click means that end, in pixels of the viewport.
constexpr double endReach = 18;
/// Of a menu, so that it can be read.
constexpr std::size_t mostEntries = 40;

} // namespace

bool SelectTool::press(const QMouseEvent &event)
{
    m_isPressed = event.button() == Qt::LeftButton;
    return false;
}

bool SelectTool::release(const QMouseEvent &event)
{
    const bool isClick = std::exchange(m_isPressed, false) && event.button() == Qt::LeftButton;
    if (isClick && m_surface.scene() != nullptr) {
        click(event.position(),
              (event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != 0);
    }
    return isClick;
}

bool SelectTool::doubleClick(const QMouseEvent &event)
{
    const CanvasScene *scene = m_surface.scene();
    if (scene == nullptr || event.button() != Qt::LeftButton) {
        return false;
    }
    if (const auto node = scene->nodeAt(m_surface.transform().toScene(event.position()))) {
        m_surface.activate(*node);
    } else if (const auto edge = m_surface.selectedEdge()) {
        jumpAlong(*edge, event.position(), true);
    }
    return true;
}

void SelectTool::click(QPointF at, bool extends)
{
    const CanvasScene &scene = *m_surface.scene();
    const QPointF place = m_surface.transform().toScene(at);
    if (const auto node = scene.nodeAt(place)) {
        clickNode(*node, extends);
    } else if (const auto group = scene.groupNameAt(place)) {
        m_surface.setSelectedEdge({});
        m_surface.toggleGroup(static_cast<int>(*group));
    } else if (const auto tag = tagNear(m_surface, at)) {
        clickTag(scene.tags()[*tag], at);
    } else {
        clickEdge(edgeNear(m_surface, at), at, extends);
    }
}

void SelectTool::clickNode(std::uint32_t node, bool extends)
{
    if (m_surface.scene()->graph().isOutput(node)) {
        m_surface.selectBox(node);
        return;
    }
    const NodeId id = m_surface.scene()->graph().nodes[node].node;
    std::vector<NodeId> nodes = extends ? m_surface.selectedNodes() : std::vector<NodeId>();
    const auto it = std::find(nodes.begin(), nodes.end(), id);
    if (it != nodes.end()) {
        nodes.erase(it);
    } else {
        nodes.push_back(id);
    }
    m_surface.select(std::move(nodes), node);
}

void SelectTool::clickEdge(std::optional<std::uint32_t> edge, QPointF at, bool extends)
{
    const CanvasScene &scene = *m_surface.scene();
    if (edge && scene.isStub(*edge)) {
        m_surface.jumpTo(scene.graph().edges[*edge].from);
    } else if (edge && edge == m_surface.selectedEdge() && scene.linesOf(*edge).size() > 1) {
        const std::size_t next = (m_surface.selectedNumber() + 1) % scene.linesOf(*edge).size();
        m_surface.select({}, {}, edge, next);
    } else if (extends) {
        m_surface.setSelectedEdge(edge);
    } else if (!edge || !jumpAlong(*edge, at, false)) {
        m_surface.select({}, {}, edge);
    }
}

void SelectTool::clickTag(const SceneTag &shown, QPointF at)
{
    const std::vector<std::uint32_t> &boxes = shown.tag.farEnds;
    if (boxes.size() == 1) {
        m_surface.jumpTo(boxes.front());
        return;
    }
    auto *menu = new QMenu(&m_surface);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("tag-menu"));
    const std::size_t count = std::min(boxes.size(), mostEntries);
    for (std::size_t i = 0; i < count; ++i) {
        const QString name = QString::fromStdString(m_surface.scene()->graph().calledOf(boxes[i]));
        menu->addAction(withoutMnemonics(name))->setData(boxes[i]);
    }
    if (boxes.size() > count) {
        const auto left = static_cast<int>(boxes.size() - count);
        menu->addAction(QCoreApplication::translate("SelectTool", "and %n more", nullptr, left))
            ->setEnabled(false);
    }
    // Another picture has other boxes.
    connect(&m_surface, &CanvasSurface::drawingChanged, menu, &QMenu::close);
    connect(menu, &QMenu::triggered, &m_surface,
            [this](const QAction *action) { m_surface.jumpTo(action->data().toUInt()); });
    menu->popup(m_surface.viewport()->mapToGlobal(at.toPoint()));
}

/// At an end of a line whose other end is out of sight, or `anywhere` on it: to the other end.
bool SelectTool::jumpAlong(std::uint32_t edge, QPointF at, bool anywhere)
{
    const CanvasScene &scene = *m_surface.scene();
    const std::vector<Point> &points = scene.drawing().layout.edges[edge].points;
    const DrawnEdge &line = scene.graph().edges[edge];
    if (points.empty()) {
        return false;
    }
    const auto distance = [&](const Point &end) {
        return (m_surface.transform().toView(QPointF(end.x, end.y)) - at).manhattanLength();
    };
    const bool isAtStart = distance(points.front()) < distance(points.back());
    const std::uint32_t other = isAtStart ? line.to : line.from;
    const double away = distance(isAtStart ? points.front() : points.back());
    const bool isSeen = scene.nodeRect(other).intersects(m_surface.visibleArea());
    if (!anywhere && (away > endReach || isSeen)) {
        return false;
    }
    m_surface.jumpTo(other);
    return true;
}

} // namespace nervure
