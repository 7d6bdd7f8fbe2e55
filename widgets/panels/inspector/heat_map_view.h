// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/weights/heat_map.h"

#include <QColor>
#include <QImage>
#include <QWidget>

namespace nervure {

/// The least and greatest numbers of a scale of colors.
struct HeatScale {
    double least = 0;
    double greatest = 0;
    bool isDiverging = false; ///< as far below zero as above it, zero in the middle

    /// Of numbers on both sides of zero, and of differences, zero is in the middle.
    [[nodiscard]] static HeatScale of(double least, double greatest, bool isDifference);
    /// 0 to 1.
    [[nodiscard]] double positionOf(double value) const;
};

/// A plane of a tensor, a cell for each element or block of them, with the scale of its colors below it. What
/// is no number has colors of its own. Hover tells a cell.
class HeatMapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapView(QWidget *parent);

    void setMap(HeatMap map, const HeatScale &scale);
    void clear();
    [[nodiscard]] const HeatMap &map() const { return m_map; }
    [[nodiscard]] const HeatScale &scale() const { return m_scale; }
    /// What a cell is, in words: its place and its value.
    [[nodiscard]] QString tipAt(QPoint point) const;
    /// Cells are square where there is room: the height follows the width.
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] QRectF imageRect(int width) const;
    [[nodiscard]] QColor colorOf(double value) const;
    void makeImage();
    void paintScale(QPainter &painter, double top) const;
    void paintSigns(QPainter &painter, double top) const;

    HeatMap m_map;
    HeatScale m_scale;
    QImage m_image;
    bool m_hasNan = false;
    bool m_hasInfinity = false;
};

} // namespace nervure
