// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/busy_overlay.h"

#include "widgets/canvas/overlays/overlay_frame.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

namespace nervure {

namespace {

constexpr int patience = 250;

} // namespace

BusyOverlay::BusyOverlay(QWidget *parent)
    : QWidget(parent),
      m_label(new QLabel(this)),
      m_progress(new QProgressBar(this))
{
    setObjectName(QStringLiteral("busy-overlay"));
    setCursor(Qt::ArrowCursor);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setFixedHeight(6);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(16, 12, 12, 12);
    grid->setHorizontalSpacing(16);
    grid->addWidget(m_label, 0, 0);
    grid->addWidget(m_progress, 1, 0);
    grid->addWidget(cancel, 0, 1, 2, 1);
    setFixedWidth(340);
    hide();
    m_delay.setSingleShot(true);
    m_delay.setInterval(patience);
    connect(&m_delay, &QTimer::timeout, this, &QWidget::show);
    connect(cancel, &QPushButton::clicked, this, &BusyOverlay::canceled);
}

void BusyOverlay::setWork(const QString &text, double fraction)
{
    if (text.isEmpty()) {
        m_delay.stop();
        hide();
        return;
    }
    m_label->setText(text);
    m_progress->setAccessibleDescription(text);
    m_progress->setRange(0, fraction < 0 ? 0 : 1000);
    m_progress->setValue(static_cast<int>(fraction * 1000));
    if (!isVisible() && !m_delay.isActive()) {
        m_delay.start();
    }
}

void BusyOverlay::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    paintOverlayFrame(painter, *this);
}

} // namespace nervure
