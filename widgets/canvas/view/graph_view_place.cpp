// SPDX-License-Identifier: Apache-2.0
// Which part of the picture is shown, and what floats on it.
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/overlays/breadcrumb.h"
#include "widgets/canvas/overlays/busy_overlay.h"
#include "widgets/canvas/overlays/legend.h"
#include "widgets/canvas/overlays/minimap.h"
#include "widgets/canvas/overlays/zoom_control.h"
#include "widgets/canvas/scene/canvas_scene.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace nervure {

namespace {
constexpr double viewMargin = 24;
constexpr int overlayMargin = 12;
constexpr double legibleScale = 0.75;

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

/// All of it where that can be read, else its top, as wide as it fits.
void GraphView::showFromStart()
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
    m_transform.centreOn({x, 0}, size);
    m_transform.setOrigin({m_transform.origin().x(), -viewMargin / m_transform.scale()});
}

void GraphView::fit()
{
    if (m_scene) {
        moveTo(fitted());
    }
}

/// All of it, as large as can be without a node below what floats on it. The map is not there while all is
/// seen.
ViewTransform GraphView::fitted() const
{
    const auto room = [this](const QWidget *overlay) {
        return overlay->isVisibleTo(viewport())
                   ? overlay->size() + QSize(overlayMargin, overlayMargin)
                   : QSize(0, 0);
    };
    const auto within = [this](const QMargins &kept) {
        const QRectF area(viewport()->rect().marginsRemoved(kept));
        ViewTransform target = m_transform;
        target.fit(m_scene->bounds(), area.size(), viewMargin);
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

/// Whether the legend, the breadcrumb or the zoom buttons would cover a node.
bool GraphView::isCovered(const ViewTransform &target) const
{
    const auto covers = [&](const QWidget *overlay) {
        return overlay->isVisibleTo(viewport())
               && !m_scene->nodesIn(target.toScene(QRectF(overlay->geometry()))).empty();
    };
    return covers(m_legend) || covers(m_breadcrumb) || covers(m_zoomControl);
}

void GraphView::centreOn(NodeId id)
{
    if (const auto node = m_scene ? m_scene->graph().find(id) : std::nullopt) {
        centreOnBox(*node);
    }
}

void GraphView::centreOnBox(std::uint32_t box)
{
    ViewTransform target = m_transform;
    if (target.scale() < legibleScale) {
        target.setScale(1, {});
    }
    target.centreOn(m_scene->nodeRect(box).center(), viewport()->size());
    moveTo(target);
}

void GraphView::placeOverlays()
{
    const QSize size = viewport()->size();
    const auto bottomRight = [&](QWidget *widget, int above) {
        widget->move(size.width() - widget->width() - overlayMargin,
                     size.height() - widget->height() - overlayMargin - above);
    };
    bottomRight(m_zoomControl, 0);
    bottomRight(m_minimap, m_zoomControl->height() + 8);
    m_legend->move(overlayMargin, size.height() - m_legend->height() - overlayMargin);
    m_breadcrumb->move(overlayMargin, overlayMargin);
    m_busy->move((size.width() - m_busy->width()) / 2, 48);
}

} // namespace nervure
