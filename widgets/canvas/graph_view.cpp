// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/graph_view.h"

#include "widgets/canvas/overlays/breadcrumb.h"
#include "widgets/canvas/overlays/busy_overlay.h"
#include "widgets/canvas/overlays/legend.h"
#include "widgets/canvas/overlays/minimap.h"
#include "widgets/canvas/overlays/zoom_control.h"
#include "widgets/canvas/view/accessible_graph_view.h"
#include "widgets/canvas/view/box_place.h"
#include "widgets/style/colours.h"
#include "widgets/text/format.h"

#include <QPaintEvent>
#include <QPainter>
#include <QStyle>
#include <QThreadPool>
#include <QVariantAnimation>

#include <algorithm>
#include <limits>

namespace nervure {

namespace {

/// Freeing larger scenes takes longer than a frame.
constexpr std::uint32_t mostFreedHere = 10000;

} // namespace

GraphView::GraphView(QWidget *parent)
    : QAbstractScrollArea(parent),
      m_motion(new QVariantAnimation(this)),
      m_fade(new QVariantAnimation(this)),
      m_breadcrumb(new Breadcrumb(*this, viewport())),
      m_minimap(new Minimap(*this, viewport())),
      m_zoomControl(new ZoomControl(*this, viewport())),
      m_legend(new Legend(*this, viewport())),
      m_busy(new BusyOverlay(viewport()))
{
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Graph"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->grabGesture(Qt::PinchGesture);
    m_motion->setDuration(200);
    m_motion->setEasingCurve(QEasingCurve::OutCubic);
    m_fade->setDuration(200);
    m_fade->setEasingCurve(QEasingCurve::OutCubic);
    m_fade->setStartValue(0.0);
    m_fade->setEndValue(1.0);
    connect(m_fade, &QVariantAnimation::valueChanged, viewport(), qOverload<>(&QWidget::update));
    connect(m_fade, &QVariantAnimation::finished, this, [this] { m_before = {}; });
    connect(m_busy, &BusyOverlay::cancelled, this, &GraphView::cancelRequested);
    connect(m_minimap, &Minimap::resized, this, &GraphView::placeOverlays);
    connect(m_legend, &Legend::resized, this, &GraphView::placeOverlays);
    installAccessibleGraphView();
}

GraphView::~GraphView() = default;

void GraphView::setDrawing(std::shared_ptr<const Drawing> drawing)
{
    setScene(drawing ? std::make_shared<const CanvasScene>(std::move(drawing)) : nullptr);
}

void GraphView::setScene(std::shared_ptr<const CanvasScene> scene)
{
    m_motion->stop();
    std::optional<BoxPlace> anchor;
    std::optional<BoxPlace> inside;
    QPointF place;
    if (m_scene && m_keepsPlace) {
        if (const auto node = anchorNode()) {
            anchor = placeOf(m_scene->graph(), *node);
            place = m_transform.toView(m_scene->nodeRect(*node).center());
        }
    }
    if (m_scene && m_insideBox) {
        inside = placeOf(m_scene->graph(), *m_insideBox);
    }
    clearHover();
    m_selectedEdge.reset();
    m_valuesOf.reset();
    m_insideBox.reset();
    if (m_scene && scene && anchor && m_scene->graph().revision == scene->graph().revision) {
        fadeFrom(m_frame.last()); // the same graph, drawn otherwise
    }
    m_scene.swap(scene);
    if (m_scene) {
        m_marks.follow(m_scene->graph());
    }
    if (m_scene && inside) {
        const auto box = findBox(m_scene->graph(), *inside);
        m_insideBox = box && m_scene->graph().isInside(*box) ? box : std::nullopt;
    }
    if (scene && scene->nodeCount() > mostFreedHere) {
        QThreadPool::globalInstance()->start([old = std::move(scene)]() mutable { old.reset(); });
    }
    m_keepsPlace = m_scene != nullptr;
    Q_EMIT drawingChanged(); // the legend takes its size, which fitting looks at
    const auto node = m_scene && anchor ? findBox(m_scene->graph(), *anchor) : std::nullopt;
    if (node) {
        const QPointF centre = m_scene->nodeRect(*node).center();
        m_transform.setOrigin(centre - place / m_transform.scale());
    } else if (m_scene) {
        showFromStart();
    }
    refreshHighlights();
    repaintAll();
    Q_EMIT transformChanged();
}

/// The selected node if it is seen, else the one nearest to the middle.
std::optional<std::uint32_t> GraphView::anchorNode() const
{
    const QRectF area = visibleArea();
    if (const auto node = currentBox(); node && m_scene->nodeRect(*node).intersects(area)) {
        return node;
    }
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::max();
    for (const std::uint32_t node : m_scene->nodesIn(area)) {
        const double away = (m_scene->nodeRect(node).center() - area.center()).manhattanLength();
        if (away < least) {
            least = away;
            nearest = node;
        }
    }
    return nearest;
}

void GraphView::setMarks(CanvasMarks marks)
{
    m_marks = std::move(marks);
    if (m_scene) {
        m_marks.follow(m_scene->graph());
    }
    repaintAll();
    Q_EMIT marksChanged();
}

void GraphView::setSelectedNodes(std::vector<NodeId> nodes)
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

std::optional<Entry> GraphView::selectedValue() const
{
    if (!m_scene || !m_selectedEdge
        || m_scene->graph().isInside(m_scene->graph().edges[*m_selectedEdge].from)) {
        return std::nullopt;
    }
    return m_scene->graph().edges[*m_selectedEdge].value;
}

void GraphView::refreshHighlights()
{
    m_highlights = {};
    if (!m_scene) {
        return;
    }
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
    if (const auto lit = m_hoveredEdge ? m_hoveredEdge : m_selectedEdge) {
        for (const std::uint32_t edge : m_scene->wayOf(*lit)) {
            m_highlights.litEdges.insert(edge);
            m_highlights.litNodes.insert(m_scene->graph().edges[edge].from);
            m_highlights.litNodes.insert(m_scene->graph().edges[edge].to);
        }
        m_highlights.dimsRest = m_hoveredEdge.has_value(); // a selection stays, the rest is read on
    }
    repaintAll();
}

void GraphView::zoomIn()
{
    setZoom(zoom() * 1.1, QRectF(viewport()->rect()).center());
}

void GraphView::zoomOut()
{
    setZoom(zoom() * 0.9, QRectF(viewport()->rect()).center());
}

void GraphView::actualSize()
{
    setZoom(1, QRectF(viewport()->rect()).center());
}

void GraphView::setZoom(double scale, QPointF anchor)
{
    m_motion->stop();
    ViewTransform target = m_transform;
    target.setScale(scale, anchor);
    setTransform(target);
}

void GraphView::setTransform(const ViewTransform &transform)
{
    ViewTransform target = transform;
    if (m_scene) {
        target.keepInSight(m_scene->bounds(), viewport()->size());
    }
    if (target == m_transform) {
        return;
    }
    m_transform = target;
    viewport()->update();
    Q_EMIT transformChanged();
}

void GraphView::moveTo(const ViewTransform &target)
{
    m_motion->stop();
    m_motion->disconnect(this);
    if (isStill()) {
        setTransform(target);
        return;
    }
    const QPointF middle = QRectF(viewport()->rect()).center();
    const QPointF from = m_transform.toScene(middle);
    const QPointF to = target.toScene(middle);
    const double fromScale = m_transform.scale();
    connect(m_motion, &QVariantAnimation::valueChanged, this, [=, this](const QVariant &value) {
        const double t = value.toDouble();
        ViewTransform now;
        now.setScale(fromScale + (target.scale() - fromScale) * t, {});
        now.centreOn(from + (to - from) * t, viewport()->size());
        setTransform(now);
    });
    m_motion->setStartValue(0.0);
    m_motion->setEndValue(1.0);
    m_motion->start();
}

void GraphView::setWheelZooms(bool zooms)
{
    if (zooms != m_wheelZooms) {
        m_wheelZooms = zooms;
        Q_EMIT wheelZoomsChanged(zooms);
    }
}

void GraphView::setBusy(const QString &text, double fraction)
{
    m_busy->setWork(text, fraction);
}

QRectF GraphView::visibleArea() const
{
    return m_transform.toScene(QRectF(viewport()->rect()));
}

QRectF GraphView::nodeRectInView(NodeId id) const
{
    const auto node = m_scene ? m_scene->graph().find(id) : std::nullopt;
    return node ? m_transform.toView(m_scene->nodeRect(*node)) : QRectF();
}

QString GraphView::spokenName(std::uint32_t node) const
{
    const DrawnNode &drawn = m_scene->graph().nodes[node];
    QString name = QString::fromStdString(drawn.title);
    if (drawn.kind == DrawnKind::Variable) {
        name = tr("variable %1").arg(name);
    } else if (drawn.kind == DrawnKind::Group) {
        name = tr("folded group %1, %2", "name, number of nodes")
                   .arg(name, QString::fromStdString(drawn.name));
    } else if (!drawn.name.empty()) {
        name += QLatin1Char(' ') + QString::fromStdString(drawn.name);
    }
    if (m_scene->graph().isInside(node) && drawn.kind != DrawnKind::Group) {
        const auto group = static_cast<std::size_t>(drawn.group);
        name = tr("%1 inside %2", "node, subgraph")
                   .arg(name, toQString(m_scene->graph().groups[group].label));
    }
    for (const std::uint32_t edge : m_scene->outEdges(node)) {
        const QString shape = m_scene->edgeLabel(edge);
        if (!shape.isEmpty()) {
            return tr("%1, %2", "operator and name, shape").arg(name, shape);
        }
    }
    return name;
}

void GraphView::repaintAll()
{
    m_frame.invalidate();
    viewport()->update();
}

void GraphView::paintEvent(QPaintEvent *event)
{
    const QImage &frame =
        m_frame.frame(viewport()->size(), viewport()->devicePixelRatioF(), m_transform,
                      [this](QPainter &painter, const QRect &rect) { paintPart(painter, rect); });
    const double ratio = frame.devicePixelRatio();
    const QRectF target = event->rect();
    QPainter painter(viewport());
    painter.drawImage(target, frame, {target.topLeft() * ratio, target.size() * ratio});
    paintFade(painter);
}

void GraphView::paintPart(QPainter &painter, const QRect &rect) const
{
    const Palette &colours = paletteFor(palette());
    painter.fillRect(rect, toQColor(colours.canvas));
    if (!m_scene) {
        return;
    }
    painter.scale(m_transform.scale(), m_transform.scale());
    painter.translate(-m_transform.origin());
    const double reach = 4 / m_transform.scale();
    const QRectF area =
        m_transform.toScene(QRectF(rect)).adjusted(-reach - 8, -reach - 8, reach + 8, reach + 8);
    paintScene(painter, *m_scene, area, {colours, m_marks, m_highlights, m_transform.scale()});
}

void GraphView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_scene && event->oldSize().isValid() && !event->oldSize().isEmpty()) {
        // The middle stays in the middle when docks come and go.
        const QSizeF change = event->size() - event->oldSize();
        m_transform.pan(QPointF(change.width(), 0) / 2);
    } else if (m_scene) {
        showFromStart();
    }
    placeOverlays();
    Q_EMIT transformChanged();
}

void GraphView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        repaintAll();
        Q_EMIT marksChanged();
    }
}

void GraphView::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    // There are no scroll bars: the transform says what is seen.
}

} // namespace nervure
