// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/canvas_surface.h"

#include "widgets/canvas/view/accessible_graph_view.h"
#include "widgets/canvas/view/box_placement.h"
#include "widgets/canvas/view/kept_place.h"
#include "widgets/text/format.h"

#include <QStyle>
#include <QThreadPool>

#include <algorithm>

namespace nervure {

namespace {

/// Freeing larger scenes takes longer than a frame.
constexpr std::uint32_t mostFreedHere = 10000;
constexpr double legibleScale = 0.75;
/// Below it a picture is no more than an outline.
constexpr double threadScale = 0.2;

} // namespace

CanvasSurface::CanvasSurface(QWidget *parent)
    : QAbstractScrollArea(parent),
      m_fade(*viewport()),
      m_morph(*viewport())
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_motion.setDuration(200);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    installAccessibleGraphView();
}

void CanvasSurface::setDrawing(std::shared_ptr<const Drawing> drawing)
{
    setScene(drawing ? std::make_shared<const CanvasScene>(std::move(drawing)) : nullptr);
}

void CanvasSurface::setScene(std::shared_ptr<const CanvasScene> scene, const Heirs &heirs)
{
    m_motion.stop();
    m_morph.stop();
    std::optional<BoxPlacement> inside;
    std::vector<SeenBox> anchors;
    if (m_scene && m_keepsPlace) {
        anchors = seenBoxes(*m_scene, m_transform, viewport()->size(), currentBox(), heirs);
    }
    if (const auto box = currentBox(); box && (m_insideBox || m_scene->graph().isOutput(*box))) {
        inside = placeOf(m_scene->graph(), *box);
    }
    setHovered({}, {});
    m_selectedEdge.reset();
    m_insideBox.reset();
    if (m_scene && scene && !anchors.empty()
        && m_scene->graph().revision == scene->graph().revision) {
        m_fade.start(isStill() ? QImage() : m_frame.last()); // the same graph, drawn otherwise
    }
    m_scene.swap(scene);
    if (m_scene) {
        m_marks.follow(m_scene->graph());
    }
    m_picked.follow(m_scene ? &m_scene->graph() : nullptr);
    if (m_scene && inside) {
        const auto box = findBox(m_scene->graph(), *inside);
        m_insideBox = box && m_scene->graph().isInside(*box) ? box : std::nullopt;
        if (box && m_scene->graph().isOutput(*box)) {
            m_selectedEdge = m_scene->inEdges(*box).front();
        }
    }
    if (scene && scene->nodeCount() > mostFreedHere) {
        QThreadPool::globalInstance()->start([old = std::move(scene)]() mutable { old.reset(); });
    }
    m_keepsPlace = m_scene != nullptr;
    Q_EMIT drawingChanged(); // the legend takes its size, which fitting looks at
    const auto origin = m_scene ? originFor(anchors, *m_scene, m_transform.scale()) : std::nullopt;
    if (origin) {
        m_transform.setOrigin(*origin);
    } else if (m_scene && !anchors.empty() && heirs) {
        m_transform.keepInSight(m_scene->bounds(),
                                viewport()->size()); // it is gone, the rest is there
    } else if (m_scene) {
        showFromStart();
    }
    refreshHighlights();
    repaintAll();
    Q_EMIT transformChanged();
}

/// All of it where that can be read, else its top, as wide as it fits.
void CanvasSurface::showFromStart()
{
    const QRectF bounds = m_scene->bounds();
    const QSizeF size = viewport()->size();
    m_transform = fitted();
    if (m_transform.scale() >= legibleScale) {
        return;
    }
    const double wide = (size.width() - 2 * viewMargin) / std::max(1.0, bounds.width());
    m_transform.setScale(std::clamp(wide, 0.5, 1.0), {});
    double x = bounds.center().x();
    if (!m_scene->graph().nodes.empty() && bounds.width() * m_transform.scale() > size.width()) {
        x = m_scene->nodeRect(0).center().x();
    }
    m_transform.centerOn({x, 0}, size);
    m_transform.setOrigin({m_transform.origin().x(), -topMargin() / m_transform.scale()});
    if (const auto box = currentBox(); box && !visibleArea().contains(m_scene->nodeRect(*box))) {
        m_transform.centerOn(m_scene->nodeRect(*box).center(), size);
    }
}

void CanvasSurface::setMarks(CanvasMarks marks)
{
    m_marks = std::move(marks);
    if (m_scene) {
        m_marks.follow(m_scene->graph());
    }
    repaintAll();
    Q_EMIT marksChanged();
}

void CanvasSurface::setSelectedNodes(std::vector<NodeId> nodes)
{
    if (nodes == m_selection) {
        return;
    }
    m_selection = std::move(nodes);
    m_selectedEdge.reset();
    m_insideBox.reset();
    refreshHighlights();
    Q_EMIT selectionShown();
}

const DrawnEdge *CanvasSurface::selectedLine() const
{
    return m_scene && m_selectedEdge ? &m_scene->linesOf(*m_selectedEdge)[m_selectedNumber]
                                     : nullptr;
}

std::optional<Entry> CanvasSurface::selectedValue() const
{
    const DrawnEdge *line = selectedLine();
    return !line || m_scene->graph().isInside(line->from) ? std::nullopt
                                                          : std::optional(line->value);
}

void CanvasSurface::select(std::vector<NodeId> nodes, std::optional<std::uint32_t> box,
                           std::optional<std::uint32_t> edge, std::size_t line)
{
    m_selection = std::move(nodes);
    m_selectedEdge = edge;
    m_selectedNumber = line;
    const bool isInside = box && m_scene->graph().isInside(*box) && !m_selection.empty()
                          && m_selection.back() == m_scene->graph().nodes[*box].node;
    m_insideBox = isInside ? box : std::nullopt;
    refreshHighlights();
    announceFocus(*this);
    Q_EMIT selectionShown();
    Q_EMIT selectionChanged();
}

void CanvasSurface::selectBox(std::uint32_t box, std::vector<NodeId> nodes)
{
    const DrawnGraph &graph = m_scene->graph();
    if (graph.isOutput(box)) {
        select({}, box, m_scene->inEdges(box).front());
        return;
    }
    std::erase(nodes, graph.nodes[box].node);
    nodes.push_back(graph.nodes[box].node);
    select(std::move(nodes), box);
}

std::optional<std::uint32_t> CanvasSurface::currentBox() const
{
    if (!m_scene) {
        return std::nullopt;
    }
    if (m_selection.empty()) {
        const std::uint32_t end = m_selectedEdge ? m_scene->graph().edges[*m_selectedEdge].to : 0;
        return m_selectedEdge && m_scene->graph().isOutput(end) ? std::optional(end) : std::nullopt;
    }
    return m_insideBox ? m_insideBox : m_scene->graph().find(m_selection.back());
}

std::optional<InnerNode> CanvasSurface::selectedInner() const
{
    if (!m_scene || !m_insideBox || !m_scene->graph().isInside(*m_insideBox)) {
        return std::nullopt;
    }
    const DrawnGraph &graph = m_scene->graph();
    const DrawnNode &box = graph.nodes[*m_insideBox];
    if (box.kind == DrawnKind::Group || !box.inner.isValid()) {
        return std::nullopt;
    }
    InnerNode inner{{}, box.inner};
    for (int group = box.group; group >= 0;) {
        const DrawnGroup &around = graph.groups[static_cast<std::size_t>(group)];
        if (!around.subgraph) {
            break;
        }
        inner.path.insert(inner.path.begin(), around.body);
        group = around.parent;
    }
    return inner;
}

int CanvasSurface::selectedGroup() const
{
    const auto node = currentBox();
    return node ? m_scene->graph().nodes[*node].group : -1;
}

void CanvasSurface::activate(std::uint32_t box)
{
    const DrawnNode &drawn = m_scene->graph().nodes[box];
    if (drawn.kind == DrawnKind::Group) {
        toggleGroup(drawn.group);
    } else if (m_scene->graph().isInside(box)) {
        const auto group = static_cast<std::size_t>(drawn.group);
        Q_EMIT subgraphActivated(m_scene->graph().groups[group].subgraph);
    } else if (m_scene->graph().isOutput(box)) {
        jumpTo(m_scene->graph().edges[m_scene->inEdges(box).front()].from);
    } else {
        Q_EMIT nodeActivated(drawn.node);
    }
}

void CanvasSurface::toggleGroup(int group)
{
    if (group >= 0) {
        const std::vector<DrawnGroup> &groups = m_scene->graph().groups;
        Q_EMIT groupToggled(toQString(groups[static_cast<std::size_t>(group)].key));
    }
}

bool CanvasSurface::setHovered(std::optional<std::uint32_t> node, std::optional<std::uint32_t> edge,
                               std::optional<std::uint32_t> tag)
{
    if (edge == m_hoveredEdge && node == m_highlights.hoveredNode && tag == m_hoveredTag) {
        return false;
    }
    m_hoveredEdge = edge;
    m_hoveredTag = tag;
    refreshHighlights();
    m_highlights.hoveredNode = node;
    if (node) {
        // A node lights the lines at it, without dimming the rest: that would flicker on the way.
        for (const auto edges : {m_scene->inEdges(*node), m_scene->outEdges(*node)}) {
            m_highlights.litEdges.insert(edges.begin(), edges.end());
        }
    }
    return true;
}

void CanvasSurface::refreshHighlights()
{
    m_highlights = {};
    if (!m_scene) {
        return;
    }
    m_picked.addTo(m_highlights);
    for (const NodeId id : m_selection) {
        if (const auto node = m_scene->graph().find(id)) {
            m_highlights.selectedNodes.insert(*node);
        }
    }
    if (const auto box = currentBox()) {
        m_highlights.selectedNodes.insert(*box);
        m_highlights.focusedNode = hasFocus() ? box : std::nullopt;
    }
    m_highlights.selectedEdge = m_selectedEdge;
    std::vector<std::uint32_t> lit;
    if (m_hoveredTag) {
        lit = m_scene->tags()[*m_hoveredTag].tag.edges;
    } else if (m_hoveredEdge) {
        lit = m_scene->wayOf(m_scene->linesOf(*m_hoveredEdge));
    } else if (const DrawnEdge *line = selectedLine()) {
        lit = m_scene->wayOf({line, 1});
    }
    for (const std::uint32_t edge : lit) {
        m_highlights.litEdges.insert(edge);
        m_highlights.litNodes.insert(m_scene->graph().edges[edge].from);
        m_highlights.litNodes.insert(m_scene->graph().edges[edge].to);
    }
    m_highlights.dimsRest = m_hoveredTag || m_hoveredEdge; // a selection stays, the rest is read on
    repaintAll();
}

void CanvasSurface::centerOn(NodeId id)
{
    if (const auto node = m_scene ? m_scene->graph().find(id) : std::nullopt) {
        centerOnBox(*node);
    }
}

void CanvasSurface::centerOnBox(std::uint32_t box)
{
    ViewTransform target = m_transform;
    if (target.scale() < legibleScale) {
        target.setScale(1, {});
    }
    target.centerOn(m_scene->nodeRect(box).center(), viewport()->size());
    moveTo(target);
}

void CanvasSurface::jumpTo(std::uint32_t box)
{
    selectBox(box);
    centerOnBox(box);
}

void CanvasSurface::bringIntoSight(std::uint32_t box)
{
    constexpr double margin = 40;
    const QRectF rect = m_transform.toView(m_scene->nodeRect(box));
    const QRectF room = QRectF(viewport()->rect()).adjusted(margin, margin, -margin, -margin);
    if (!room.contains(rect)) {
        ViewTransform target = m_transform;
        target.centerOn(m_scene->nodeRect(box).center(), viewport()->size());
        moveTo(target);
    }
}

void CanvasSurface::fit()
{
    if (!m_scene) {
        return;
    }
    const ViewTransform all = fitted();
    ViewTransform across = m_transform;
    across.fitAcross(m_scene->bounds(), viewport()->size(), viewMargin);
    const bool isThread = all.scale() < threadScale && m_scene->isSlender();
    moveTo(isThread && !qFuzzyCompare(zoom(), across.scale()) ? across : all);
}

void CanvasSurface::setZoom(double scale, QPointF anchor)
{
    m_motion.stop();
    ViewTransform target = m_transform;
    target.setScale(scale, anchor);
    setTransform(target);
}

void CanvasSurface::setTransform(const ViewTransform &transform)
{
    ViewTransform target = transform;
    if (m_scene) {
        target.keepInSight(m_scene->bounds(), viewport()->size());
    }
    if (target == m_transform) {
        return;
    }
    m_morph.stop();
    m_transform = target;
    viewport()->update();
    Q_EMIT transformChanged();
}

bool CanvasSurface::isStill() const
{
    return !m_isAnimated || !isVisible()
           || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0;
}

void CanvasSurface::moveTo(const ViewTransform &target)
{
    m_motion.stop();
    m_motion.disconnect(this);
    if (isStill()) {
        setTransform(target);
        return;
    }
    const QPointF middle = QRectF(viewport()->rect()).center();
    const QPointF from = m_transform.toScene(middle);
    const QPointF to = target.toScene(middle);
    const double fromScale = m_transform.scale();
    connect(&m_motion, &QVariantAnimation::valueChanged, this, [=, this](const QVariant &value) {
        const double t = value.toDouble();
        ViewTransform now;
        now.setScale(fromScale + (target.scale() - fromScale) * t, {});
        now.centerOn(from + (to - from) * t, viewport()->size());
        setTransform(now);
    });
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.start();
}

QRectF CanvasSurface::visibleArea() const
{
    return m_transform.toScene(QRectF(viewport()->rect()));
}

QRectF CanvasSurface::nodeRectInView(NodeId id) const
{
    const auto node = m_scene ? m_scene->graph().find(id) : std::nullopt;
    return node ? m_transform.toView(m_scene->nodeRect(*node)) : QRectF();
}

} // namespace nervure
