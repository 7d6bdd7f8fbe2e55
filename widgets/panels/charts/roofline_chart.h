// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/charts/dot_grid.h"
#include "widgets/panels/charts/profile_chart.h"

#include <QFont>
#include <QPixmap>

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

class QElapsedTimer;

namespace nervure {

/// Layers beside what the device does at best (Williams, Waterman and Patterson, "Roofline", 2009): operations a
/// byte to the right, operations a second upwards, both by powers of ten. A dot's area is its share of the time;
/// the roofs are those that were measured, one for each level of memory. Bytes are those of a layer's tensors,
/// once each.
class RooflineChart : public ProfileChart {
    Q_OBJECT

public:
    explicit RooflineChart(QWidget *parent);

    /// Where a layer's dot is; empty where it computes nothing or its time is not known.
    [[nodiscard]] QRectF dotOf(std::uint32_t layer) const;
    /// Where the arrow to that dot comes from: the layer's place in the run that this one is compared with. Nothing
    /// where that has no such layer.
    [[nodiscard]] std::optional<QPointF> arrowFrom(std::uint32_t layer) const;

    /// How long a frame may draw, some dots of which it always draws: those that are left follow in the next ones, the
    /// smallest last.
    void setFrameTime(std::chrono::milliseconds time) { m_frameTime = time; }
    /// Whether a frame has drawn all dots.
    [[nodiscard]] bool isWhole() const { return !m_picture.isNull() && m_drawn == drawings(); }

protected:
    void contentChanged() override;
    void paintChart(QPainter &painter) override;
    [[nodiscard]] std::vector<std::uint32_t> layersAt(QPointF place) const override;
    [[nodiscard]] QString tipAt(QPointF place) const override;

private:
    struct Point {
        double intensity = 0; ///< operations a byte
        double gflops = 0;
    };
    struct Dot {
        std::uint32_t layer = 0;
        double intensity = 0;
        double gflops = 0;
        double share = 0;              ///< of the time of all layers
        std::optional<Point> before{}; ///< in the run that this one is compared with
    };
    struct Roof {
        QString title;
        double gbs = 0;
    };
    /// What the axes reach from and to.
    struct Range {
        double low = 1;
        double high = 10;
    };

    void readRoofs();
    void fitRanges();
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double xOf(double intensity) const;
    [[nodiscard]] double yOf(double gflops) const;
    [[nodiscard]] QRectF rectOf(const Dot &dot) const;
    void paintAxes(QPainter &painter) const;
    void paintRoofs(QPainter &painter) const;
    /// Dots, and behind them their arrows.
    [[nodiscard]] std::size_t drawings() const { return 2 * m_dots.size(); }
    void paintDots(QPainter &painter, const QElapsedTimer &clock);
    void paintDot(QPainter &painter, const Dot &dot, const QPen &pen) const;
    void paintCurrent(QPainter &painter) const;
    /// Axes and roofs, as they are drawn now.
    void renewPicture(qreal pixelRatio);
    /// Draws dots that the picture has not yet, as long as the frame may take.
    void continuePicture(const QElapsedTimer &clock);
    /// The layer's dot; null: it has none.
    [[nodiscard]] const Dot *dotOfLayer(std::uint32_t layer) const;
    [[nodiscard]] const Dot *dotAt(QPointF place) const;
    [[nodiscard]] static std::optional<Point> pointOf(const LayerProfile &layer);
    void paintArrow(QPainter &painter, const Dot &dot) const;

    std::vector<Dot> m_dots;                 ///< the largest first, so that small ones lie on top
    std::vector<std::uint32_t> m_dotOfLayer; ///< numbers of dots, or noDot
    mutable DotGrid m_grid;                  ///< of the dots, for a chart of `m_gridSize`
    mutable QSize m_gridSize;
    QPixmap m_picture;       ///< all but what is chosen; null: to be drawn
    std::size_t m_drawn = 0; ///< how many of the drawings() are in it
    std::chrono::milliseconds m_frameTime{7};
    qint64 m_pictureColors = 0;
    QFont m_pictureFont;
    std::vector<Roof> m_roofs;
    double m_peak = 0; ///< GFLOP/s; 0: not known
    Range m_intensity;
    Range m_gflops;
};

} // namespace nervure
