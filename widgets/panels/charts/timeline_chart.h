// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/critical_path.h"
#include "core/execution/profile/timeline.h"
#include "widgets/panels/charts/profile_chart.h"

#include <array>
#include <span>

namespace nervure {

/// The last run over time: what waited, what ran, what was moved. W and S (or Ctrl and the wheel) zoom, A and D
/// (or the wheel) move, F or Home shows all; a dragged area chooses the layers in it.
class TimelineChart : public ProfileChart {
    Q_OBJECT

public:
    explicit TimelineChart(QWidget *parent);

    /// A part of the run, in milliseconds.
    struct Span {
        double from = 0;
        double to = 0;
        [[nodiscard]] double length() const { return to - from; }
    };
    [[nodiscard]] Span shown() const { return m_shown; }
    /// Where a slice is, for tests and tools; empty where it is not in view.
    [[nodiscard]] QRectF rectOf(TimelineRow row, std::uint32_t layer) const;

protected:
    void contentChanged() override;
    void paintChart(QPainter &painter) override;
    [[nodiscard]] std::vector<std::uint32_t> layersAt(QPointF place) const override;
    [[nodiscard]] QString tipAt(QPointF place) const override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    using Slices = std::span<const TimelineSlice>;

    [[nodiscard]] double xOf(double ms) const;
    [[nodiscard]] double msAt(double x) const;
    [[nodiscard]] QRectF rowRect(TimelineRow row) const;
    [[nodiscard]] QRectF sliceRect(const TimelineSlice &slice) const;
    [[nodiscard]] const TimelineSlice *sliceAt(QPointF place) const;
    [[nodiscard]] Slices rowSlices(TimelineRow row) const;
    /// The first of a row that may be seen.
    [[nodiscard]] Slices::iterator firstShown(TimelineRow row) const;
    void zoom(double factor, double aroundMs);
    void move(double ms);
    void paintAxis(QPainter &painter) const;
    void paintRow(QPainter &painter, TimelineRow row) const;
    void paintSlice(QPainter &painter, const TimelineSlice &slice, const QRectF &rect) const;
    void paintDraggedArea(QPainter &painter) const;
    void chooseArea();

    CriticalPath m_path;
    std::vector<TimelineSlice> m_slices; ///< timelineOf(): by row, then time
    std::array<std::size_t, timelineRows + 1> m_rowStart{};
    double m_end = 0; ///< of the run, in ms
    Span m_shown;
    std::optional<Span> m_dragged; ///< where the pointer went down, and where it is
};

} // namespace nervure
