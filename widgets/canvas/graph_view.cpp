// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/graph_view.h"

#include "widgets/canvas/overlays/breadcrumb.h"
#include "widgets/canvas/overlays/busy_overlay.h"
#include "widgets/canvas/overlays/legend.h"
#include "widgets/canvas/overlays/minimap.h"
#include "widgets/canvas/overlays/zoom_control.h"
#include "widgets/canvas/tools/fold_tool.h"
#include "widgets/canvas/tools/hover_tool.h"
#include "widgets/canvas/tools/pan_tool.h"
#include "widgets/canvas/tools/select_tool.h"
#include "widgets/canvas/tools/value_tool.h"
#include "widgets/canvas/tools/walk_tool.h"
#include "widgets/canvas/tools/zoom_tool.h"

#include <QWheelEvent>

#include <algorithm>

namespace nervure {

namespace {

constexpr int overlayMargin = 12;
constexpr int overlayGap = 8;

/// Whether it stands there, or would if the selected node did not.
bool isPlaced(const Overlay &overlay)
{
    return overlay.isWanted() && !overlay.size().isEmpty();
}

/// What the picture may keep clear of at the edges for what floats there, nothing first.
std::vector<QMargins> marginsBeside(const QSize &breadcrumb, const QSize &legend, const QSize &zoom)
{
    std::vector<QMargins> margins;
    for (const int top : {0, breadcrumb.height()}) {
        for (const int bottom : {0, zoom.height(), std::max(zoom.height(), legend.height())}) {
            margins.insert(margins.end(), {{0, top, 0, bottom},
                                           {0, top, zoom.width(), bottom},
                                           {legend.width(), top, 0, bottom},
                                           {legend.width(), top, zoom.width(), bottom}});
        }
    }
    return margins;
}

} // namespace

GraphView::GraphView(QWidget *parent)
    : CanvasSurface(parent),
      m_breadcrumb(new Breadcrumb(*this, viewport())),
      m_minimap(new Minimap(*this, viewport())),
      m_zoomControl(new ZoomControl(*this, viewport())),
      m_legend(new Legend(*this, viewport())),
      m_busy(new BusyOverlay(viewport())),
      m_zoom(new ZoomTool(*this))
{
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Graph"));
    viewport()->setMouseTracking(true);
    viewport()->grabGesture(Qt::PinchGesture);
    m_tools.emplace_back(m_zoom);
    m_tools.push_back(std::make_unique<PanTool>(*this));
    m_tools.push_back(std::make_unique<SelectTool>(*this));
    m_tools.push_back(std::make_unique<HoverTool>(*this));
    m_tools.push_back(std::make_unique<ValueTool>(*this));
    m_tools.push_back(std::make_unique<WalkTool>(*this));
    m_tools.push_back(std::make_unique<FoldTool>(*this));
    connect(m_busy, &BusyOverlay::canceled, this, &GraphView::cancelRequested);
    for (const Overlay *overlay :
         std::initializer_list<Overlay *>{m_breadcrumb, m_minimap, m_zoomControl, m_legend}) {
        connect(overlay, &Overlay::changed, this, &GraphView::placeOverlays);
    }
    connect(this, &CanvasSurface::transformChanged, this, &GraphView::placeOverlays);
    connect(this, &CanvasSurface::selectionShown, this, &GraphView::placeOverlays);
}

GraphView::~GraphView() = default;

bool GraphView::wheelZooms() const
{
    return m_zoom->wheelZooms();
}

void GraphView::setWheelZooms(bool zooms)
{
    m_zoom->setWheelZooms(zooms);
}

void GraphView::setBusy(const QString &text, double fraction)
{
    m_busy->setWork(text, fraction);
}

void GraphView::zoomToSelection()
{
    QRectF area;
    for (const NodeId node : selectedNodes()) {
        if (const auto box = scene() ? scene()->graph().find(node) : std::nullopt) {
            area = area.united(scene()->nodeRect(*box));
        }
    }
    if (!area.isEmpty()) {
        ViewTransform target = transform();
        target.fit(area, viewport()->size(), 2 * viewMargin);
        moveTo(target);
    }
}

/// All of it, as large as can be without a node below what floats on it. The map is not there while all is
/// seen.
ViewTransform GraphView::fitted() const
{
    const auto room = [](const Overlay *overlay) {
        return isPlaced(*overlay) ? overlay->size() + QSize(overlayMargin, overlayMargin)
                                  : QSize(0, 0);
    };
    const auto within = [this](const QMargins &kept) {
        const QRectF area(viewport()->rect().marginsRemoved(kept));
        ViewTransform target = transform();
        target.fit(scene()->bounds(), area.size(), viewMargin);
        target.pan(area.topLeft());
        return target;
    };
    std::optional<ViewTransform> best;
    for (const QMargins &kept :
         marginsBeside(room(m_breadcrumb), room(m_legend), room(m_zoomControl))) {
        const ViewTransform target = within(kept);
        if ((!best || target.scale() > best->scale()) && !isCovered(target)) {
            best = target;
        }
    }
    return best.value_or(within({}));
}

/// Pictures begin in their middle or at their left, where the breadcrumb is.
double GraphView::topMargin() const
{
    return isPlaced(*m_breadcrumb) ? m_breadcrumb->height() + 2.0 * overlayMargin : viewMargin;
}

/// Whether the legend, the breadcrumb or the zoom buttons would cover a node.
bool GraphView::isCovered(const ViewTransform &target) const
{
    const auto covers = [&](const Overlay *overlay) {
        return isPlaced(*overlay)
               && !scene()->nodesIn(target.toScene(QRectF(overlay->geometry()))).empty();
    };
    return covers(m_legend) || covers(m_breadcrumb) || covers(m_zoomControl);
}

/// Where a place is wanted by two, the first keeps it.
void GraphView::placeOverlays()
{
    std::vector<QRect> taken;
    place(*m_zoomControl, Qt::BottomRightCorner, 0, taken);
    place(*m_breadcrumb, Qt::TopLeftCorner, 0, taken);
    const int above = m_zoomControl->sizeHint().height() + overlayGap;
    place(*m_minimap, Qt::BottomRightCorner, above, taken);
    place(*m_legend, Qt::BottomLeftCorner, 0, taken);
    m_busy->move((viewport()->width() - m_busy->width()) / 2, 48);
}

/// Shows it in that corner, folded where it would cover another one or the selected node; not at all
/// where that covers something, too.
void GraphView::place(Overlay &overlay, Qt::Corner corner, int above,
                      std::vector<QRect> &taken) const
{
    const QMargins margins(overlayMargin, overlayMargin, overlayMargin, overlayMargin);
    const QRect room = viewport()->rect().marginsRemoved(margins);
    // What is pointed at stays: it may be what moves the node below it.
    const bool isUsed = overlay.isVisible() && overlay.underMouse();
    const auto isFree = [&](const QRect &place) {
        const QMargins gap(overlayGap, overlayGap, overlayGap, overlayGap);
        return room.contains(place)
               && std::none_of(taken.begin(), taken.end(), [&](const QRect &other) {
                      return place.marginsAdded(gap).intersects(other.adjusted(1, 1, -1, -1));
                  });
    };
    overlay.resize(0, 0); // unless there is room
    for (const QSize &size : {overlay.sizeOn(room.size()), overlay.foldedSize()}) {
        QRect place({}, size);
        corner == Qt::BottomRightCorner  ? place.moveBottomRight(room.bottomRight())
        : corner == Qt::BottomLeftCorner ? place.moveBottomLeft(room.bottomLeft())
                                         : place.moveTopLeft(room.topLeft());
        place.translate(0, -above);
        if (!overlay.isWanted() || size.isEmpty() || !isFree(place)) {
            continue;
        }
        overlay.setGeometry(place);
        if (isUsed || !place.intersects(selectedPlace())) {
            taken.push_back(place);
            overlay.show();
            return;
        }
    }
    overlay.hide(); // with its place, where it comes back to
}

/// Where the selected node is; nothing where it fills the canvas.
QRect GraphView::selectedPlace() const
{
    const auto box = scene() ? currentBox() : std::nullopt;
    if (!box) {
        return {};
    }
    const QRect place = transform().toView(scene()->nodeRect(*box)).toAlignedRect();
    const bool isLarge =
        place.width() > viewport()->width() / 2 || place.height() > viewport()->height() / 2;
    return isLarge ? QRect() : place;
}

void GraphView::resizeEvent(QResizeEvent *event)
{
    CanvasSurface::resizeEvent(event);
    placeOverlays();
}

/// What one tool takes, the others give up.
void GraphView::offer(const QMouseEvent &event, MouseHandler handler)
{
    const auto taker = std::find_if(m_tools.begin(), m_tools.end(), [&](const auto &tool) {
        return (tool.get()->*handler)(event);
    });
    for (const auto &tool : m_tools) {
        if (taker != m_tools.end() && tool != *taker) {
            tool->cancel();
        }
    }
}

bool GraphView::offer(const QEvent &event)
{
    return std::any_of(m_tools.begin(), m_tools.end(),
                       [&event](const auto &tool) { return tool->other(event); });
}

void GraphView::mousePressEvent(QMouseEvent *event)
{
    offer(*event, &CanvasTool::press);
}

void GraphView::mouseMoveEvent(QMouseEvent *event)
{
    offer(*event, &CanvasTool::move);
}

void GraphView::mouseReleaseEvent(QMouseEvent *event)
{
    offer(*event, &CanvasTool::release);
}

void GraphView::mouseDoubleClickEvent(QMouseEvent *event)
{
    offer(*event, &CanvasTool::doubleClick);
}

void GraphView::wheelEvent(QWheelEvent *event)
{
    (void)offer(*event);
    event->accept();
}

void GraphView::keyPressEvent(QKeyEvent *event)
{
    const bool isTaken = std::any_of(m_tools.begin(), m_tools.end(),
                                     [event](const auto &tool) { return tool->key(*event); });
    if (isTaken) {
        event->accept();
    } else {
        CanvasSurface::keyPressEvent(event);
    }
}

bool GraphView::viewportEvent(QEvent *event)
{
    // The wheel comes again, as an event of the view.
    const bool isTaken = event->type() != QEvent::Wheel && offer(*event);
    return isTaken || CanvasSurface::viewportEvent(event);
}

} // namespace nervure
