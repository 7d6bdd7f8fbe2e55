// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/pass_step.h"
#include "widgets/document/shown_nodes.h"
#include "widgets/models/plan_comparison.h"
#include "widgets/panels/panel.h"

class QCheckBox;
class QLabel;
class QScrollArea;
class QStackedWidget;

namespace nervure {

class EmptyState;
class LifetimeChart;
class NodeView;
class PlanChangeModel;
class PlannerSwitch;
struct PlanChange;
class StorageModel;

/// The memory plan: storages, their sizes, what lives in them and when; and beside it what each of
/// the planners makes of the same graph, or the plan of the step that this one is compared with.
class MemoryPanel : public Panel {
    Q_OBJECT

public:
    explicit MemoryPanel(const PanelContext &context);

    void takeFocus() override;

protected:
    void refresh() override;
    void showSelection() override;

private:
    void createContent();
    void followZoom(QScrollArea *scroll);
    void createComparison();
    void showEmpty();
    void compareSteps();
    void showChange(const PlanChange &change, const GraphOfIds &ids);
    void comparePlanners();
    void showComparison(std::vector<PlannerPlan> plans);
    struct Rows;
    void takePlan(std::optional<MemoryPlanView> plan);
    void showPlan(const MemoryPlanView &plan);
    void showRows(Rows rows);
    void showColumns(const MemoryPlanView &plan);
    void showTotals(const MemoryPlanView &plan);
    [[nodiscard]] const MemoryPlanView &planOf(const std::string &planner) const;

    [[nodiscard]] bool isShown(const ModelStage &stage) const;

    ModelStage m_stage;               ///< what is shown; without a graph: nothing
    GraphOfIds m_ids;                 ///< of m_stage
    GraphOfIds m_changeIds;           ///< of m_changes
    std::vector<PlannerPlan> m_plans; ///< of all planners, once they are computed
    MemoryPlanView m_own;             ///< the stage's
    StorageModel *m_model;
    PlannerSwitch *m_switch;
    QLabel *m_totals;
    NodeView *m_view;
    QCheckBox *m_besides; ///< the other step's plan is shown beside this one's
    PlanChangeModel *m_changes;
    NodeView *m_changeView;
    QStackedWidget *m_tables;
    LifetimeChart *m_chart;
    QStackedWidget *m_pages;
    QWidget *m_content;
    EmptyState *m_empty;
};

} // namespace nervure
