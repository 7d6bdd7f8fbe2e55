// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/run_tables.h"

#include "core/execution/profile/critical_path.h"
#include "core/execution/profile/node_times.h"
#include "core/execution/profile/time_groups.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/shown_nodes.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/models/profile_model.h"
#include "widgets/models/run_comparison_model.h"
#include "widgets/models/run_finding_model.h"
#include "widgets/models/time_group_model.h"
#include "widgets/models/tuning_model.h"
#include "widgets/panels/column_choice.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/run/kernel_window.h"
#include "widgets/panels/table_copy.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/format.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStyle>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace nervure {

namespace {
constexpr int nameWidth = 220;
constexpr int runFilterWidth = 240;
constexpr std::array groupings{TimeGrouping::Operator, TimeGrouping::Kernel, TimeGrouping::Scope};

/// Layers that run one of these nodes of the stage that is shown.
std::vector<bool> layersOf(const ProfileData &profile, const std::vector<NodeId> &found,
                           const OwnNodes &nodes)
{
    const std::unordered_set<NodeId> wanted(found.begin(), found.end());
    const ProfiledNodes profiled(nodes.graph());
    const auto isWanted = [&](const NamedNode &node) {
        return wanted.count(nodes.shown({profiled.find(node).value})) > 0;
    };
    std::vector<bool> counted;
    for (const LayerProfile &layer : profile.layers) {
        counted.push_back(isWanted(layer.node)
                          || std::any_of(layer.nodes.begin(), layer.nodes.end(), isWanted));
    }
    return counted;
}
} // namespace

RunTables::RunTables(const SearchScope &scope, ProfileRunner &runner, QWidget *parent)
    : QWidget(parent),
      m_scope(scope),
      m_runner(runner),
      m_layers(new ProfileModel(this)),
      m_groups{new TimeGroupModel(this), new TimeGroupModel(this), new TimeGroupModel(this)},
      m_findings(new RunFindingModel(this)),
      m_comparison(new RunComparisonModel(this)),
      m_tuning(new TuningModel(this)),
      m_tabs(new QTabBar(this)),
      m_filter(new QLineEdit(this)),
      m_more(new QToolButton(this)),
      m_stack(new QStackedWidget(this)),
      m_total(new QLabel(this))
{
    createViews();
    m_total->setObjectName(QStringLiteral("run-table-total"));
    m_total->setContentsMargins(8, 4, 8, 6);
    m_total->setForegroundRole(QPalette::PlaceholderText);
    m_total->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(createHead());
    column->addWidget(m_stack, 1);
    column->addWidget(m_total);
}

void RunTables::createViews()
{
    addView("run-layers", tr("Layers"), m_layers, ProfileModel::Time);
    addView("run-operators", tr("Operators"), m_groups[0], TimeGroupModel::Time);
    addView("run-kernels", tr("Kernels"), m_groups[1], TimeGroupModel::Time);
    addView("run-scopes", tr("Scopes"), m_groups[2], TimeGroupModel::Time);
    addView("run-verdicts", tr("Verdicts"), m_findings, RunFindingModel::Cost);
    addView("run-comparison", tr("Comparison"), m_comparison, RunComparisonModel::Difference);
    addView("run-tuning", tr("Tuning"), m_tuning, TuningModel::Gain);
    connect(&m_runner, &ProfileRunner::tuned, this, [this] {
        fill();
        showTable(Tuning);
    });
    connect(&m_runner, &ProfileRunner::finished, this, [this] {
        if (shownTable() == Tuning) { // it tells nothing of the run
            showTable(Layers);
        }
    });
    createColumnChoices();
}

void RunTables::createColumnChoices()
{
    using Layer = ProfileModel;
    m_columns.push_back(new ColumnChoice(
        *view(Layers),
        {{tr("Times"),
          {Layer::Name, Layer::Op, Layer::Time, Layer::Spread, Layer::Share, Layer::Slack}},
         {tr("Roofline"),
          {Layer::Name, Layer::Op, Layer::Time, Layer::Flops, Layer::Bandwidth, Layer::Bound,
           Layer::Roof}},
         {tr("Kernels"), {Layer::Name, Layer::Time, Layer::Share, Layer::Launch, Layer::Kernel}}}));
    using Group = TimeGroupModel;
    for (const Table table : {Operators, Kernels, Scopes}) {
        m_columns.push_back(new ColumnChoice(
            *view(table),
            {{tr("Times"),
              {Group::Name, Group::Time, Group::Share, Group::Layers, Group::Launches}},
             {tr("Roofline"), {Group::Name, Group::Time, Group::Flops, Group::Bandwidth}}}));
    }
}

void RunTables::save(QSettings &store) const
{
    for (const ColumnChoice *columns : m_columns) {
        columns->save(store);
    }
}

void RunTables::restore(const QSettings &store)
{
    for (ColumnChoice *columns : m_columns) {
        columns->restore(store);
    }
}

NodeView *RunTables::addView(const char *name, const QString &title, QAbstractItemModel *model,
                             int sortColumn)
{
    auto *view = new NodeView(QString::fromLatin1(name), title, this);
    view->setRows(model);
    view->setSortable(sortColumn, Qt::DescendingOrder);
    if (model != m_findings) {
        view->header()->resizeSection(0, nameWidth);
    }
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view, &NodeView::nodeChosen, this, &RunTables::nodeChosen);
    connect(view, &QWidget::customContextMenuRequested, this,
            [this, view](const QPoint &place) { showMenu(view, place); });
    m_views.push_back(view);
    m_stack->addWidget(view);
    m_tabs->addTab(title);
    return view;
}

QWidget *RunTables::createHead()
{
    m_tabs->setObjectName(QStringLiteral("run-tabs"));
    m_tabs->setAccessibleName(tr("Tables of the run"));
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int table) {
        m_stack->setCurrentIndex(table);
        showTotal();
        Q_EMIT tableChanged();
    });
    m_filter->setObjectName(QStringLiteral("run-filter"));
    m_filter->setAccessibleName(tr("Filter of layers"));
    m_filter->setPlaceholderText(tr("Filter, as op:conv2d & time>1"));
    m_filter->setToolTip(tr("Layers that run a node that a query finds, as in the find panel"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(runFilterWidth);
    connect(m_filter, &QLineEdit::textChanged, this, &RunTables::search);
    m_more->setObjectName(QStringLiteral("run-export"));
    m_more->setIcon(tintedIcon(QStringLiteral("export")));
    m_more->setToolTip(tr("Export the run"));
    m_more->setAccessibleName(m_more->toolTip());
    connect(m_more, &QToolButton::clicked, this,
            [this] { Q_EMIT actionRequested(QStringLiteral("export-run")); });
    auto *head = new QWidget(this);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 8, 0);
    row->setSpacing(4);
    row->addWidget(m_tabs, 1);
    row->addWidget(m_filter);
    row->addWidget(m_more);
    return head;
}

NodeView *RunTables::view(Table table) const
{
    return m_views[static_cast<std::size_t>(table)];
}

RunTables::Table RunTables::shownTable() const
{
    return static_cast<Table>(m_tabs->currentIndex());
}

void RunTables::showTable(Table table)
{
    m_tabs->setCurrentIndex(table);
}

void RunTables::showNode(NodeId node)
{
    for (NodeView *one : m_views) {
        one->showNode(node);
    }
}

void RunTables::refresh()
{
    if (m_isFiltered) {
        search(m_filter->text()); // nodes and times are others by now
    }
    fill();
}

void RunTables::search(const QString &text)
{
    const bool wasFiltered = std::exchange(m_isFiltered, false);
    const Result<Query> query = Query::parse(text.trimmed().toStdString());
    const bool isFaulty = !text.trimmed().isEmpty() && !query;
    m_filter->setProperty("isFaulty", isFaulty);
    m_filter->style()->polish(m_filter);
    m_filter->setToolTip(
        isFaulty ? toQString(query.error().message)
                 : tr("Layers that run a node that a query finds, as in the find panel"));
    if (text.trimmed().isEmpty() || isFaulty) {
        m_counted.clear();
        if (wasFiltered) {
            fill();
        }
        return;
    }
    m_isFiltered = true;
    startSearch(m_scope, QStringLiteral("run-filter"), {*query}, this,
                [this](const FoundNodes &found) {
                    if (m_isFiltered) {
                        takeFound(found);
                    }
                });
}

void RunTables::takeFound(const FoundNodes &found)
{
    const auto &profile = m_scope.document.profile();
    if (!profile) {
        return;
    }
    m_counted = layersOf(profile->data, found.nodes.front(), *m_scope.document.ownNodes());
    fill();
}

void RunTables::fill()
{
    const GraphDocument &document = m_scope.document;
    const auto &profile = document.profile();
    const auto &compared = document.runs().series();
    const auto nodes = document.ownNodes();
    if (!profile || m_counted.size() != profile->data.layers.size()) {
        m_counted.clear(); // of another run
    }
    if (profile) {
        m_layers->setProfile(*profile, *nodes, m_counted);
        const CriticalPath path = criticalPathOf(profile->data);
        m_columns[Layers]->setTelling(ProfileModel::Slack, path.layers != path.slackMs.size());
        for (std::size_t i = 0; i < groupTables; ++i) {
            m_groups[i]->setProfile(profile->data, groupings[i], *nodes, m_counted);
        }
        m_findings->setFindings(runFindings(profile->data, profile->device.traits.computeUnits),
                                profile->data, *nodes);
    } else {
        m_layers->setRows({});
        for (TimeGroupModel *model : m_groups) {
            model->setRows({});
        }
        m_findings->setRows({});
    }
    if (compared) {
        m_comparison->setComparison(*compared, document.runs().further(), *nodes);
    } else {
        m_comparison->setRows({});
    }
    setOffered(Comparison, compared != nullptr);
    fillTuning();
    for (NodeView *one : m_views) {
        const int first = one == view(Findings) ? 0 : 1;
        for (int column = first; column + 1 < one->model()->columnCount(); ++column) {
            one->resizeColumnToContents(column);
        }
    }
    showTotal();
}

/// Qt 6.4 forgets to lay out tabs anew where the next one is told what it is already.
void RunTables::setOffered(Table table, bool isOffered)
{
    if (m_tabs->isTabVisible(table) != isOffered) {
        m_tabs->setTabVisible(table, isOffered);
    }
}

void RunTables::fillTuning()
{
    const auto &tuning = m_runner.tuning();
    setOffered(Tuning, tuning != nullptr);
    m_tuning->setReport(tuning ? *tuning : TuneReport(), *m_scope.document.ownNodes());
}

/// Of what the table shows.
void RunTables::showTotal()
{
    const auto &profile = m_scope.document.profile();
    m_total->setVisible(profile && shownTable() < Findings);
    if (!profile || shownTable() >= Findings) {
        return;
    }
    const auto groups =
        groupTimes(profile->data, TimeGrouping::Operator, m_scope.document.graph(), m_counted);
    const TimeGroup total = totalOf(groups, {});
    const int all = static_cast<int>(profile->data.layers.size());
    const int shown = static_cast<int>(total.layers);
    QStringList parts{shown == all ? tr("All %n layer(s)", nullptr, all)
                                   : tr("%1 of %n layer(s)", nullptr, all).arg(shown),
                      formatTime(total.ms), formatShare(total.share),
                      tr("%n launch(es)", nullptr, static_cast<int>(total.launches))};
    if (total.flops > 0) {
        parts.append(tr("%1FLOP").arg(formatAmount(static_cast<double>(total.flops))));
    }
    parts.append(formatBytes(total.bytes));
    m_total->setText(parts.join(QStringLiteral(" · ")));
}

/// Shows the source of the current layer's kernels.
void RunTables::addKernelAction(QMenu &menu)
{
    const QModelIndex index = view(Layers)->sourceIndex(view(Layers)->currentIndex());
    if (!index.isValid() || !m_layers->row(index.row()).within.empty()) {
        return;
    }
    const LayerProfile &layer = m_layers->row(index.row()).layer;
    std::vector<LayerKernel> kernels = m_scope.document.runs().kernelsOf(layer.id);
    QAction *action = menu.addAction(tr("Show the kernels"), this,
                                     [this, kernels, name = toQString(layer.node.name)] {
                                         (new KernelWindow(name, kernels, m_runner, this))->show();
                                     });
    action->setObjectName(QStringLiteral("show-kernels"));
    action->setEnabled(!kernels.empty());
    menu.addSeparator();
}

void RunTables::showMenu(NodeView *view, const QPoint &place)
{
    auto *shown = new QMenu(this);
    QMenu &menu = *shown;
    menu.setObjectName(QStringLiteral("run-table-menu"));
    menu.setAttribute(Qt::WA_DeleteOnClose);
    whenNodesAreOthers(m_scope.document, &menu, [shown] { shown->close(); });
    const NodeId node = view->currentNode();
    if (node.isValid()) {
        menu.addAction(tr("Show in the graph"), this, [this, node] { Q_EMIT nodeChosen(node); });
        menu.addSeparator();
    }
    if (view == this->view(Layers)) {
        addKernelAction(menu);
    }
    addCopyActions(menu, *view);
    if (shownTable() <= Scopes) {
        m_columns[shownTable()]->addTo(menu);
    }
    menu.addSeparator();
    menu.addAction(tr("Export the run…"), this,
                   [this] { Q_EMIT actionRequested(QStringLiteral("export-run")); });
    menu.popup(view->viewport()->mapToGlobal(place));
}

} // namespace nervure
