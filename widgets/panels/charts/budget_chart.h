// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/time_budget.h"
#include "widgets/panels/charts/profile_chart.h"

namespace nervure {

/// Where the time of a run goes, from the whole down to layers by the scopes of their names: each bar is as wide
/// as its part. A click on a scope chooses its layers.
class BudgetChart : public ProfileChart {
    Q_OBJECT

public:
    explicit BudgetChart(QWidget *parent);

    /// timeBudget() of the run that is shown; after setContent().
    void setBudget(std::vector<BudgetItem> items);
    /// Where the bar of an item of the budget is.
    [[nodiscard]] QRectF barOf(std::size_t item) const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintChart(QPainter &painter) override;
    [[nodiscard]] std::vector<std::uint32_t> layersAt(QPointF place) const override;
    [[nodiscard]] QString tipAt(QPointF place) const override;

private:
    /// Where an item lies: its row, and its part of the width from 0 to 1.
    struct Place {
        int depth = 0;
        double from = 0;
        double to = 0;
    };

    [[nodiscard]] std::optional<std::size_t> itemAt(QPointF place) const;
    [[nodiscard]] QString titleOf(const BudgetItem &item) const;
    void paintItem(QPainter &painter, std::size_t item) const;

    std::vector<BudgetItem> m_items;
    std::vector<Place> m_places;
};

} // namespace nervure
