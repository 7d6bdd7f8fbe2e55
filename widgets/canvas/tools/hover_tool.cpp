// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/tools/hover_tool.h"

#include "widgets/canvas/tools/reach.h"
#include "widgets/canvas/view/spoken_text.h"
#include "widgets/text/format.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QWheelEvent>

namespace nervure {

bool HoverTool::move(const QMouseEvent &event)
{
    if ((event.buttons() & (Qt::LeftButton | Qt::MiddleButton)) == 0) {
        hover(event.position());
    }
    return false;
}

bool HoverTool::other(const QEvent &event)
{
    switch (event.type()) {
    case QEvent::Wheel: // the picture has moved below the pointer
        hover(static_cast<const QWheelEvent &>(event).position());
        break;
    case QEvent::Leave: m_surface.setHovered({}, {}); break;
    case QEvent::ToolTip: showToolTip(static_cast<const QHelpEvent &>(event)); return true;
    default: break;
    }
    return false;
}

void HoverTool::hover(QPointF at)
{
    const CanvasScene *scene = m_surface.scene();
    if (scene == nullptr) {
        return;
    }
    const auto node = scene->nodeAt(m_surface.transform().toScene(at));
    const auto tag = node ? std::nullopt : tagNear(m_surface, at);
    const auto edge = node || tag ? std::nullopt : edgeNear(m_surface, at);
    if (m_surface.setHovered(node, edge, tag)) {
        m_surface.viewport()->setCursor(node || edge || tag ? Qt::PointingHandCursor
                                                            : Qt::ArrowCursor);
    }
}

void HoverTool::showToolTip(const QHelpEvent &event)
{
    const CanvasScene *scene = m_surface.scene();
    const auto node = scene != nullptr
                          ? scene->nodeAt(m_surface.transform().toScene(QPointF(event.pos())))
                          : std::nullopt;
    QString text;
    if (node) {
        text =
            (QStringList(nodeToolTip(*scene, *node)) + m_surface.findingWords(*node)).join(u'\n');
    } else if (const auto tag = scene != nullptr ? tagNear(m_surface, event.pos()) : std::nullopt) {
        text = tagToolTip(*scene, scene->tags()[*tag].tag);
    } else if (m_surface.hoveredEdge()) {
        text = edgeToolTip(*scene, m_surface.names(), *m_surface.hoveredEdge());
    }
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(event.globalPos(), inShortLines(text), m_surface.viewport());
    }
}

} // namespace nervure
