// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QVariantAnimation>

class QPainter;
class QWidget;

namespace nervure {

/// One picture of a widget fades out while the next is there already.
class PictureFade {
public:
    /// `widget` is painted anew while the picture fades; it must outlive this.
    explicit PictureFade(QWidget &widget);

    /// A null picture is none.
    void start(const QImage &before);
    /// Paints what is left of the old picture over the new one.
    void paint(QPainter &painter) const;

private:
    QWidget &m_widget;
    QVariantAnimation m_time;
    QImage m_before;
};

} // namespace nervure
