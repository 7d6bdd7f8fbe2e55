// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/name_editor.h"

#include "core/layout/diagram/node_geometry.h"
#include "widgets/canvas/view/canvas_surface.h"

#include <QKeyEvent>
#include <QStyle>
#include <QToolTip>

#include <algorithm>

namespace nervure {

namespace {
constexpr int leastWidth = 160;
} // namespace

/// The name's first letter stays where it was: on a card in its second line, on a pill in the middle.
QRect NameEditor::placeOn(const CanvasSurface &view, NodeId node) const
{
    const QRectF rect = view.nodeRectInView(node);
    const auto box = view.scene()->graph().find(node);
    const bool hasName = box && !view.scene()->texts(*box).name.isEmpty();
    const int width = std::max(leastWidth, static_cast<int>(rect.width()));
    const QSize size(width, sizeHint().height());
    QPointF at(rect.center().x() - width / 2.0, rect.center().y() - size.height() / 2.0);
    if (hasName) {
        const double inside = textMargins().left()
                              + style()->pixelMetric(QStyle::PM_DefaultFrameWidth, nullptr, this)
                              + 2;
        at.setX(rect.left() + card::paddingLeft * view.zoom() - inside);
        // Small letters rise some 4 pixels above their baseline on the average.
        at.setY(rect.top() + (card::nameBaseline - 4) * view.zoom() - size.height() / 2.0);
    }
    at.setX(std::clamp(at.x(), 0.0, std::max(0.0, view.viewport()->width() - 1.0 * width)));
    return {at.toPoint(), size};
}

NameEditor::NameEditor(CanvasSurface &view, NodeId node, const QString &name, Check check)
    : QLineEdit(name, view.viewport()),
      m_view(view),
      m_check(std::move(check))
{
    setObjectName(QStringLiteral("canvas-name-editor"));
    setAccessibleName(tr("Name of the node"));
    setGeometry(placeOn(view, node));
    connect(this, &QLineEdit::textEdited, this, &NameEditor::check);
    connect(&view, &CanvasSurface::transformChanged, this, &NameEditor::end);
    connect(&view, &CanvasSurface::drawingChanged, this, &NameEditor::end);
    selectAll();
    show();
    setFocus();
}

void NameEditor::check(const QString &name)
{
    const QString problem = m_check(name);
    m_isBad = !problem.isEmpty();
    setProperty("isFaulty", m_isBad);
    setAccessibleDescription(problem);
    style()->unpolish(this);
    style()->polish(this);
    if (m_isBad) {
        QToolTip::showText(mapToGlobal(QPoint(0, height())), problem, this);
    } else {
        QToolTip::hideText();
    }
}

void NameEditor::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        end();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (!m_isBad) {
            const QString name = text();
            end();
            Q_EMIT accepted(name);
        }
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void NameEditor::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        end();
    }
}

void NameEditor::end()
{
    if (isHidden()) {
        return;
    }
    const bool hadFocus = hasFocus();
    hide();
    if (hadFocus) {
        m_view.setFocus();
    }
    deleteLater();
}

} // namespace nervure
