// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/memory/memory_panel.h"

#include "core/builtins.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/models/gap_words.h"
#include "widgets/models/plan_change_model.h"
#include "widgets/models/stage_summary.h"
#include "widgets/models/storage_model.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/memory/lifetime_chart.h"
#include "widgets/panels/memory/planner_switch.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"
#include "widgets/text/format.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace nervure {

namespace {

const QString planKey = QStringLiteral("memory-plan");
const QString changesKey = QStringLiteral("memory-changes");
const QString rowsKey = QStringLiteral("memory-rows");
/// Larger plans are read off the UI thread.
constexpr std::uint32_t mostStepsAtOnce = 3000;
constexpr std::size_t mostRowsSorted = 20000;

bool isSmall(const IndexedGraph &index)
{
    return index.nodeCount() <= mostStepsAtOnce;
}

} // namespace

/// What a job makes of a plan for table and chart.
struct MemoryPanel::Rows {
    std::shared_ptr<const MemoryPlanView> plan;
    StorageModel::Content content;
    MemoryPlanView bars;
};

MemoryPanel::MemoryPanel(const PanelContext &context)
    : Panel(QStringLiteral("memory"), context),
      m_model(new StorageModel(this)),
      m_switch(new PlannerSwitch(this)),
      m_totals(new QLabel(this)),
      m_view(new NodeView(QStringLiteral("memory-table"), tr("Storages"), this)),
      m_besides(new QCheckBox(this)),
      m_changes(new PlanChangeModel(this)),
      m_changeView(
          new NodeView(QStringLiteral("memory-changes"), tr("Storages of two steps"), this)),
      m_tables(new QStackedWidget(this)),
      m_chart(new LifetimeChart),
      m_pages(new QStackedWidget(this)),
      m_content(new QWidget(this)),
      m_empty(new EmptyState(this))
{
    createContent();
    m_pages->addWidget(m_content);
    m_pages->addWidget(m_empty);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        if (document().isEmpty()) {
            Q_EMIT actionRequested(QStringLiteral("open"));
        } else {
            this->context().passes.runUsual();
        }
    });
    const auto jump = [this](NodeId node) {
        if (m_ids.isShown(document())) {
            selection().jumpTo(node);
        }
    };
    connect(m_view, &NodeView::nodeChosen, this, jump);
    connect(m_chart, &LifetimeChart::nodeChosen, this, jump);
    connect(m_switch, &PlannerSwitch::plannerChosen, this,
            [this](const std::string &planner) { showPlan(planOf(planner)); });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
}

void MemoryPanel::createContent()
{
    m_totals->setObjectName(QStringLiteral("memory-totals"));
    m_totals->setContentsMargins(8, 6, 8, 6);
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_view->setRows(m_model, true);
    m_view->setSortable(StorageModel::Name, Qt::AscendingOrder);
    m_view->header()->resizeSection(StorageModel::Name, 160);
    auto *scroll = new QScrollArea(m_content);
    scroll->setWidget(m_chart);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    followZoom(scroll);
    auto *split = new QSplitter(Qt::Horizontal, m_content);
    split->setObjectName(QStringLiteral("memory-splitter"));
    createComparison();
    split->addWidget(m_tables);
    split->addWidget(scroll);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({500, 500});
    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 8, 0);
    head->addWidget(m_totals, 1);
    head->addWidget(m_besides);
    head->addWidget(m_switch);
    auto *column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(split, 1);
}

/// The chart is as wide as its place, or so many times.
void MemoryPanel::followZoom(QScrollArea *scroll)
{
    connect(m_chart, &LifetimeChart::zoomed, scroll, [this, scroll](int x, int now) {
        const double wide = scroll->viewport()->width() * m_chart->zoom();
        m_chart->setMinimumWidth(m_chart->zoom() > 1 ? static_cast<int>(wide) : 0);
        scroll->widget()->resize(std::max(m_chart->minimumWidth(), scroll->viewport()->width()),
                                 m_chart->height());
        QScrollBar *bar = scroll->horizontalScrollBar();
        bar->setValue(bar->value() + now - x);
    });
    // Labels stay where they are seen.
    connect(scroll->horizontalScrollBar(), &QScrollBar::valueChanged, m_chart,
            qOverload<>(&QWidget::update));
}

void MemoryPanel::createComparison()
{
    m_besides->setObjectName(QStringLiteral("memory-besides"));
    m_besides->setAccessibleName(tr("Storages of two steps"));
    m_besides->setToolTip(tr("Storages of this step beside those of the other one, and what the "
                             "plans take"));
    connect(m_besides, &QCheckBox::toggled, this, &MemoryPanel::compareSteps);
    m_changeView->setRows(m_changes);
    m_changeView->setSortable(-1, Qt::AscendingOrder);
    shareColumns(m_changeView, PlanChangeModel::Values);
    connect(m_changeView, &NodeView::nodeChosen, this, [this](NodeId node) {
        if (m_changeIds.isShown(document())) {
            selection().jumpTo(node);
        }
    });
    m_tables->addWidget(m_view);
    m_tables->addWidget(m_changeView);
}

/// The plan of the step that the one shown is compared with, where it has one.
void MemoryPanel::compareSteps()
{
    const int base = document().baseStep();
    const int shown = document().shownStep();
    const PassStep *other = base > 0 && base != shown
                                ? &document().passSteps()[static_cast<std::size_t>(base) - 1]
                                : nullptr;
    const bool hasPlan = other != nullptr && other->index && other->graph
                         && other->analyses.find(keys::storageId, other->index) != nullptr;
    m_besides->setVisible(hasPlan);
    m_besides->setText(tr("&Beside %1").arg(hasPlan ? stepTitle(document(), base) : QString()));
    if (!hasPlan || !m_besides->isChecked() || m_own.blocks.empty()) {
        m_tables->setCurrentWidget(m_view);
        showTotals(planOf(m_switch->chosen()));
        return;
    }
    context().jobs.startOrDo(
        m_own.stepCount <= mostStepsAtOnce, {tr("Comparing memory plans"), changesKey}, this,
        [after = m_own, index = other->index, analyses = other->analyses, first = other->graph,
         second = document().stage().graph, lineage = document().stagePlace().lineage, base,
         shown](const JobControl &) {
            const Provenance provenance =
                lineage->between(static_cast<std::size_t>(base), static_cast<std::size_t>(shown));
            PlanChange change{
                memoryPlanView(*index, analyses).value_or(MemoryPlanView()), after, {}};
            change.storages = storageChanges(change.before, change.after,
                                             NodeComparison(*first, *second, &provenance));
            return change;
        },
        [this, ids = m_ids](const PlanChange &change) { showChange(change, ids); });
}

void MemoryPanel::showChange(const PlanChange &change, const GraphOfIds &ids)
{
    m_changes->setRows(change.storages);
    m_changeIds = ids;
    m_tables->setCurrentWidget(m_changeView);
    m_totals->setText(planChangeSummary(change));
    m_totals->setToolTip({});
}

void MemoryPanel::takeFocus()
{
    m_tables->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

/// Much is told of a document that leaves its plan as it is: a profile, findings.
bool MemoryPanel::isShown(const ModelStage &stage) const
{
    const auto agrees = [&](std::string_view name) {
        return stage.analyses.agreesOn(name, m_stage.analyses);
    };
    return stage.graph == m_stage.graph && agrees(keys::shape.name) && agrees(keys::dtype.name)
           && agrees(keys::storageId.name) && agrees(keys::storageOffset.name);
}

void MemoryPanel::refresh()
{
    const ModelStage &stage = document().stage();
    if (isShown(stage)) {
        compareSteps(); // with another step, it may be
        return;
    }
    m_stage = stage;
    m_ids = GraphOfIds(document());
    m_switch->clear();
    if (!stage.index) {
        takePlan(std::nullopt);
        return;
    }
    context().jobs.startOrDo(
        isSmall(*stage.index), {tr("Reading the memory plan"), planKey}, this,
        [stage](const JobControl &) { return memoryPlanView(*stage.index, stage.analyses); },
        [this](std::optional<MemoryPlanView> plan) { takePlan(std::move(plan)); });
}

void MemoryPanel::takePlan(std::optional<MemoryPlanView> plan)
{
    if (plan && plan->blocks.empty()) {
        plan.reset(); // all sizes are unknown
    }
    m_pages->setCurrentWidget(plan ? m_content : m_empty);
    if (!plan) {
        showEmpty();
        return;
    }
    m_own = std::move(*plan);
    m_plans.clear();
    m_model->setOthers({});
    showPlan(m_own);
    comparePlanners();
}

/// Runs every planner on another thread. A later refresh replaces the job.
void MemoryPanel::comparePlanners()
{
    PassEnvironment environment{context().builtins.passes, context().builtins.ops,
                                document().inputFacts(), document().semantics()};
    context().jobs.start(
        {tr("Comparing planners"), QStringLiteral("memory-plans")}, this,
        [graph = m_stage.graph, known = m_stage.analyses, environment](const JobControl &control) {
            PassEnvironment own = environment;
            own.control = control;
            return plansOfAllPlanners(*graph, known, own);
        },
        [this, graph = m_stage.graph](std::vector<PlannerPlan> plans) {
            if (graph == m_stage.graph && !plans.empty()) {
                showComparison(std::move(plans));
            }
        });
}

void MemoryPanel::showComparison(std::vector<PlannerPlan> plans)
{
    m_plans = std::move(plans);
    m_model->setOthers(m_plans);
    if (m_switch->setPlans(m_plans, m_own)) {
        showColumns(m_own); // what is open stays open
    } else {
        showPlan(planOf(m_switch->chosen()));
    }
}

const MemoryPlanView &MemoryPanel::planOf(const std::string &planner) const
{
    const auto it = std::find_if(m_plans.begin(), m_plans.end(),
                                 [&planner](const auto &plan) { return plan.planner == planner; });
    return it == m_plans.end() ? m_own : it->view;
}

void MemoryPanel::showPlan(const MemoryPlanView &plan)
{
    const auto shown = std::make_shared<const MemoryPlanView>(plan);
    context().jobs.startOrDo(
        plan.stepCount <= mostStepsAtOnce, {tr("Listing the storages"), rowsKey}, this,
        [shown](const JobControl &) {
            return Rows{shown, StorageModel::contentOf(*shown), LifetimeChart::ordered(*shown)};
        },
        [this](Rows rows) { showRows(std::move(rows)); });
}

void MemoryPanel::showRows(Rows rows)
{
    // Sorting very many rows would stop the window: they come in the order of the plan.
    QHeaderView *header = m_view->header();
    if (rows.content.items.size() > mostRowsSorted) {
        header->setSortIndicator(-1, Qt::AscendingOrder);
    } else if (header->sortIndicatorSection() < 0) {
        header->setSortIndicator(StorageModel::Name, Qt::AscendingOrder);
    }
    m_model->setContent(std::move(rows.content));
    m_chart->setOrderedPlan(std::move(rows.bars));
    showColumns(*rows.plan);
    compareSteps();
    showSelection();
}

/// The other planners' columns, not that of the plan that is shown.
void MemoryPanel::showColumns(const MemoryPlanView &plan)
{
    m_view->setColumnHidden(StorageModel::Offset, !plan.hasOffsets);
    int column = StorageModel::FirstPlanner;
    for (const PlannerInfo &planner : plannerInfos()) {
        const bool isThere = std::any_of(m_plans.begin(), m_plans.end(), [&](const auto &each) {
            return each.planner == planner.key;
        });
        m_view->setColumnHidden(column++, !isThere || m_switch->chosen() == planner.key);
    }
    for (column = StorageModel::Bytes; column < StorageModel::Note; ++column) {
        m_view->resizeColumnToContents(column);
    }
}

void MemoryPanel::showTotals(const MemoryPlanView &plan)
{
    const std::optional<StepGap> gap = planGap(m_stage);
    QStringList parts{tr("Planned %1").arg(planWords(plan.plannedBytes, gap)),
                      tr("without sharing %1").arg(formatBytes(plan.naiveBytes))};
    if (plan.naiveBytes > 0) {
        parts.append(tr("saves %1")
                         .arg(formatShare(1
                                          - static_cast<double>(plan.plannedBytes)
                                                / static_cast<double>(plan.naiveBytes))));
    }
    parts.append(tr("%n storage(s)", nullptr, static_cast<int>(plan.blocks.size())));
    if (gap) {
        parts.append(gapWords(*gap));
    }
    m_totals->setText(parts.join(QStringLiteral(" · ")));
    const QString counted =
        plan.hasOffsets
            ? tr("%1 planned, %2 without sharing; sizes are those of the types")
            : tr("%1 planned, %2 without sharing; NNVM's plan counts four bytes per element and "
                 "leaves variables out");
    m_totals->setToolTip(
        counted.arg(formatBytesExactly(plan.plannedBytes), formatBytesExactly(plan.naiveBytes)));
}

void MemoryPanel::showEmpty()
{
    if (document().isEmpty()) {
        m_empty->setWords(tr("Which values share memory, and when."), tr("Open a model"));
    } else if (const std::optional<StepGap> gap = planGap(m_stage)) {
        m_empty->setWords(tr("Nothing was planned. %1.").arg(gapWords(*gap)), tr("Plan memory"));
    } else {
        m_empty->setWords(tr("Which values share memory, and when: PlanMemory fills this. It needs "
                             "the shapes of the inputs."),
                          tr("Plan memory"));
    }
}

void MemoryPanel::showSelection()
{
    const NodeId node = selection().current();
    m_view->showRow(m_model->find(node));
    m_chart->setCurrentNode(node);
}

void registerMemory(PanelRegistry &panels)
{
    panels.add({"memory", [] { return MemoryPanel::tr("Memory"); }, QStringLiteral("memory"),
                Qt::BottomDockWidgetArea, QKeySequence(QStringLiteral("Ctrl+Shift+M")),
                [](const PanelContext &context) { return new MemoryPanel(context); },
                "memory-plans"});
}

} // namespace nervure
