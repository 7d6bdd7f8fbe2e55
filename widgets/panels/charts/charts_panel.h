// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/node_times.h"
#include "widgets/panels/panel.h"

#include <cstdint>
#include <optional>
#include <vector>

class QStackedWidget;
class QTabBar;

namespace nervure {

class BudgetChart;
class EmptyState;
class ProfileChart;

/// Pictures of the run that is shown: over time, beside the device's roofs, by scope, and the times of one layer.
/// They share the selection with the tables and the canvas.
class ChartsPanel : public Panel {
    Q_OBJECT

public:
    explicit ChartsPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    void add(ProfileChart *chart, const QString &title);
    void choose(const std::vector<std::uint32_t> &layers);
    [[nodiscard]] std::optional<std::uint32_t> layerOf(NodeId node) const;

    QTabBar *m_tabs;
    QStackedWidget *m_charts;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    BudgetChart *m_budget;
    std::vector<ProfileChart *> m_all;
    NodeTimes m_times; ///< of the run that is shown
};

} // namespace nervure
