// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/charts/charts_panel.h"

#include "core/builtins.h"
#include "core/graph/op/kernel_parts.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/panels/charts/budget_chart.h"
#include "widgets/panels/charts/roofline_chart.h"
#include "widgets/panels/charts/sample_chart.h"
#include "widgets/panels/charts/timeline_chart.h"
#include "widgets/panels/empty_state.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace nervure {

namespace {

/// Layers have the colors of the nodes that were run, whatever stands for these in the stage that is shown.
ChartContent contentOf(std::shared_ptr<const ProfileReport> report, const OwnNodes &nodes,
                       const OpRegistry &ops)
{
    ChartContent content{std::move(report), {}, {}};
    const ProfiledNodes profiled(nodes.graph());
    for (std::size_t i = 0; content.report && i < content.report->data.layers.size(); ++i) {
        const Node *node = nodes.graph().find(profiled.rootOf(content.report->data.layers[i]));
        content.categories.push_back(node ? nodeCategory(*node, ops.find(*node))
                                          : OpCategory::Other);
    }
    return content;
}

} // namespace

ChartsPanel::ChartsPanel(const PanelContext &context)
    : Panel(QStringLiteral("charts"), context),
      m_tabs(new QTabBar(this)),
      m_charts(new QStackedWidget(this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this)),
      m_budget(new BudgetChart(this))
{
    m_tabs->setObjectName(QStringLiteral("charts-tabs"));
    m_tabs->setAccessibleName(tr("Pictures of the run"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    add(new TimelineChart(this), tr("Timeline"));
    add(new RooflineChart(this), tr("Roofline"));
    add(m_budget, tr("Time by scope"));
    add(new SampleChart(this), tr("Single runs"));
    connect(m_tabs, &QTabBar::currentChanged, m_charts, &QStackedWidget::setCurrentIndex);
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_charts, 1);
    m_pages->addWidget(content);
    m_pages->addWidget(m_empty);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_pages);
    connect(&document().runs(), &RunList::shownChanged, this, &ChartsPanel::scheduleRefresh);
    connect(&document().runs(), &RunList::comparisonChanged, this, &ChartsPanel::scheduleRefresh);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] {
        if (document().isEmpty()) {
            Q_EMIT actionRequested(QStringLiteral("open"));
        } else {
            this->context().profiles.run();
        }
    });
}

void ChartsPanel::add(ProfileChart *chart, const QString &title)
{
    m_tabs->addTab(title);
    m_charts->addWidget(chart);
    m_all.push_back(chart);
    connect(chart, &ProfileChart::layersChosen, this, &ChartsPanel::choose);
}

void ChartsPanel::takeFocus()
{
    m_charts->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void ChartsPanel::refresh()
{
    const std::shared_ptr<const ProfileReport> &report = document().runs().shownReport();
    const auto nodes = document().ownNodes();
    m_times = report ? timesOfShown(report->data, *nodes) : NodeTimes();
    ChartContent content = contentOf(report, *nodes, context().builtins.ops);
    const RunList &runs = document().runs();
    if (const KeptRun *before = runs.history().find(runs.compared()); before && runs.comparison()) {
        content.before = before->report;
    }
    for (ProfileChart *chart : m_all) {
        chart->setContent(content);
    }
    m_budget->setBudget(report ? timeBudget(report->data, nodes->graph())
                               : std::vector<BudgetItem>());
    m_pages->setCurrentIndex(report ? 0 : 1);
    if (document().isEmpty()) {
        m_empty->setWords(tr("Where the time of a run goes, in pictures."), tr("Open a model"));
    } else {
        m_empty->setWords(tr("Run the model to see where its time goes."), tr("Run"));
    }
    showSelection();
}

void ChartsPanel::showSelection()
{
    const std::optional<std::uint32_t> layer = layerOf(selection().current());
    for (ProfileChart *chart : m_all) {
        chart->setCurrentLayer(layer);
    }
}

std::optional<std::uint32_t> ChartsPanel::layerOf(NodeId node) const
{
    const auto owner = m_times.owners.find(node);
    const NodeId root = owner == m_times.owners.end() ? node : owner->second;
    const auto it = std::find(m_times.roots.begin(), m_times.roots.end(), root);
    return !root.isValid() || it == m_times.roots.end()
               ? std::nullopt
               : std::optional(static_cast<std::uint32_t>(it - m_times.roots.begin()));
}

void ChartsPanel::choose(const std::vector<std::uint32_t> &layers)
{
    std::vector<NodeId> nodes;
    for (const std::uint32_t layer : layers) {
        if (layer < m_times.roots.size() && m_times.roots[layer].isValid()) {
            nodes.push_back(m_times.roots[layer]);
        }
    }
    if (nodes.size() == 1) {
        selection().jumpTo(nodes.front());
    } else if (!nodes.empty()) {
        selection().setNodes(std::move(nodes));
    }
}

void registerCharts(PanelRegistry &panels)
{
    panels.add({.name = "charts",
                .title = [] { return ChartsPanel::tr("Charts"); },
                .icon = QStringLiteral("timer"),
                .area = Qt::BottomDockWidgetArea,
                .shortcut = QKeySequence(QStringLiteral("Ctrl+Shift+T")),
                .factory = [](const PanelContext &context) { return new ChartsPanel(context); },
                .manualPage = "profiling"});
}

} // namespace nervure
