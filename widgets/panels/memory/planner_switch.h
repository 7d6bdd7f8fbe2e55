// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/plan_comparison.h"

#include <QWidget>

#include <string>
#include <vector>

class QButtonGroup;
class QHBoxLayout;

namespace nervure {

/// A row of buttons, one a planner, each with what its plan takes: to compare them and to choose the
/// one that is shown. A plan that none of them gives (PlanMemory with other options) is one more.
class PlannerSwitch : public QWidget {
    Q_OBJECT

public:
    explicit PlannerSwitch(QWidget *parent = nullptr);

    /// Offers the plans and, where it is none of them, the document's own. What was clicked stays
    /// chosen where it is still there; else the document's is. Whether that is the choice.
    bool setPlans(const std::vector<PlannerPlan> &plans, const MemoryPlanView &own);
    /// There is nothing to compare: hides the row.
    void clear();
    /// The planner chosen; empty: the document's own plan.
    [[nodiscard]] std::string chosen() const;

Q_SIGNALS:
    void plannerChosen(const std::string &planner);

private:
    void addButton(const std::string &planner, const MemoryPlanView &plan);

    QHBoxLayout *m_row;
    QButtonGroup *m_buttons;
    std::vector<std::string> m_planners; ///< by button id
    std::string m_clicked;               ///< the planner that was clicked last
};

} // namespace nervure
