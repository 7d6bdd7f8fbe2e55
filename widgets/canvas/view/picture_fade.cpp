// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/picture_fade.h"

#include <QPainter>
#include <QWidget>

namespace nervure {

PictureFade::PictureFade(QWidget &widget) : m_widget(widget)
{
    m_time.setDuration(200);
    m_time.setEasingCurve(QEasingCurve::OutCubic);
    m_time.setStartValue(0.0);
    m_time.setEndValue(1.0);
    QObject::connect(&m_time, &QVariantAnimation::valueChanged, &widget,
                     qOverload<>(&QWidget::update));
    QObject::connect(&m_time, &QVariantAnimation::finished, &m_time, [this] { m_before = {}; });
}

void PictureFade::start(const QImage &before)
{
    if (before.isNull()) {
        return;
    }
    m_before = before;
    m_time.stop();
    m_time.start();
}

void PictureFade::paint(QPainter &painter) const
{
    if (!m_before.isNull() && m_time.state() == QAbstractAnimation::Running) {
        painter.setOpacity(1 - m_time.currentValue().toDouble());
        painter.drawImage(QRectF(m_widget.rect()), m_before, QRectF(m_before.rect()));
    }
}

} // namespace nervure
