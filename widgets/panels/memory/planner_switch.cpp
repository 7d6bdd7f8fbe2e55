// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/memory/planner_switch.h"

#include "widgets/text/format.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace nervure {

namespace {

/// The words of a planner; of the document's own plan where the key is empty.
PlannerInfo infoOf(const std::string &planner)
{
    for (const PlannerInfo &info : plannerInfos()) {
        if (info.key == planner) {
            return info;
        }
    }
    return {planner, PlannerSwitch::tr("As run"),
            PlannerSwitch::tr("The plan of the passes that were run")};
}

/// Whether two plans give every value the same place.
bool isSamePlan(const MemoryPlanView &a, const MemoryPlanView &b)
{
    return a.hasOffsets == b.hasOffsets && a.plannedBytes == b.plannedBytes
           && std::equal(a.blocks.begin(), a.blocks.end(), b.blocks.begin(), b.blocks.end(),
                         [](const StorageBlock &x, const StorageBlock &y) {
                             return x.id == y.id
                                    && std::equal(
                                        x.tenants.begin(), x.tenants.end(), y.tenants.begin(),
                                        y.tenants.end(), [](const auto &s, const auto &t) {
                                            return s.entry == t.entry && s.offset == t.offset;
                                        });
                         });
}

} // namespace

PlannerSwitch::PlannerSwitch(QWidget *parent)
    : QWidget(parent),
      m_row(new QHBoxLayout(this)),
      m_buttons(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("planner-switch"));
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(2);
    connect(m_buttons, &QButtonGroup::idClicked, this, [this] {
        m_clicked = chosen();
        Q_EMIT plannerChosen(m_clicked);
    });
    hide();
}

bool PlannerSwitch::setPlans(const std::vector<PlannerPlan> &plans, const MemoryPlanView &own)
{
    clear();
    const auto twin = std::find_if(plans.begin(), plans.end(), [&own](const PlannerPlan &plan) {
        return isSamePlan(plan.view, own);
    });
    if (twin == plans.end()) {
        addButton({}, own);
    }
    for (const PlannerPlan &plan : plans) {
        addButton(plan.planner, plan.view);
    }
    const std::string ownPlanner = twin == plans.end() ? std::string() : twin->planner;
    auto place = std::find(m_planners.begin(), m_planners.end(), m_clicked);
    if (m_clicked.empty() || place == m_planners.end()) {
        place = std::find(m_planners.begin(), m_planners.end(), ownPlanner);
    }
    m_buttons->button(static_cast<int>(place - m_planners.begin()))->setChecked(true);
    setVisible(m_planners.size() > 1);
    return *place == ownPlanner;
}

void PlannerSwitch::clear()
{
    for (QAbstractButton *button : m_buttons->buttons()) {
        delete button;
    }
    m_planners.clear();
    hide();
}

std::string PlannerSwitch::chosen() const
{
    const int id = m_buttons->checkedId();
    return id < 0 ? std::string() : m_planners[static_cast<std::size_t>(id)];
}

void PlannerSwitch::addButton(const std::string &planner, const MemoryPlanView &plan)
{
    const PlannerInfo info = infoOf(planner);
    auto *button = new QToolButton(this);
    const QString name = planner.empty() ? QStringLiteral("own") : toQString(planner);
    button->setObjectName(QStringLiteral("planner-") + name);
    button->setText(info.title + QStringLiteral("  ") + formatBytes(plan.plannedBytes));
    button->setToolTip(info.hint + QLatin1Char('\n') + formatBytesExactly(plan.plannedBytes));
    button->setCheckable(true);
    m_buttons->addButton(button, static_cast<int>(m_planners.size()));
    m_row->addWidget(button);
    m_planners.push_back(planner);
}

} // namespace nervure
