// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/zoom_control.h"

#include "widgets/canvas/view/canvas_surface.h"
#include "widgets/style/tinted_icon.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace nervure {

namespace {

QToolButton *makeButton(const QString &icon, const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(tintedIcon(icon));
    button->setIconSize({18, 18});
    button->setAutoRaise(true);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

ZoomControl::ZoomControl(CanvasSurface &view, QWidget *parent)
    : Overlay(parent),
      m_view(view),
      m_scale(new QToolButton(this))
{
    setObjectName(QStringLiteral("zoom-control"));
    setCursor(Qt::ArrowCursor);
    auto *smaller = makeButton(QStringLiteral("zoom-out"), tr("Zoom out"), this);
    auto *larger = makeButton(QStringLiteral("zoom-in"), tr("Zoom in"), this);
    auto *fit = makeButton(QStringLiteral("fit"), tr("Fit to window"), this);
    m_scale->setAutoRaise(true);
    m_scale->setToolTip(tr("Actual size"));
    m_scale->setFocusPolicy(Qt::TabFocus);
    m_scale->setText(QStringLiteral("1000 %"));
    m_scale->setMinimumWidth(m_scale->sizeHint().width());
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(4, 4, 4, 4);
    row->setSpacing(0);
    for (QToolButton *button : {smaller, m_scale, larger, fit}) {
        row->addWidget(button);
    }
    connect(smaller, &QToolButton::clicked, &view, &CanvasSurface::zoomOut);
    connect(larger, &QToolButton::clicked, &view, &CanvasSurface::zoomIn);
    connect(fit, &QToolButton::clicked, &view, &CanvasSurface::fit);
    connect(m_scale, &QToolButton::clicked, &view, &CanvasSurface::actualSize);
    connect(&view, &CanvasSurface::transformChanged, this, &ZoomControl::showScale);
    showScale();
}

void ZoomControl::showScale()
{
    setWanted(m_view.scene() != nullptr);
    const double percent = m_view.zoom() * 100;
    m_scale->setText(tr("%1 %").arg(percent, 0, 'f', percent < 10 ? 1 : 0));
    m_scale->setAccessibleName(tr("Zoom %1").arg(m_scale->text()));
}

} // namespace nervure
