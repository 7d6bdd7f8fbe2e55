// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/panels/charts/profile_chart.h"

namespace nervure {

/// The times of the current layer: one by one in the order of the runs, and how often each came. The median, with
/// the interval that it surely lies in, goes through both.
class SampleChart : public ProfileChart {
    Q_OBJECT

public:
    explicit SampleChart(QWidget *parent);

    /// How many samples each bar of the histogram stands for, from the shortest times on.
    [[nodiscard]] std::vector<std::size_t> counts() const;

protected:
    void paintChart(QPainter &painter) override;
    [[nodiscard]] std::vector<std::uint32_t> layersAt(QPointF) const override { return {}; }
    [[nodiscard]] QString tipAt(QPointF place) const override;

private:
    [[nodiscard]] const LayerProfile *layer() const;
    [[nodiscard]] QRectF sequence() const;
    [[nodiscard]] QRectF histogram() const;
    [[nodiscard]] double yOf(double ms) const;
    void paintHint(QPainter &painter, const QString &text) const;
    void paintMedian(QPainter &painter) const;
    void paintSequence(QPainter &painter) const;
    void paintHistogram(QPainter &painter) const;
};

} // namespace nervure
